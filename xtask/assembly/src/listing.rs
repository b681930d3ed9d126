//! Splits a listing into functions with labels and instructions.

use rustc_demangle::demangle;

use crate::{Dialect, Instruction};

/// A function: its readable name and its lines.
#[derive(Debug, Clone)]
pub struct Function {
    /// The demangled name, with types but without paths.
    pub name: String,
    /// The path of the function, without its type arguments, such as `setwise_core::batch::map::map_long`.
    pub path: String,
    /// The labels and instructions, in the order of the listing.
    pub lines: Vec<Line>,
}

/// A line of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A label, without its colon.
    Label(String),
    /// An instruction.
    Instruction(Instruction),
}

impl Function {
    /// Returns whether the name contains the backend and the kernel. `backend` consists of lanes and spread, such as
    /// `FourBoards, Prefix`.
    #[must_use]
    pub fn is_of(&self, backend: &str, kernel: &str) -> bool {
        let whole = |end| self.name.contains(&format!("{backend}{end}"));
        (whole(',') || whole('>')) && self.name.contains(kernel)
    }
}

/// Returns the functions of a listing whose names are mangled with Rust's v0 scheme. Directives are omitted.
#[must_use]
pub fn functions(listing: &str, dialect: Dialect) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    for (n, line) in listing.lines().enumerate() {
        let code = dialect.code(line);
        if let Some(label) = code.strip_suffix(':') {
            if label.starts_with("_R") {
                functions.push(Function { name: readable(label), path: path(label), lines: Vec::new() });
            } else if let Some(function) = functions.last_mut() {
                function.lines.push(Line::Label(label.to_string()));
            }
        } else if !code.is_empty() && !code.starts_with('.') {
            let (mnemonic, operands) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
            let instruction = Instruction { mnemonic: mnemonic.into(), operands: operands.trim().into(), line: n + 1 };
            if let Some(function) = functions.last_mut() {
                function.lines.push(Line::Instruction(instruction));
            }
        }
    }
    if dialect == Dialect::Wasm {
        functions.iter_mut().for_each(|function| function.lines = with_jumps(&function.lines));
    }
    functions
}

/// Replaces the blocks of WebAssembly with labels, and the depths of branches with the names of these labels.
///
/// ```text
/// block              loop               loop2:
///   ...                ...                ...
///   br_if 0            br_if 0            br_if loop2
///   ...                ...
/// end_block          end_loop
/// ```
fn with_jumps(lines: &[Line]) -> Vec<Line> {
    let mut open: Vec<String> = vec!["end".into()];
    let mut jumps = Vec::new();
    for line in lines {
        let Line::Instruction(instruction) = line else { continue };
        match instruction.mnemonic.as_str() {
            "block" => open.push(format!("block{}", instruction.line)),
            "loop" => {
                let label = format!("loop{}", instruction.line);
                jumps.push(Line::Label(label.clone()));
                open.push(label);
            }
            "end_block" => jumps.extend(open.pop().map(Line::Label)),
            "end_loop" => drop(open.pop()),
            // The compiler structures code only with `block` and `loop`. If a function has other structures, its labels
            // would be wrong, so its lines are dropped.
            "if" | "else" | "try" | "try_table" => return Vec::new(),
            "br" | "br_if" | "br_table" => {
                let depths =
                    instruction.operands.split(|c: char| !c.is_ascii_digit()).filter(|depth| !depth.is_empty());
                let label = |depth: &str| open.iter().rev().nth(depth.parse().unwrap_or(0)).cloned();
                let operands: Vec<String> = depths.filter_map(label).collect();
                jumps.push(Line::Instruction(Instruction { operands: operands.join(" "), ..instruction.clone() }));
            }
            _ => jumps.push(line.clone()),
        }
    }
    jumps
}

/// Returns the path of a function without its type arguments.
fn path(symbol: &str) -> String {
    let name = format!("{:#}", demangle(symbol));
    name.split_once("::<").map_or(name.as_str(), |(path, _)| path).to_string()
}

/// Returns the demangled name without paths. The types remain: `<Map<FourBoards, Prefix, KnightAttacks, 1, 1>>`.
fn readable(symbol: &str) -> String {
    let name = format!("{:#}", demangle(symbol)).replace("usize", "");
    let mut short = String::new();
    let mut word = String::new();
    for c in name.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else if c == ':' {
            word.clear();
        } else {
            short += &word;
            word.clear();
            short.push(c);
        }
    }
    short + &word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_of_webassembly_get_labels() {
        let text =
            "_RNvC1a1b:\nblock\nblock\nbr_if 1\nloop\nbr_if 0\nbr 2\nend_loop\nend_block\nend_block\nend_function\n";
        let lines = &functions(text, Dialect::Wasm)[0].lines;
        let text = |line: &Line| match line {
            Line::Label(label) => format!("{label}:"),
            Line::Instruction(instruction) => format!("{} {}", instruction.mnemonic, instruction.operands),
        };
        let texts: Vec<String> = lines.iter().map(text).collect();
        let expected = ["br_if block2", "loop5:", "br_if loop5", "br block2", "block3:", "block2:", "end_function "];
        assert_eq!(texts, expected);
    }

    #[test]
    fn names_lose_their_paths_and_keep_the_types_of_their_arguments() {
        let symbol = "_RINvC11batch_loops10batch_loopNtC12setwise_simd10FourBoardsNtC12setwise_core6PrefixE";
        assert_eq!(readable(symbol), "<FourBoards, Prefix>");
        let of = |name: &str| Function { name: name.into(), path: String::new(), lines: Vec::new() };
        assert!(of("<Words<1>, Prefix, KnightAttacks>").is_of("Words<1>, Prefix", "KnightAttacks"));
        assert!(
            of("<(), map_on<FourBoards, Prefix, KnightAttacks, 1, 1>>").is_of("FourBoards, Prefix", "KnightAttacks")
        );
        assert!(!of("<Words<1>, PrefixSerial, KnightAttacks>").is_of("Words<1>, Prefix", "KnightAttacks"));
        assert!(!of("<Words<1>, Prefix, KingAttacks>").is_of("Words<1>, Prefix", "KnightAttacks"));
    }
}
