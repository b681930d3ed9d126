//! Measured cycles beside the bounds of the model.

use setwise_rounds::{Table, three};

use crate::record::RecordedRun;

/// Returns a sentence about the table of a run and the table, or `None` if the run has no bounds or no cycles.
pub(super) fn table(kept: &RecordedRun) -> Option<(String, Table)> {
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
