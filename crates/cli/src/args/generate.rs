//! The arguments of `setwise gen`.

use std::path::PathBuf;

use clap::Subcommand;
use setwise_ir::emit::{InstructionSet, Language};
use setwise_ir::script::Script;
use setwise_ir::{Formula, Leaper};

use super::NamedText;

const GEN_EXAMPLES: &str = "\
Examples:
  setwise gen leaper camel=3,1 --out camel.rs
  setwise gen leaper 'gnu=3,1;2,1' --lang c --out gnu.h
  setwise gen leaper zebra > zebra.rs";

#[derive(Subcommand)]
pub(crate) enum Gen {
    Kernel(GenKernel),
    Leaper(GenLeaper),
}

const GEN_KERNEL_EXAMPLES: &str = "\
Examples:
  setwise gen kernel knight_attacks --lang c --isa all --out knights.c
  setwise gen kernel knight_moves king_moves --isa avx2 --isa neon --out moves.rs
  setwise gen kernel 'knight_fill(4)' 'gnu=3,1;2,1' --isa avx512
  setwise gen kernel --expr 'hits=knight_attacks(a) & b' --lang c
  setwise gen kernel forks --lang sql --dialect duckdb
  setwise gen kernel knight_attacks --lang numpy --out knights.py
  setwise gen kernel knight_attacks forks --list

Several kernels become one function: inputs of the same name are one column, and common terms are computed once.";

/// Writes kernels as a source file without dependencies: a function over columns for each instruction set, and a test
#[derive(clap::Args)]
#[command(after_help = GEN_KERNEL_EXAMPLES)]
pub(crate) struct GenKernel {
    /// Patterns, such as knight_attacks or knight_fill(4) (`setwise list` shows all), or leapers: a name, such as zebra,
    /// or NAME=STEPS, such as camel=3,1
    #[arg(value_name = "KERNEL", required_unless_present_any = ["expressions", "list", "all"])]
    pub(crate) kernels: Vec<String>,
    /// An expression with its name, such as 'hits=knight_attacks(a) & b'; may be repeated. Unknown names are inputs
    #[arg(long = "expr", value_name = "NAME=EXPR")]
    pub(crate) expressions: Vec<NamedText>,
    /// Instruction set of the function: scalar, sse2, avx2, avx512, avx512-vpopcnt, neon, simd128, or all (the
    /// default), with the best one chosen at run time; may be repeated; only for rust and c. For c there
    /// are also sve, rvv, vector128 (two boards, with GCC's vector extension, such as LSX or VSX) and vector256 (four boards,
    /// such as LASX), each of which must be the only one
    #[arg(long, value_name = "NAME", value_parser = instruction_set)]
    pub(crate) isa: Vec<Isa>,
    /// Name of the function, without the name of the instruction set; the default joins the names of the kernels
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Formula for the attacks of knights and kings: prefix (shifts by files first, then by ranks) or shifts (one shift
    /// for each direction)
    #[arg(long, default_value_t)]
    pub(crate) spread: Formula,
    /// Output file, replaced if it exists; - is standard output
    #[arg(long, default_value = "-")]
    pub(crate) out: PathBuf,
    /// Write every pattern, each as its own function, except those whose kernels have loops or take squares; not for rust,
    /// and for c only with sve, rvv, vector128 or vector256
    #[arg(long, conflicts_with_all = ["kernels", "expressions", "name", "list"])]
    pub(crate) all: bool,
    /// List all languages instead of writing a file, with the number of operations of each kernel, what is proved, and the
    /// program that runs the text in setwise's tests
    #[arg(long, conflicts_with_all = ["isa", "lang", "dialect", "name"])]
    pub(crate) list: bool,
    #[arg(long, default_value = "rust", value_parser = kernel_language)]
    #[arg(help = format!("Language of the file: {}", one_of(&languages())))]
    pub(crate) lang: String,
    #[arg(long, value_name = "NAME", help = format!("Dialect: {}", dialects()))]
    pub(crate) dialect: Option<Script>,
}

fn kernel_language(name: &str) -> Result<String, String> {
    if languages().contains(&name) {
        Ok(name.to_string())
    } else {
        Err(format!("unknown language '{name}'; languages are {}", languages().join(", ")))
    }
}

/// Returns the names of all languages.
fn languages() -> Vec<&'static str> {
    let mut names = vec!["rust", "c"];
    for (language, _) in Script::ALL.map(Script::name) {
        if !names.contains(&language) {
            names.push(language);
        }
    }
    names
}

/// Returns the names of the dialects of each language that has some, such as `bigint or halves for js`.
fn dialects() -> String {
    let of = |language: &str| Script::named(language).filter_map(|script| script.name().1).collect::<Vec<_>>();
    let with_dialects = languages().into_iter().filter(|language| *language != "c" && !of(language).is_empty());
    with_dialects.map(|language| format!("{} for {language}", one_of(&of(language)))).collect::<Vec<_>>().join(", and ")
}

/// Joins several names, the last two with `or`.
fn one_of(names: &[&str]) -> String {
    let [names @ .., last] = names else { return String::new() };
    format!("{} or {last}", names.join(", "))
}

/// An instruction set for which a function is written, or all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Isa {
    One(InstructionSet),
    All,
    /// An instruction set of C whose text is read back, such as SVE.
    Script(Script),
}

fn instruction_set(name: &str) -> Result<Isa, String> {
    match name {
        "all" => Ok(Isa::All),
        _ if let Some(script) = of_c(name) => Ok(Isa::Script(script)),
        _ => name.parse().map(Isa::One).map_err(|error: String| {
            let of_c: Vec<&str> = Script::named("c").map(Script::short_name).collect();
            format!("{error}, {}, and all", of_c.join(", "))
        }),
    }
}

/// Returns the instruction set of C with this name whose text is read back.
fn of_c(name: &str) -> Option<Script> {
    Script::named("c").find(|script| script.name().1 == Some(name))
}

/// Writes a module for a leaper, without dependencies: a table of attacks from single squares, set-wise attacks, forks
/// and fills, and a test
#[derive(clap::Args)]
#[command(after_help = GEN_EXAMPLES)]
pub(crate) struct GenLeaper {
    /// NAME=STEPS, such as camel=3,1 or gnu=3,1;2,1, or the name of a built-in leaper, such as zebra
    pub(crate) leaper: Leaper,
    /// Output file, replaced if it exists; - is standard output
    #[arg(long, default_value = "-")]
    pub(crate) out: PathBuf,
    /// Language of the module: rust or c
    #[arg(long, default_value_t)]
    pub(crate) lang: Language,
}
