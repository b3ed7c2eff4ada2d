//! Captures to the end, so that no exchange is judged half-way.

use banqi::Reveal;
use game::{Score, Window};

use super::ordering::{Picker, is_bad_capture, piece_worth};
use super::worker::{MAX_HEIGHT, Worker};
use crate::judge::Judge;

impl<E: Judge> Worker<'_, E> {
    /// The value of a position in which only captures are looked at.
    pub fn quiescence(&mut self, mut window: Window) -> Score {
        let height = self.walker.height();
        if self.walker.eliminated() {
            return Score::loss_in(height as i32);
        }
        let eval = self.evaluate();
        let features = self.shared.features;
        if !features.quiescence || self.stopped || height >= MAX_HEIGHT || window.fails_high(eval) {
            return eval;
        }
        let mut best = eval;
        window.alpha = window.alpha.max(eval);
        let mut picker = Picker::empty();
        picker.fill_captures(self);
        while let Some((order, ply)) = picker.next_capture() {
            // What loses more than it takes, or cannot reach the window.
            if features.quiescence_exchange && is_bad_capture(order) {
                break;
            }
            if features.delta {
                let values = self.material.values(self.walker.alive, self.shared.worths);
                let worth = piece_worth(&self.walker.position, ply.to(), values);
                let gain = self.gain(worth);
                if eval + gain + self.shared.params.delta_margin <= window.alpha {
                    continue;
                }
            }
            self.enter(ply, Reveal::Nothing);
            let score = -self.quiescence(-window);
            self.leave();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if window.fails_high(score) {
                    break;
                }
                window.alpha = window.alpha.max(score);
            }
        }
        best
    }
}
