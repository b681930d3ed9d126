//! Renders report.md, the report of one run.

use std::fmt::Write;

use setwise_rounds::{Table, three};

use super::advice;
use crate::record::RecordedRun;

/// Returns the report of a run.
pub(crate) fn markdown(kept: &RecordedRun) -> String {
    let mut text = format!("# {}, {}\n\n{}\n\n", kept.machine.name(), &kept.run.started[..10], about(kept));
    let _ = write!(text, "## Which backend to use for how many boards\n\n{}\n", advice::markdown(kept));
    if let Some((about, table)) = bounds(kept) {
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

/// Returns a row of a run whose median is not in the report, or `None` if the report has the median of every row. The
/// report was rendered when the run was recorded, so its tables may have other columns than tables have today.
pub(crate) fn disagreement(kept: &RecordedRun, report: &str) -> Option<String> {
    let row = |question: &str, start: &str, median: &str| {
        let (_, section) = report.split_once(&format!("\n### {question}\n"))?;
        let section = section.split("\n### ").next().unwrap_or_default();
        section.lines().find(|line| line.starts_with(start) && line.contains(median))
    };
    kept.wall.questions.iter().flat_map(|question| question.rows.iter().map(move |one| (question, one))).find_map(
        |(question, one)| {
            let (start, median) = (format!("| {} ", one.label()), three(one.samples.nanoseconds()));
            let is_there = row(&question.title, &start, &format!(" {median} |")).is_some();
            (!is_there).then(|| format!("{}: {}, {median} ns", question.id, one.name))
        },
    )
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
    if !run.skipped.is_empty() {
        let _ = write!(text, " Skipped: {}.", run.skipped.join("; "));
    }
    text
}

/// Returns a table with the cycles of a run and their bounds, and a sentence that describes the table. Returns `None`
/// if the run has no bounds or no cycles.
pub(super) fn bounds(kept: &RecordedRun) -> Option<(String, Table)> {
    let bounds = kept.ports.as_ref()?;
    let mut table = Table::new(["question", "row", "cycles", "bound", "cycles / bound", "busiest", "instructions"]);
    for one in &bounds.loops {
        let row = kept.question(&one.question).and_then(|question| question.row(&one.row));
        let Some(cycles) = row.and_then(|row| row.samples.cycles()) else { continue };
        let ratio = format!("{:.2}", cycles / one.cycles);
        let [measured, bound, instructions] = [cycles, one.cycles, one.instructions].map(three);
        table.push([one.question.clone(), one.row.clone(), measured, bound, ratio, one.busiest.clone(), instructions]);
    }
    let about = format!(
        "Per board: measured cycles, the bound by llvm-mca {} for `{}`, and instructions of the loop. The known errors of such \
         models are in [METHODOLOGY.md](../../../benches/METHODOLOGY.md#port-bounds).",
        bounds.llvm, bounds.cpu
    );
    (!table.is_empty()).then_some((about, table))
}
