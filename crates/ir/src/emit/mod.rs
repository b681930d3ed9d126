//! Writes a program as source code: one C or Rust file without dependencies, for one or several instruction sets.
//!
//! ```text
//! program        recorded operations, for every processor     v1 = east(knights)
//!   lower        instructions of one set                      v1 = knights + knights in each byte
//!   write        text in one language                         v1 = _mm256_add_epi8(knights, knights)
//! ```
//!
//! The lowered program is a list of instructions that can be run, printed and proven equal to the recorded program: see
//! [`Lowered::program`]. Such a proof covers instruction selection ([`lower`]) for all boards, including the three-way
//! logic of AVX-512. It does not cover the text of each instruction, which is checked by the test in every emitted
//! file.
//!
//! ```
//! use setwise_core::{Prefix, patterns::KnightMoves};
//! use setwise_ir::Program;
//! use setwise_ir::emit::{InstructionSet, Language, Target, emit};
//!
//! let program = Program::record(KnightMoves, Prefix).unwrap().with_names("knight_moves", &["knights", "own"], &["moves"]);
//! let file = emit(&program, &Target::new(Language::C, &[InstructionSet::Avx2])).unwrap();
//! let inputs = "const uint64_t *in_knights, const uint64_t *in_own";
//! assert!(file.contains(&format!("void knight_moves_avx2({inputs}, uint64_t *out_moves, size_t boards)")));
//! ```
//!
//! # The emitted functions
//!
//! A function takes a column for each input, then a column for each result, in the order of the program. All columns
//! contain the same number of boards. In C, this number is the last parameter, as in `setwise.h`.
//!
//! A function computes full registers. If boards are left over, the function computes one more full register, which
//! ends at the end of the columns. Some boards are then computed twice, so columns of results must not overlap other
//! columns. If there are fewer boards than a register holds, they are copied to a full register, which is padded with
//! empty boards.
//!
//! With [`Target::one_board`], the functions compute one board instead, and the file contains a table of the results
//! for single squares. [`emit_leaper`] writes such a file for a leaper, and adds functions for fills and for the
//! squares that at least two members of a set attack. The command `setwise gen leaper` uses [`emit_leaper`].

mod c;
mod computed;
mod helpers;
mod lower;
mod lowered;
mod lut_mapping;
mod module;
mod names;
mod rebalance;
mod rust;
mod sample;
mod spelling;
mod target;
mod writer;

use std::error::Error;
use std::fmt;

pub use lower::lower;
pub use lowered::{Instruction, Line, Lowered};
pub(crate) use names::is_reserved as is_reserved_in_c;
pub use target::{InstructionSet, Language, Target};

use crate::leaper::{invalid_name, is_identifier};
use crate::{Leaper, Program};
use module::Module;

/// Returns the text of a file whose functions compute the program, over columns or for one board.
///
/// # Errors
///
/// Returns an error in these cases:
///
/// - A name is not an identifier in snake case.
/// - The program's name is reserved, or is the name of a function of the C library.
/// - The name of a parameter begins with the name of a function, and could hide this function.
/// - Two inputs or two results have the same name, or an input and a result have the same name.
/// - There is no instruction set, no input or no result.
/// - Functions for one board are requested, but the program has several inputs or results.
pub fn emit(program: &Program, target: &Target) -> Result<String, EmitError> {
    check(program, target)?;
    let module = Module::new(program, target);
    if let Some(name) = module.ambiguous() {
        return Err(EmitError::Reserved(name));
    }
    Ok(text(&module))
}

/// Returns the text of a file for a leaper: a table of the attacks from single squares, and functions that take any
/// set. One function computes the squares that the set attacks, and another the squares that at least two of its
/// members attack. Two more functions compute fills. The instruction sets of `target` are ignored.
///
/// ```
/// use setwise_ir::Leaper;
/// use setwise_ir::emit::{Language, Target, emit_leaper};
///
/// let camel: Leaper = "camel".parse().unwrap();
/// let module = emit_leaper(&camel, &Target::one_board(Language::Rust));
/// assert!(module.contains("pub const fn camel_flood(start: u64, path: u64) -> u64 {"));
/// ```
#[must_use]
pub fn emit_leaper(leaper: &Leaper, target: &Target) -> String {
    let target = Target { sets: vec![InstructionSet::Scalar], dispatch: false, one_board: true, ..target.clone() };
    text(&Module::of_leaper(leaper.name(), &leaper.attacks(), &leaper.attacks_at_least_two(), &target))
}

