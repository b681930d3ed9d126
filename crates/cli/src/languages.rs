//! `setwise gen kernel --list`: lists the languages and instruction sets in which a kernel can be written.

use std::fmt::Write as _;

use setwise_ir::Program;
use setwise_ir::emit::{InstructionSet, lower};
use setwise_ir::script::{Script, operations};

/// Returns a table of all languages, with the number of operations of each program.
pub(crate) fn table(programs: &[Program]) -> String {
    let mut rows = vec![Row {
        language: "language".into(),
        proof: "proved for all boards",
        run_by: "run in tests by".into(),
        operations: programs.iter().map(|program| program.name().into()).collect(),
    }];
    rows.extend(InstructionSet::ALL.map(|set| Row {
        language: format!("rust, c --isa {set}"),
        proof: "the instructions",
        run_by: "the test in each file".into(),
        operations: programs.iter().map(|program| lower(program, set).instructions().to_string()).collect(),
    }));
    rows.extend(Script::ALL.map(|script| Row {
        language: script.to_string(),
        proof: "the text",
        run_by: script.run_by().unwrap_or("nothing").into(),
        operations: programs.iter().map(|program| operations(program, script).to_string()).collect(),
    }));
    let mut table = String::new();
    for Row { language, proof, run_by, operations } in rows {
        let _ = write!(table, "{language:<28} {proof:<22} {run_by:<37}");
        for (operations, program) in operations.iter().zip(programs) {
            let _ = write!(table, " {operations:>width$}", width = program.name().len());
        }
        table.truncate(table.trim_end().len());
        table.push('\n');
    }
    table
}

/// A row of the table.
struct Row {
    language: String,
    proof: &'static str,
    run_by: String,
    operations: Vec<String>,
}
