//! The web page in a headless Chromium, used as a person would: by pointer, touch
//! and keyboard. Without Chromium the tests say so and pass, unless
//! `CHUHE_REQUIRE_PROGRAMS` is set.

mod access;
mod actions;
mod analyse;
mod annotate;
mod arena;
mod chapters;
mod coach;
mod engines;
mod games;
mod home;
mod house;
mod installed;
mod keyboard;
mod lasting;
mod layout;
mod library;
mod list;
mod patterns;
mod person;
mod puzzles;
mod retry;
mod settings;
mod setup;
mod shapes;
mod sizes;
mod texts;
mod tour;
mod trainer;
mod tuning;