fn text(module: &Module<'_>) -> String {
    match module.target.language {
        Language::C => writer::text::<c::C>(module),
        Language::Rust => writer::text::<rust::Rust>(module),
    }
}

fn check(program: &Program, target: &Target) -> Result<(), EmitError> {
    check_names(program)?;
    if names::is_reserved(program.name()) {
        return Err(EmitError::Reserved(program.name().into()));
    }
    if names::is_of_c_library(program.name()) {
        return Err(EmitError::OfCLibrary(program.name().into()));
    }
    if target.sets(program).is_empty() {
        return Err(EmitError::Nothing);
    }
    if target.one_board && (program.inputs().len(), program.results().len()) != (1, 1) {
        return Err(EmitError::Several(program.name().into()));
    }
    Ok(())
}

/// Checks that all names are identifiers in snake case, that all inputs and results have different names, and that there
/// is at least one of each.
pub(crate) fn check_names(program: &Program) -> Result<(), EmitError> {
    let inputs = || program.inputs().iter().map(String::as_str);
    let results = || program.results().map(|(name, _)| name);
    if let Some(name) = [program.name()].into_iter().chain(inputs()).chain(results()).find(|name| !is_identifier(name))
    {
        return Err(EmitError::Name(name.into()));
    }
    let twice =
        |names: Vec<&str>| (1..names.len()).find(|n| names[..*n].contains(&names[*n])).map(|n| names[n].to_string());
    if let Some(name) = twice(inputs().collect()).or_else(|| twice(results().collect())) {
        return Err(EmitError::Twice(name));
    }
    if let Some(name) = results().find(|name| inputs().any(|input| input == *name)) {
        return Err(EmitError::Both(name.into()));
    }
    if program.inputs().is_empty() || program.results().len() == 0 { Err(EmitError::Nothing) } else { Ok(()) }
}

/// The reason why a program cannot be written in a language.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmitError {
    /// The name of the program, of an input or of a result is not an identifier in snake case.
    Name(String),
    /// The program's name is reserved by a language, by the emitted file or by a C header, or the parameter with this
    /// name could hide a function.
    Reserved(String),
    /// This language reserves the program's name.
    ReservedIn(String, &'static str),
    /// A name is longer than this number of bytes, and this language would cut it.
    Long(String, &'static str, usize),
    /// The C library has a function with the program's name.
    OfCLibrary(String),
    /// Two inputs or two results have this name.
    Twice(String),
    /// An input and a result have this name.
    Both(String),
    /// There is no instruction set, no input or no result.
    Nothing,
    /// The program with this name has several inputs or results, so there is no table of its results for single
    /// squares.
    Several(String),
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(&invalid_name(name)),
            Self::Reserved(name) => write!(f, "the name '{name}' is reserved"),
            Self::ReservedIn(name, language) => {
                write!(f, "the name '{name}' is reserved in {language}, expected another name")
            }
            Self::Long(name, language, most) => write!(
                f,
                "the name '{name}' has {} bytes, expected at most {most}, because {language} cuts longer names",
                name.len()
            ),
            Self::OfCLibrary(name) => {
                write!(f, "the name '{name}' is that of a function of the C library, expected another name")
            }
            Self::Twice(name) => write!(f, "two columns are named '{name}'"),
            Self::Both(name) => write!(f, "'{name}' is both an input and a result, expected different names"),
            Self::Nothing => f.write_str("nothing to emit: expected at least one instruction set, input and result"),
            Self::Several(name) => write!(f, "{name} has several inputs or results, expected one of each for a table"),
        }
    }
}

impl Error for EmitError {}
