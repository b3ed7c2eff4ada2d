//! What the hand-written evaluations say: what corrections are added to.

use std::cell::RefCell;
use std::sync::LazyLock;

use banqi_engine::{EvalParams, Static};
use xiangqi_engine::eval::{EvalStyle, Evaluation};

/// A position of xiangqi, for the side to move.
pub(super) fn xiangqi(position: &xiangqi::Position) -> i32 {
    static EVALUATION: LazyLock<Evaluation> =
        LazyLock::new(|| Evaluation::of_style(EvalStyle::Chuhe));
    EVALUATION.evaluate(position, &EVALUATION.refresh(position)).get()
}

/// A position of dark chess, for the side to move.
pub(super) fn banqi(position: &banqi::Position) -> i32 {
    thread_local! {
        static EVALUATION: RefCell<Static> = RefCell::new(Static::new(&EvalParams::default()));
    }
    EVALUATION.with_borrow_mut(|evaluation| evaluation.value(position))
}
