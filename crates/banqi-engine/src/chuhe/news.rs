//! What a search tells while it runs and when it ends.

use std::time::Duration;

use banqi::Ply;
use game::Score;
use search::Bound;

use super::root::RootPly;
use super::worker::Worker;
use crate::engine::Info;

/// So long the search is silent inside an iteration: the first iterations follow
/// each other so fast that anything else would only be noise.
const SILENCE: Duration = Duration::from_secs(1);

/// Who hears of a search, and what was said last.
pub(super) struct News<'a> {
    hear: &'a mut dyn FnMut(&Info),
    /// When something was told last.
    time: Duration,
    /// The nodes told last.
    nodes: u64,
    /// The ply told last.
    ply: Option<Ply>,
}

impl<'a> News<'a> {
    pub fn new(hear: &'a mut dyn FnMut(&Info)) -> News<'a> {
        News { hear, time: Duration::ZERO, nodes: 0, ply: None }
    }
}

impl Worker<'_> {
    fn tell(&mut self, depth: i32, score: Score, bound: Bound, line: Vec<Ply>) {
        let control = self.shared.control;
        let info = Info {
            depth,
            selective_depth: self.deepest as i32,
            score,
            bound,
            nodes: control.nodes(),
            chance_nodes: self.chance_nodes,
            time: control.elapsed(),
            table_fullness: self.shared.table.fullness(),
            line,
        };
        if let Some(news) = &mut self.news {
            (news.time, news.nodes) = (info.time, info.nodes);
            news.ply = info.line.first().copied().or(news.ply);
            (news.hear)(&info);
        }
    }

    /// Tells that the search goes on, once a second.
    pub fn tell_progress(&mut self) {
        let elapsed = self.shared.control.elapsed();
        if self.news.as_ref().is_some_and(|news| elapsed >= news.time + SILENCE) {
            self.tell(self.root_depth, Score::DRAW, Bound::None, Vec::new());
        }
    }

    /// Tells the best line.
    pub(super) fn tell_line(&mut self, best: &RootPly, depth: i32) {
        if self.news.is_some() {
            self.tell(depth, best.score, best.bound, best.line.to_vec());
        }
    }

    /// Tells it in the middle of an iteration, if the search is a long one.
    pub(super) fn tell_line_early(&mut self, best: &RootPly) {
        if self.news.is_some() && self.shared.control.elapsed() >= SILENCE {
            self.tell_line(best, self.root_depth);
        }
    }

    /// At the end: what was found, unless the last words said just that. The line
    /// told last is then the one that is played.
    pub(super) fn tell_end(&mut self, best: Option<&RootPly>, depth: i32) {
        let (Some(news), Some(best)) = (&self.news, best) else { return };
        let told = news.ply == Some(best.ply) && news.nodes == self.shared.control.nodes();
        if !told && !best.line.is_empty() {
            self.tell_line(best, depth.max(1));
        }
    }
}
