//! Parses an assembly listing into functions with labels and instructions (in AT&T syntax, which the compiler writes).

use rustc_demangle::demangle;

/// A function: its readable name and its lines.
#[derive(Debug)]
pub(super) struct Function {
    /// The demangled name with types, without paths.
    name: String,
    pub(super) lines: Vec<Line>,
}

/// A line of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    Label(String),
    Instruction { mnemonic: String, operands: String },
}

impl Function {
    /// Returns whether the name contains this backend, as lanes and spread, and this kernel.
    pub(super) fn is_of(&self, backend: &str, kernel: &str) -> bool {
        let whole = |end| self.name.contains(&format!("{backend}{end}"));
        (whole(',') || whole('>')) && self.name.contains(kernel)
    }
}

/// Returns the functions of a listing.
pub(super) fn functions(listing: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    for line in listing.lines() {
        let code = line.split('#').next().unwrap_or_default().trim();
        if let Some(label) = code.strip_suffix(':') {
            if label.starts_with("_R") {
                functions.push(Function { name: readable(label), lines: Vec::new() });
            } else if let Some(function) = functions.last_mut() {
                function.lines.push(Line::Label(label.to_string()));
            }
        } else if !code.is_empty() && !code.starts_with('.') {
            let (mnemonic, operands) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
            let instruction = Line::Instruction { mnemonic: mnemonic.into(), operands: operands.trim().into() };
            if let Some(function) = functions.last_mut() {
                function.lines.push(instruction);
            }
        }
    }
    functions
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
    fn labels_and_instructions_are_told_apart() {
        let text = "_RNvC1a1b:\n\t.cfi_startproc\n.LBB0_1:\n\tvmovdqu\t(%rcx,%r9), %ymm3   # a comment\n\tretq\n";
        let functions = functions(text);
        assert_eq!(functions.len(), 1);
        assert_eq!(functions[0].lines.len(), 3);
        assert_eq!(functions[0].lines[0], Line::Label(".LBB0_1".into()));
        let load = Line::Instruction { mnemonic: "vmovdqu".into(), operands: "(%rcx,%r9), %ymm3".into() };
        assert_eq!(functions[0].lines[1], load);
    }

    #[test]
    fn names_lose_their_paths_and_keep_the_types_of_their_arguments() {
        let symbol = "_RINvC11batch_loops10batch_loopNtC12setwise_simd10FourBoardsNtC12setwise_core6PrefixE";
        assert_eq!(readable(symbol), "<FourBoards, Prefix>");
        let of = |name: &str| Function { name: name.into(), lines: Vec::new() };
        assert!(of("<Words<1>, Prefix, KnightAttacks>").is_of("Words<1>, Prefix", "KnightAttacks"));
        assert!(
            of("<(), Backend<FourBoards, Prefix>map<KnightAttacks, 1, 1>>")
                .is_of("FourBoards, Prefix", "KnightAttacks")
        );
        assert!(!of("<Words<1>, PrefixSerial, KnightAttacks>").is_of("Words<1>, Prefix", "KnightAttacks"));
        assert!(!of("<Words<1>, Prefix, KingAttacks>").is_of("Words<1>, Prefix", "KnightAttacks"));
    }
}
