//! What an owner has chosen.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::about::most_hash;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::time::now_ms;
use play::start;

/// Megabytes of a search's table unless chosen otherwise.
const USUAL_HASH: usize = 64;

/// Everything that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// `en`, `zh-Hant` or `zh-Hans`; `None` = the browser's.
    pub language: Option<String>,
    /// `zh_hant`, `zh_hans`, `wxf` or `iccs`; `None` = the language's.
    pub notation: Option<String>,
    /// `traditional`, `simplified` or `pictograms`.
    pub pieces: String,
    /// `wood`, `light` or `dark`; `None` = what the system prefers.
    pub theme: Option<String>,
    /// Whether plies are heard.
    pub sound: bool,
    /// Whether the board has coordinates.
    pub coordinates: bool,
    /// Whether pieces slide.
    pub animation: bool,
    /// Threads of a search at full strength.
    pub threads: usize,
    /// Megabytes of a search's table.
    pub hash_mb: usize,
    /// The rules of new xiangqi games.
    pub rules_xiangqi: String,
    /// The rules of new dark chess games.
    pub rules_banqi: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: None,
            notation: None,
            pieces: "traditional".to_owned(),
            theme: None,
            sound: true,
            coordinates: true,
            animation: true,
            threads: 1,
            hash_mb: USUAL_HASH,
            rules_xiangqi: "computer".to_owned(),
            rules_banqi: "tcga".to_owned(),
        }
    }
}

impl Settings {
    /// An owner's settings, within what this server allows; what cannot be read
    /// is as it usually is.
    pub fn of(app: &App, owner: &str) -> Settings {
        let stored = app.library.settings(owner).ok().flatten();
        let read = stored.and_then(|text| serde_json::from_str(&text).ok());
        let mut settings: Settings = read.unwrap_or_default();
        settings.threads = settings.threads.clamp(1, app.pool.slots());
        settings.hash_mb = settings.hash_mb.clamp(1, most_hash(app));
        settings
    }

    fn check(&self, threads: usize, hash_mb: usize) -> Result<(), ApiError> {
        one_of("language", self.language.as_deref(), &["en", "zh-Hant", "zh-Hans"])?;
        one_of("notation", self.notation.as_deref(), &["zh_hant", "zh_hans", "wxf", "iccs"])?;
        one_of("pieces", Some(&self.pieces), &["traditional", "simplified", "pictograms"])?;
        one_of("theme", self.theme.as_deref(), &["wood", "light", "dark"])?;
        within("threads", self.threads, threads)?;
        within("hash_mb", self.hash_mb, hash_mb)?;
        start::xiangqi_rules(Some(&self.rules_xiangqi))?;
        start::banqi_rules(Some(&self.rules_banqi))?;
        Ok(())
    }
}

fn one_of(name: &str, value: Option<&str>, allowed: &[&str]) -> Result<(), ApiError> {
    match value {
        Some(value) if !allowed.contains(&value) => {
            let shown: String = value.chars().take(40).collect();
            Err(ApiError::bad(format!("{name} is '{shown}': expected {}", allowed.join(", "))))
        }
        _ => Ok(()),
    }
}

fn within(name: &str, value: usize, most: usize) -> Result<(), ApiError> {
    if (1..=most).contains(&value) {
        return Ok(());
    }
    Err(ApiError::bad(format!("{name} is {value}: expected 1 to {most}")))
}

/// `GET /api/settings`.
///
/// # Errors
/// If the library cannot be read.
pub async fn show(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Settings>, ApiError> {
    app.blocking(move |app| Ok(Json(Settings::of(app, &caller.owner)))).await
}

/// `PUT /api/settings`: all of them; what is left out is as it usually is.
/// Numbers beyond what this server allows are refused.
///
/// # Errors
/// If a value is not allowed, or the library cannot be written.
pub async fn change(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Body(mut settings): Body<Settings>,
) -> Result<Json<Settings>, ApiError> {
    if settings.hash_mb == USUAL_HASH {
        // Left out, perhaps: then it must fit.
        settings.hash_mb = USUAL_HASH.min(most_hash(&app));
    }
    settings.check(app.pool.slots(), most_hash(&app))?;
    app.blocking(move |app| {
        let text = serde_json::to_string(&settings).unwrap_or_default();
        app.library.set_settings(&caller.owner, &text, now_ms())?;
        Ok(Json(settings))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_values_are_named() {
        let read = |text: &str| serde_json::from_str::<Settings>(text);
        assert!(read("{}").unwrap().check(2, 256).is_ok());
        assert!(read(r#"{"colour":"red"}"#).is_err(), "unknown keys are refused");
        for text in [
            r#"{"language":"fr"}"#,
            r#"{"notation":"san"}"#,
            r#"{"pieces":"wooden"}"#,
            r#"{"theme":"pink"}"#,
            r#"{"threads":0}"#,
            r#"{"threads":3}"#,
            r#"{"hash_mb":257}"#,
            r#"{"rules_xiangqi":"chess"}"#,
            r#"{"rules_banqi":"computer"}"#,
        ] {
            assert!(read(text).unwrap().check(2, 256).is_err(), "{text}");
        }
    }
}
