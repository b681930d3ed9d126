//! `cargo xtask gen-leaper`: writes a module for any leaper.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use setwise_codegen::{Language, Leaper, module};
use setwise_files::write_whole;

#[derive(Args)]
pub(crate) struct Arguments {
    /// NAME=STEPS, such as camel=3,1 or gnu=3,1;2,1, or the name of a built-in leaper, such as zebra
    leaper: Leaper,
    /// Output file, replaced if it exists
    #[arg(long)]
    out: PathBuf,
    /// Language of the module: rust or c
    #[arg(long, default_value_t)]
    lang: Language,
}

/// Writes the module.
pub(crate) fn write(arguments: &Arguments) -> Result<()> {
    let Arguments { leaper, out, lang } = arguments;
    let command = format!("cargo xtask gen-leaper '{}' --lang {lang} --out {}", leaper.description(), out.display());
    write_whole(out, &module(leaper, *lang, &command)).with_context(|| format!("cannot write {}", out.display()))
}
