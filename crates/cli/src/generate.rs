//! `setwise gen`: writes recorded kernels and leapers as source code to copy into another project.
//!
//! Before a file is written, its instructions are proved to compute the same results as the recorded kernel for all
//! boards. If the prover cannot decide this, the header of the file says so.

use anyhow::Result;
use setwise_expressions::{Expression, Names};
use setwise_ir::emit::{InstructionSet, Target, emit, emit_leaper};
use setwise_ir::proof::{Failure, emitted};
use setwise_ir::{BUILT_IN, Formula, Inputs, Leaper, Pattern, Program, Record, UnknownName};

use crate::args::{Gen, GenKernel, GenLeaper, Isa, NamedText};
use crate::failure::usage;
use crate::output::write_text;
use crate::pattern::not_a_pattern;

pub(crate) fn run(args: &Gen) -> Result<()> {
    let (out, text) = match args {
        Gen::Kernel(args) => (&args.out, kernel(args)?),
        Gen::Leaper(args) => (&args.out, leaper(args)?),
    };
    write_text(out, &text)
}

/// Returns the text of a file with the given kernels.
fn kernel(args: &GenKernel) -> Result<String> {
    let mut programs: Vec<Program> =
        args.kernels.iter().map(|name| program(name, args.spread)).collect::<Result<_>>()?;
    for NamedText { name, text } in &args.expressions {
        let expression = Expression::parse(text, &Names::default().with_inputs())?;
        programs.push(expression.program(name, &expression.program_inputs(), args.spread).map_err(usage)?);
    }
    let names: Vec<&str> = programs.iter().map(Program::name).collect();
    let name = args.name.clone().unwrap_or_else(|| names.join("_and_"));
    let program = Program::fused(&name, &programs);
    proven(&program, target(args).by_command(&command(args)))
}

/// Returns the text of a file with the given leaper.
fn leaper(args: &GenLeaper) -> Result<String> {
    let GenLeaper { leaper, lang, .. } = args;
    let command = format!("setwise gen leaper '{}' --lang {lang}", leaper.description());
    let target = Target::one_board(*lang).by_command(&command);
    let functions = [(leaper.attacks(), "_setwise"), (leaper.attacks_at_least_two(), "")];
    let proven = functions.map(|(program, suffix)| {
        let function = format!("{}{suffix}", program.name());
        proof(&program, InstructionSet::Scalar, &function)
    });
    Ok(emit_leaper(leaper, &target.with_proofs(&proven.into_iter().collect::<Result<Vec<_>>>()?)))
}

/// Proves that the instructions written for a program are correct, and returns the text of the source file.
fn proven(program: &Program, target: Target) -> Result<String> {
    let proven: Vec<String> =
        target.sets(program).into_iter().map(|set| proof(program, set, set.name())).collect::<Result<_>>()?;
    emit(program, &target.with_proofs(&proven)).map_err(usage)
}

/// Returns the recorded program of a pattern, or of the attacks of a leaper. A leaper is given by its name or by its
/// steps.
fn program(name: &str, spread: Formula) -> Result<Program> {
    match (name.parse::<Pattern>(), name.parse::<Leaper>()) {
        (Ok(pattern), _) if pattern.inputs_are() == Inputs::Squares => {
            Err(usage(format!("{pattern} takes squares, but a written function takes columns of sets and numbers")))
        }
        (Ok(pattern), _) => pattern.record(spread).map_err(usage),
        (_, Ok(leaper)) => Ok(leaper.attacks()),
        (_, Err(error)) if name.contains('=') => Err(usage(error)),
        (Err(_), Err(_)) => {
            let patterns = Pattern::ALL.iter().map(|pattern| pattern.name());
            let names: Vec<&str> = patterns.chain(BUILT_IN.iter().map(|(name, _)| *name)).collect();
            let unknown = UnknownName::new("pattern or leaper", name, &names);
            Err(not_a_pattern(name, format!("{unknown}; a leaper is NAME=STEPS, such as camel=3,1, or its name")))
        }
    }
}

fn target(args: &GenKernel) -> Target {
    if args.isa.contains(&Isa::All) {
        return Target::all(args.lang);
    }
    let sets: Vec<InstructionSet> =
        args.isa.iter().filter_map(|isa| if let Isa::One(set) = isa { Some(*set) } else { None }).collect();
    Target::new(args.lang, &sets)
}

/// Proves that the instructions written for one instruction set are correct. Returns a line for the header of the
/// source file. The line states what has been proved for `what`.
fn proof(program: &Program, set: InstructionSet, what: &str) -> Result<String> {
    match emitted(program, set) {
        Ok(proof) => Ok(format!("{what}: the same as the recorded kernel for all 2^{} inputs", proof.bits)),
        Err(Failure::Undecided(reason)) => Ok(format!("{what}: nothing, because {reason}")),
        Err(failure) => anyhow::bail!("an error in setwise: the instructions for {set} are wrong: {failure}"),
    }
}

fn command(args: &GenKernel) -> String {
    let mut command = "setwise gen kernel".to_string();
    for kernel in &args.kernels {
        let is_word = kernel.chars().all(|c| c.is_ascii_alphanumeric() || "_=,".contains(c));
        command += &if is_word { format!(" {kernel}") } else { format!(" '{kernel}'") };
    }
    for NamedText { name, text } in &args.expressions {
        command += &format!(" --expr '{name}={text}'");
    }
    if let Some(name) = &args.name {
        command += &format!(" --name {name}");
    }
    if args.spread != Formula::default() {
        command += &format!(" --spread {}", args.spread);
    }
    command += &format!(" --lang {}", args.lang);
    for isa in &args.isa {
        command += &format!(" --isa {}", if let Isa::One(set) = isa { set.name() } else { "all" });
    }
    command
}
