//! The web page in a headless Chromium, used as a person would: by pointer, touch
//! and keyboard. Without Chromium the tests say so and pass, unless
//! `CHUHE_REQUIRE_PROGRAMS` is set.

mod access;
mod actions;
mod analyse;
mod games;
mod home;
mod house;
mod keyboard;
mod lasting;
mod layout;
mod library;
mod list;
mod person;
mod settings;
mod setup;
mod sizes;
mod texts;
