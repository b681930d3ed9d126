//! Writes a program as a text that can be read back: in a dialect of SQL, in Python for a library of arrays, in
//! JavaScript, WGSL or CUDA, or in C for SVE, RISC-V vectors or the vectors of GCC. One call computes whole columns or, in
//! some languages, one board.
//!
//! ```text
//! program     recorded operations                                 east(knights)
//!   lower     operations that the language has, without overflow  (knights & not file h) << 1
//!   print     expressions, and a frame around them                (knights::ubigint & 9187201950435737471::ubigint) << 1
//!   read      a program again, by the meaning of each word        input 0 & 0x7f7f7f7f7f7f7f7f, shifted up by 1
//! ```
//!
//! Each language is a row of `list.rs` and a `Definition` in the file of its family in `languages/`. The definition has the
//! syntax for the printer, and the meaning of each word for the reader.
//!
//! [`read`] does not share the syntax of the printer: it has its own list of the words of a language, with the meaning
//! that the language gives to them. It refuses a shift or a sum that could overflow where the language raises an error.
//! With the feature `proof`, `proof::equivalent` can therefore compare the text itself with the recorded program for all
//! boards.
//!
//! ```
//! use setwise_core::Prefix;
//! use setwise_ir::script::{Header, Script, read, write};
//! use setwise_ir::{Pattern, Record};
//!
//! let program = Pattern::KnightMoves.record(Prefix).unwrap();
//! let text = write(&program, Script::DuckDb, &Header::default()).unwrap();
//! assert!(text.contains("create or replace macro knight_moves(knights, own) as"));
//! assert_eq!(read(&text, Script::DuckDb, &program).unwrap().run(&[0x42, 0x1000]), [0x00A5_0800]);
//! ```

mod definition;
mod expression;
#[cfg(test)]
mod faults;
mod frame;
pub(crate) mod idioms;
mod languages;
mod list;
mod lower;
mod print;
mod read;
mod tokens;

use crate::Program;
use crate::emit::{EmitError, check_names};

pub use definition::Header;
pub use list::Script;
pub use read::read;

/// Returns the text of a function, a macro or a view that computes the program.
///
/// The inputs and results of the function have the names of the program. A name that the language reserves gets the
/// suffix `_`.
///
/// # Errors
///
/// Returns an error if a name is not an identifier in snake case, if the name of the program is reserved, if two inputs
/// or two results have the same name, if an input and a result have the same name, if a name is longer than the language
/// allows, or if there is no input or no result.
pub fn write(program: &Program, script: Script, header: &Header) -> Result<String, EmitError> {
    write_with(program, script, header, &script.definition().syntax)
}

/// Returns the number of different operations in the text of a program. An operation that the text contains several times
/// counts once, and operations that replace missing ones are included. If words have 32 bits, operations of both halves
/// count.
#[must_use]
pub fn operations(program: &Program, script: Script) -> usize {
    lower::lower(program, &script.definition().syntax).total()
}

/// Writes the text with a given syntax. Tests plant faults in the syntax.
fn write_with(
    program: &Program,
    script: Script,
    header: &Header,
    syntax: &definition::Syntax,
) -> Result<String, EmitError> {
    check_names(program)?;
    let language = script.definition();
    if (language.reserves)(program.name()) {
        return Err(EmitError::ReservedIn(program.name().into(), script.short_name()));
    }
    let columns = program.inputs().iter().map(String::as_str).chain(program.results().map(|(name, _)| name));
    let mut names = [program.name().to_string()].into_iter().chain(columns.map(|name| language.column(name)));
    if let Some(most) = language.longest_name
        && let Some(name) = names.find(|name| name.len() > most)
    {
        return Err(EmitError::Long(name, script.short_name(), most));
    }
    let lowered = lower::lower(program, syntax);
    // In a view, a converted input is a column of a query, so its name must differ from the names of the table's columns.
    let own = if language.is_view() { definition::OWN } else { "" };
    let inputs = frame::inputs(program, language);
    let body = print::print(&lowered, syntax, &inputs, own, &frame::prefix(program, language));
    Ok(frame::text(program, language, &body, header))
}
