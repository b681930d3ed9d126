//! `setwise gen`: writes recorded kernels and leapers as source code to copy into another project.
//!
//! Before a file is written, its instructions are proved to compute the same results as the recorded kernel for all
//! boards. If the prover cannot decide this, the header of the file says so. The texts of `setwise_ir::script` are
//! read back, and proved themselves.

use anyhow::Result;
use setwise_expressions::{Expression, Names};
use setwise_ir::emit::{InstructionSet, Language, Target, emit, emit_leaper};
use setwise_ir::proof::{Failure, Proof, emitted, equivalent};
use setwise_ir::script::{self, Header, Script};
use setwise_ir::{BUILT_IN, BoundPattern, Formula, Inputs, Leaper, Pattern, Program, UnknownName};

use crate::args::{Gen, GenKernel, GenLeaper, Isa, NamedText};
use crate::failure::usage;
use crate::languages;
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
    if args.all {
        return all(args);
    }
    let mut programs: Vec<Program> =
        args.kernels.iter().map(|name| program(name, args.spread)).collect::<Result<_>>()?;
    for NamedText { name, text } in &args.expressions {
        let expression = Expression::parse(text, &Names::default().with_inputs())?;
        programs.push(expression.program(name, &expression.program_inputs(), args.spread).map_err(usage)?);
    }
    if args.list {
        return Ok(languages::table(&programs));
    }
    let names: Vec<&str> = programs.iter().map(Program::name).collect();
    let name = args.name.clone().unwrap_or_else(|| names.join("_and_"));
    let program = Program::fused(&name, &programs);
    match script_of(args)? {
        None => proven(&program, target(args)?.by_command(&command(args))),
        Some(script) => script_text(&program, script, &command(args)),
    }
}

/// Returns the texts of all patterns that can be written: see [`program`].
fn all(args: &GenKernel) -> Result<String> {
    let Some(script) = script_of(args)? else {
        return Err(usage(
            "--all needs a language or an instruction set whose text is read back, such as --lang numpy",
        ));
    };
    let programs = Pattern::ALL.iter().filter_map(|pattern| program(pattern.name(), args.spread).ok());
    let texts = programs.map(|program| script_text(&program, script, &command(args)));
    Ok(texts.collect::<Result<Vec<String>>>()?.join("\n"))
}

/// Returns the language or the dialect of a file whose text is read back, or `None` for a language with functions for
/// instruction sets.
fn script_of(args: &GenKernel) -> Result<Option<Script>> {
    let Ok(lang) = args.lang.parse::<Language>() else { return dialect(args, &args.lang).map(Some) };
    let of_c = args.isa.iter().find_map(|isa| if let Isa::Script(script) = isa { Some(*script) } else { None });
    match of_c {
        _ if args.dialect.is_some() => Err(usage(format!("--dialect is not allowed, because {lang} has no dialects"))),
        None => Ok(None),
        Some(script) if (args.isa.len(), lang) == (1, Language::C) => Ok(Some(script)),
        Some(script) => {
            let set = script.short_name();
            Err(usage(format!("--isa {set} needs --lang c, and cannot be combined with other instruction sets")))
        }
    }
}

/// Returns the dialect of a language without instruction sets.
fn dialect(args: &GenKernel, lang: &str) -> Result<Script> {
    if !args.isa.is_empty() {
        return Err(usage(format!("--isa is not allowed, because {lang} has no instruction sets")));
    }
    let dialects: Vec<Script> = Script::named(lang).collect();
    let named = || dialects.iter().filter_map(|script| script.name().1).collect::<Vec<_>>().join(", ");
    match (args.dialect, &dialects[..]) {
        (Some(dialect), [_, _, ..]) if dialects.contains(&dialect) => Ok(dialect),
        (_, [_, _, ..]) => Err(usage(format!("--lang {lang} needs a --dialect: {}", named()))),
        (None, [only]) => Ok(*only),
        (_, _) => Err(usage(format!("--dialect is not allowed, because {lang} has no dialects"))),
    }
}

/// Returns the text of a program, after it was read back and proved to compute the program for all boards. If the prover
/// cannot decide this, the header of the text says so.
fn script_text(program: &Program, script: Script, command: &str) -> Result<String> {
    let mut header = Header { command: Some(command.into()), proven: None };
    let text = script::write(program, script, &header).map_err(usage)?;
    let found = script::read(&text, script, program)
        .map_err(|error| anyhow::anyhow!("an error in setwise: the text for {script} cannot be read: {error}"))?;
    header.proven = Some(statement(equivalent(program, &found), &format!("text for {script} is"))?);
    script::write(program, script, &header).map_err(usage)
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
    match (name.parse::<BoundPattern>(), name.parse::<Leaper>()) {
        (Ok(bound), _) if bound.pattern().inputs_are() == Inputs::Squares => {
            Err(usage(format!("{bound} takes squares, but a written function takes columns of sets and numbers")))
        }
        (Ok(bound), _) => bound.record(spread).map_err(usage),
        (Err(error), _) if name.contains('(') => Err(usage(error)),
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

fn target(args: &GenKernel) -> Result<Target> {
    let lang = args.lang.parse().map_err(usage)?;
    if args.isa.is_empty() || args.isa.contains(&Isa::All) {
        return Ok(Target::all(lang));
    }
    let sets: Vec<InstructionSet> =
        args.isa.iter().filter_map(|isa| if let Isa::One(set) = isa { Some(*set) } else { None }).collect();
    Ok(Target::new(lang, &sets))
}

/// Proves that the instructions written for one instruction set are correct. Returns a line for the header of the
/// source file. The line states what has been proved for `what`.
fn proof(program: &Program, set: InstructionSet, what: &str) -> Result<String> {
    Ok(format!("{what}: {}", statement(emitted(program, set), &format!("instructions for {set} are"))?))
}

/// Returns what a proof shows, or why there is none. `what` says what is wrong if the proof shows a difference.
fn statement(proof: Result<Proof, Failure>, what: &str) -> Result<String> {
    match proof {
        Ok(proof) => Ok(format!("the same as the recorded kernel for all 2^{} inputs", proof.bits)),
        Err(Failure::Undecided(reason)) => Ok(format!("nothing, because {reason}")),
        Err(failure) => anyhow::bail!("an error in setwise: the {what} wrong: {failure}"),
    }
}

fn command(args: &GenKernel) -> String {
    let mut command = "setwise gen kernel".to_string();
    if args.all {
        command += " --all";
    }
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
    if args.lang.parse::<Language>().is_ok() {
        let names = args.isa.iter().map(|isa| match isa {
            Isa::One(set) => set.name(),
            Isa::Script(script) => script.name().1.unwrap_or_default(),
            Isa::All => "all",
        });
        let names: Vec<&str> = if args.isa.is_empty() { vec!["all"] } else { names.collect() };
        names.iter().for_each(|name| command += &format!(" --isa {name}"));
    }
    if let Some(dialect) = args.dialect.and_then(|script| script.name().1) {
        command += &format!(" --dialect {dialect}");
    }
    command
}
