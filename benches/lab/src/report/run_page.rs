//! Renders report.md, the report of one run.

use std::fmt::Write;

use super::charts::Chart;
use super::{advice, parts};
use crate::record::RecordedRun;

/// Returns the report of a run.
pub(super) fn markdown(kept: &RecordedRun, charts: &[Chart]) -> String {
    let mut text = format!("# {}, {}\n\n{}\n\n", kept.machine.name(), &kept.run.started[..10], about(kept));
    let _ = write!(text, "## Which backend to use for how many boards\n\n{}\n", advice::markdown(kept));
    for Chart { name, title, .. } in charts {
        let _ = write!(text, "![{title}]({name}.svg)\n\n");
    }
    if let Some((about, table)) = parts::bounds(kept) {
        let _ = write!(text, "## How far from the bound\n\n{about}\n\n{}\n", table.markdown());
    }
    text += "## All questions\n";
    for question in &kept.wall.questions {
        let _ = write!(
            text,
            "\n### {}\n\n{}; {} boards per pass.\n\n{}",
            question.title,
            question.reason,
            advice::thousands(question.boards as f64),
            question.table(usize::MAX).markdown()
        );
    }
    text
}

/// Describes the machine, the build, the positions and the method of a run.
pub(super) fn about(kept: &RecordedRun) -> String {
    let run = &kept.run;
    let flags =
        if run.build.flags.is_empty() { "no flags".to_string() } else { format!("RUSTFLAGS='{}'", run.build.flags) };
    let mut text = format!(
        "{}. rustc {} (LLVM {}), {flags}, {} profile, commit {}. Positions: {}. Medians of {} interleaved rounds of at least {} ms.",
        kept.machine.summary(),
        run.build.rustc,
        run.build.llvm,
        run.build.profile,
        run.build.short(),
        run.positions,
        run.rounds,
        run.sample_ms
    );
    if run.is_loaded() {
        let _ =
            write!(text, " **Something else was running: load {:.2} before the run.**", run.load_before.unwrap_or(0.0));
    }
    if !run.finished {
        text += " **The run was stopped before its end.**";
    }
    if !run.skipped.is_empty() {
        let _ = write!(text, " Skipped: {}.", run.skipped.join("; "));
    }
    text
}
