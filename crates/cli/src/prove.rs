//! `setwise prove`: decides whether two expressions are equal for all boards.

use std::io::Write;

use anyhow::{Result, bail};
use setwise::Bitboard;
use setwise_expressions::{Expression, Names, Type};
use setwise_ir::proof::{Counterexample, Failure, equivalent};
use setwise_ir::{Formula, Program};

use crate::args::Prove;
use crate::expressions::described_value;
use crate::failure::usage;
use crate::standard_output::stdout;

pub(crate) fn run(args: &Prove) -> Result<()> {
    let Prove { left, equals, right } = args;
    if equals != "=" {
        return Err(usage(format!("expected = between two expressions in quotes, not '{equals}'")));
    }
    let names = Names::default().with_inputs();
    let [left, right] = [left, right].map(|text| Expression::parse(text, &names));
    let [left, right] = [left?, right?];
    if left.value_type() != right.value_type() {
        let [left, right] = [left, right].map(|one| format!("'{}' is {}", one.text(), one.value_type().with_article()));
        return Err(usage(format!("{left}, but {right}; only values of the same type can be equal")));
    }
    let [left_program, right_program] = programs([&left, &right])?;
    let proof = match equivalent(&left_program, &right_program) {
        Ok(proof) => proof,
        Err(Failure::Differs(example)) => bail!("not equal: {}", differs(left.value_type(), &example)),
        Err(Failure::Undecided(reason)) => bail!("not decided: {reason}"),
    };
    Ok(writeln!(stdout()?, "equal for all 2^{} inputs", proof.bits)?)
}

/// Records two expressions as programs with the same inputs.
fn programs(expressions: [&Expression; 2]) -> Result<[Program; 2]> {
    let mut inputs: Vec<String> = Vec::new();
    for input in expressions.iter().flat_map(|expression| expression.program_inputs()) {
        if !inputs.contains(&input) {
            inputs.push(input);
        }
    }
    let record = |expression: &Expression, name| expression.program(name, &inputs, Formula::Prefix).map_err(usage);
    Ok([record(expressions[0], "left")?, record(expressions[1], "right")?])
}

/// Describes the boards of a counterexample, and the two values.
fn differs(kind: Type, example: &Counterexample) -> String {
    let board = |(name, set): &(String, Bitboard)| format!("{name} = {}", squares(*set));
    let boards: Vec<String> = example.boards.iter().map(board).collect();
    let [left, right] = [example.expected, example.found].map(|word| match kind {
        Type::Set => squares(Bitboard(word)),
        _ => described_value(kind, word),
    });
    format!("for {}, the left side is {left} and the right side is {right}", boards.join(", "))
}

/// Writes a set as it is written in expressions.
fn squares(set: Bitboard) -> String {
    let squares: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    format!("{{{}}}", squares.join(", "))
}
