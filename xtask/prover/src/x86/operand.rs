//! Operands of x86-64 in AT&T syntax.

use setwise_assembly::split_operands;

use crate::linear_expr::{LinearExpr, Symbol};
use crate::machine::Machine;

/// An operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operand {
    /// `$8`
    Immediate(i64),
    /// `%eax`: the name of the 64-bit register that contains the operand, and the width of the operand in bits.
    General(String, usize),
    /// `%ymm3`: the name of the 512-bit register that contains the operand, and the width of the operand in bits.
    Vector(String, usize),
    /// `32(%rdi,%rax,8)`
    Memory(Memory),
}

/// A memory operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Memory {
    label: Option<String>,
    displacement: i64,
    base: Option<String>,
    index: Option<String>,
    scale: u64,
}

/// Returns the operands of an instruction. The destination comes first, so the order is the reverse of the order in
/// the text.
///
/// # Errors
///
/// Returns an error that names the unknown operand.
pub(super) fn operands(text: &str) -> Result<Vec<Operand>, String> {
    split_operands(text).into_iter().rev().map(operand).collect()
}

fn operand(text: &str) -> Result<Operand, String> {
    let unknown = || format!("unknown operand `{text}`");
    if let Some(immediate) = text.strip_prefix('$') {
        return integer(immediate).map(Operand::Immediate).ok_or_else(unknown);
    }
    if text.contains('{') || text.contains("%fs:") {
        return Err(unknown());
    }
    match text.strip_prefix('%') {
        Some(register) => {
            if let Some((class @ ("xmm" | "ymm" | "zmm"), number)) = register.split_at_checked(3) {
                let width = [("xmm", 128), ("ymm", 256), ("zmm", 512)].iter().find(|(name, _)| *name == class);
                return Ok(Operand::Vector(format!("zmm{number}"), width.map_or(512, |(_, width)| *width)));
            }
            general(register).map(|(name, width)| Operand::General(name, width)).ok_or_else(unknown)
        }
        None => memory(text).map(Operand::Memory).ok_or_else(unknown),
    }
}

/// Returns the 64-bit register that contains the named register, and the width of the named register in bits.
fn general(register: &str) -> Option<(String, usize)> {
    const LETTERS: [&str; 8] = ["a", "b", "c", "d", "si", "di", "bp", "sp"];
    if let Some(number) = register.strip_prefix('r').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        let digits = number.trim_end_matches(|c: char| !c.is_ascii_digit());
        let width = match &number[digits.len()..] {
            "" => 64,
            "d" => 32,
            "w" => 16,
            "b" => 8,
            _ => return None,
        };
        return Some((format!("r{digits}"), width));
    }
    LETTERS.iter().find_map(|letters| {
        let (word, low) =
            if letters.len() == 1 { (format!("{letters}x"), letters) } else { (letters.to_string(), letters) };
        let width = match register {
            _ if register == format!("r{word}") => 64,
            _ if register == format!("e{word}") => 32,
            _ if register == word => 16,
            _ if register == format!("{low}l") => 8,
            _ => return None,
        };
        Some((format!("r{word}"), width))
    })
}

fn memory(text: &str) -> Option<Memory> {
    let (outside, inside) = text.split_once('(')?;
    let mut parts = inside.strip_suffix(')')?.split(',').map(str::trim);
    let mut register = || match parts.next().filter(|part| !part.is_empty()) {
        Some(part) => part.strip_prefix('%').map(|name| Some(name.to_string())),
        None => Some(None),
    };
    let (base, index) = (register()?, register()?);
    let scale = parts.next().map_or(Some(1), |scale| scale.parse().ok())?;
    let (label, displacement) = match integer(outside) {
        Some(displacement) => (None, displacement),
        None if outside.is_empty() => (None, 0),
        None => {
            let (label, displacement) = outside.split_once('+').unwrap_or((outside, "0"));
            (Some(label.to_string()), integer(displacement)?)
        }
    };
    Some(Memory { label, displacement, base, index, scale })
}

fn integer(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| text.parse().map(u64::cast_signed).ok())
}

impl Memory {
    pub(super) fn address(&self, machine: &Machine) -> LinearExpr {
        let constant = LinearExpr::constant(self.displacement.cast_unsigned());
        let register = |name: &Option<String>| match name.as_deref() {
            None | Some("rip") => LinearExpr::constant(0),
            Some(name) => machine.number(name),
        };
        let label = self.label.iter().map(|label| LinearExpr::symbol(Symbol::Label(label.clone())));
        let with_label = label.fold(constant, |sum, label| sum.plus(&label));
        with_label.plus(&register(&self.base)).plus(&register(&self.index).times(self.scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_destination_comes_first() {
        let read = operands("$248, 32(%rdi,%r8,8), %zmm3").unwrap();
        assert_eq!(read[0], Operand::Vector("zmm3".into(), 512));
        assert_eq!(read[2], Operand::Immediate(248));
        let Operand::Memory(memory) = &read[1] else { panic!("{read:?}") };
        assert_eq!((memory.displacement, memory.scale), (32, 8));
        assert_eq!((memory.base.as_deref(), memory.index.as_deref()), (Some("rdi"), Some("r8")));
    }

    #[test]
    fn parts_of_registers_are_their_registers() {
        for (text, register, width) in
            [("%eax", "rax", 32), ("%r10d", "r10", 32), ("%sil", "rsi", 8), ("%cl", "rcx", 8)]
        {
            assert_eq!(operands(text).unwrap(), [Operand::General(register.into(), width)], "{text}");
        }
    }

    #[test]
    fn labels_and_masks() {
        let read = operands(".LCPI0_0+16(%rip), %zmm3").unwrap();
        let Operand::Memory(memory) = &read[1] else { panic!("{read:?}") };
        assert_eq!((memory.label.as_deref(), memory.displacement), (Some(".LCPI0_0"), 16));
        assert!(operands("%zmm1, %zmm2 {%k1}").unwrap_err().contains("{%k1}"));
    }
}
