//! Measured cycles beside the bounds of the model.

use std::fmt::Write;

use setwise_benches::ranking::{aligned, three};

use crate::record::RecordedRun;

/// Returns the table of a run, or `None` if it has no bounds or no cycles.
pub(super) fn markdown(kept: &RecordedRun) -> Option<String> {
    let bounds = kept.ports.as_ref()?;
    let head = ["question", "row", "cycles", "bound", "cycles / bound", "busiest", "instructions"];
    let mut table = vec![head.map(str::to_string)];
    for one in &bounds.loops {
        let row = kept.question(&one.question).and_then(|question| question.row(&one.row));
        let Some(cycles) = row.and_then(|row| row.samples.cycles()) else { continue };
        let ratio = format!("{:.2}", cycles / one.cycles);
        let [measured, bound, instructions] = [cycles, one.cycles, one.instructions].map(three);
        table.push([one.question.clone(), one.row.clone(), measured, bound, ratio, one.busiest.clone(), instructions]);
    }
    if table.len() == 1 {
        return None;
    }
    let mut text = format!(
        "Per board: measured cycles, the bound by llvm-mca {} for `{}`, and instructions of the loop. The known errors of such \
         models are in [METHODOLOGY.md](../../../benches/METHODOLOGY.md#port-bounds).\n\n",
        bounds.llvm, bounds.cpu
    );
    let _ = write!(text, "{}", aligned(&table));
    Some(text)
}
