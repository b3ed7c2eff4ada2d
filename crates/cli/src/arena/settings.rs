//! From options to the settings of a run.

use std::num::NonZeroUsize;

use ::arena::adjudicate::Adjudication;
use ::arena::engine::EngineConfig;
use ::arena::run::assembly::MatchSettings;
use anyhow::{Context, Result};

use super::Args;

/// What the options ask for.
pub fn settings(args: &Args) -> Result<MatchSettings> {
    let each = args.each.as_deref().unwrap_or_default();
    let engine = |text: &String| {
        EngineConfig::read_with(text, each).with_context(|| format!("--engine {text}"))
    };
    Ok(MatchSettings {
        game: args.game.into(),
        engines: args.engines.iter().map(engine).collect::<Result<_>>()?,
        games: args.games,
        tc: args.tc,
        margin_ms: args.margin,
        rules: args.rules.clone(),
        format: args.format,
        openings: args.openings.clone(),
        shuffle: args.shuffle,
        seed: args.seed,
        sprt: args.sprt.clone(),
        concurrency: NonZeroUsize::new(args.concurrency).unwrap_or(NonZeroUsize::MIN),
        pin: !args.no_pin,
        adjudication: Adjudication {
            resign: args.resign,
            draw: args.draw,
            max_plies: args.max_plies,
        },
        table_path: args.table_path.clone(),
        event: args.event.clone(),
        transcripts: args.transcripts,
    })
}
