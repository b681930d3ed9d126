//! Kept runs for the tests of the report.

use setwise_benches::machine::Machine;
use setwise_benches::question::Role;
use setwise_benches::rounds::{Measured, Samples};

use crate::record::{Build, RecordedRun, Run, SCHEMA, Wall};

/// Returns a run with one question of these rows. Rows whose names begin with `copy` are copies, the others are backends.
pub(super) fn kept(machine_folder: &str, started: &str, rows: &[(&str, f64)]) -> RecordedRun {
    let row = |&(name, ns): &(&str, f64)| Samples {
        name: name.into(),
        role: if name.starts_with("copy") { Role::UpperBound } else { Role::Backend },
        ns_per_board: vec![ns; 15],
        gigahertz: vec![],
    };
    let question =
        Measured { title: "knights & kings".into(), ..Measured::of_rows(rows[0].0, rows.iter().map(row).collect()) };
    let build = Build {
        commit: "0123456789".into(),
        dirty: false,
        rustc: "1.95.0".into(),
        llvm: "22".into(),
        host: "x".into(),
        flags: String::new(),
        profile: "release".into(),
    };
    let run = Run {
        schema: SCHEMA,
        started: started.into(),
        seconds: 1.0,
        finished: true,
        build,
        positions: "p".into(),
        rounds: 15,
        sample_ms: 1.0,
        load_before: None,
        load_after: None,
        skipped: vec![],
    };
    let (machine, wall) = (Machine::read(), Wall { schema: SCHEMA, questions: vec![question] });
    RecordedRun { machine_folder: machine_folder.into(), machine, folder: started[..10].into(), run, wall, ports: None }
}
