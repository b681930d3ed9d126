//! Reads assembly listings that `rustc --emit asm` writes: functions, constants, control flow and innermost loops.
//!
//! [`batch_loops`] counts the instructions of the library's loops, and the prover executes these loops on all boards at
//! once. Both [`batch_loops`] and the prover use the other modules of this crate to find the loops of a function. A
//! [`Dialect`] defines the syntax of comments, and where execution continues after each instruction.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr, reason = "the macros panic if the output cannot be written")]

pub mod batch_loops;
mod data;
mod flow;
mod listing;

use std::fmt;

pub use data::Data;
pub use flow::{BasicBlock, Flow, InnermostLoop};
pub use listing::{Function, Line, functions};

/// The assembly language of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// x86-64 in AT&T syntax.
    X86,
    /// `AArch64`.
    Arm,
    /// WebAssembly. [`functions()`] replaces its blocks with labels and jumps.
    Wasm,
}

/// An instruction, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// The name of the instruction, such as `vpaddb`.
    pub mnemonic: String,
    /// The operands, such as `%ymm2, %ymm2, %ymm3`.
    pub operands: String,
    /// The line number in the listing, counted from 1.
    pub line: usize,
}

/// Where execution continues after an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control<'a> {
    /// At the next instruction.
    Next,
    /// At one of the labels.
    Jump(Vec<&'a str>),
    /// At one of the labels or at the next instruction.
    Branch(Vec<&'a str>),
    /// The function returns or traps.
    End,
}

/// Splits a text into operands, at the commas that are not in brackets.
#[must_use]
pub fn split_operands(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_end = |c: char| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        c == ',' && depth == 0
    };
    text.split(is_end).map(str::trim).filter(|part| !part.is_empty()).collect()
}

impl Dialect {
    /// Returns the code of a line, without comments or surrounding spaces.
    pub(crate) fn code(self, line: &str) -> &str {
        let comments: &[&str] = match self {
            Self::X86 | Self::Wasm => &["#"],
            Self::Arm => &["//", "/*"],
        };
        let end = comments.iter().filter_map(|comment| line.find(comment)).min().unwrap_or(line.len());
        line[..end].trim()
    }

    /// Returns where execution continues after an instruction.
    #[must_use]
    pub fn control(self, instruction: &Instruction) -> Control<'_> {
        let last = instruction.operands.rsplit([' ', '\t', ',']).next().unwrap_or_default();
        let all = || instruction.operands.split_whitespace().collect();
        match (self, instruction.mnemonic.as_str()) {
            (Self::X86, "jmp" | "jmpq") | (Self::Arm, "b") => Control::Jump(vec![last]),
            (Self::X86, "ud2" | "retq" | "ret") | (Self::Arm, "ret" | "brk" | "br") => Control::End,
            (Self::X86, jump) if jump.starts_with('j') => Control::Branch(vec![last]),
            (Self::Arm, branch) if branch.starts_with("b.") => Control::Branch(vec![last]),
            (Self::Arm, "cbz" | "cbnz" | "tbz" | "tbnz") => Control::Branch(vec![last]),
            (Self::Wasm, "br_if") => Control::Branch(vec![last]),
            (Self::Wasm, "br" | "br_table") => Control::Jump(all()),
            (Self::Wasm, "return" | "unreachable" | "end_function") => Control::End,
            _ => Control::Next,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X86 => "x86_64",
            Self::Arm => "aarch64",
            Self::Wasm => "wasm32",
        })
    }
}
