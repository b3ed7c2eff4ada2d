//! A headless Chromium, driven as a person would: real pointer, touch and key
//! events, and waiting until something is seen. For the tests of the web page and
//! for its screenshots.
//!
//! The browser is talked to in the Chrome DevTools protocol through a pipe, so it
//! needs no port and ends when this process does.
//!
//! ```no_run
//! use browser::{Browser, Size};
//!
//! # fn main() -> Result<(), browser::Fault> {
//! let browser = Browser::launch(&browser::installed().expect("chromium"))?;
//! let tab = browser.profile()?.tab(Size::DESKTOP)?;
//! tab.open("http://127.0.0.1:8688/")?;
//! tab.wait("document.querySelector('h1') !== null")?;
//! tab.click("[data-test=start]")?;
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod base64;
mod connection;
mod input;
mod launch;
mod tab;

pub use launch::{Browser, Profile, installed};
pub use tab::{Size, Tab};

/// What can go wrong between us and the browser.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The program cannot be started.
    #[error("cannot start {program}: {error}")]
    Start {
        /// Which program.
        program: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The browser has ended or does not answer any more.
    #[error("the browser does not answer to {method}")]
    Gone {
        /// What it was asked.
        method: String,
    },
    /// The browser refused a command.
    #[error("the browser refused {method}: {message}")]
    Refused {
        /// What it was asked.
        method: String,
        /// What it says.
        message: String,
    },
    /// A script on the page threw.
    #[error("the script `{script}` threw {message}")]
    Script {
        /// The script.
        script: String,
        /// What it threw.
        message: String,
    },
    /// Something expected did not come in time.
    #[error("waited in vain for {what}: {state}")]
    Waited {
        /// What was expected.
        what: String,
        /// What was there instead.
        state: String,
    },
}
