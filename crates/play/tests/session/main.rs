//! Protocol sessions, line by line, without a process.

mod banqi;
mod levels;
mod mgtp;
mod network;
mod options;
mod rules;
mod support;
mod ucci;
mod uci;
