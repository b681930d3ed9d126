//! Operands of `AArch64`.

use setwise_assembly::split_operands;

use crate::linear_expr::{LinearExpr, Symbol};
use crate::machine::Machine;

/// An operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operand {
    /// `#8`
    Immediate(i64),
    /// `x3` or `w3`: the 64-bit register, and the width of the operand in bits.
    General(String, usize),
    /// `v3.2d`, `q3`, `d3` or `v3.d[1]`.
    Vector(Vector),
    /// `[x8, #16]`, `[x8, x9, lsl #3]`, `[x8, :lo12:label]`, `[x8, #16]!`.
    Memory(Memory),
    /// `lsl #8`: a shift of the previous operand.
    Shifted(u32),
    /// `.LCPI0_0` in `adrp`.
    Label(String),
}

/// A vector register or an element of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Vector {
    /// The 128-bit register.
    pub(super) name: String,
    /// The size of a lane in bits.
    pub(super) lane: usize,
    /// The number of bits of the register that are used.
    pub(super) width: usize,
    /// The index of the element, or `None` for a whole register.
    pub(super) element: Option<usize>,
}

/// A memory operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Memory {
    /// The base register.
    pub(super) base: String,
    offset: i64,
    index: Option<(String, u32)>,
    /// The label in `:lo12:label`, which adds the lowest 12 bits of the address of this label.
    low: Option<String>,
    /// Whether the address is written to the base register before the access.
    pub(super) is_written: bool,
}

/// Returns the operands of an instruction, in the order of the text.
///
/// # Errors
///
/// Returns an error that names the unknown operand.
pub(super) fn operands(text: &str) -> Result<Vec<Operand>, String> {
    let parts = split_operands(text).into_iter();
    parts.map(|part| operand(part).ok_or_else(|| format!("unknown operand `{part}`"))).collect()
}

fn operand(text: &str) -> Option<Operand> {
    if let Some(immediate) = text.strip_prefix('#') {
        return integer(immediate).map(Operand::Immediate);
    }
    if let Some(list) = text.strip_prefix('{') {
        return vector(list.strip_suffix('}')?.trim()).map(Operand::Vector);
    }
    if let Some(places) = text.strip_prefix("lsl #") {
        return places.parse().ok().map(Operand::Shifted);
    }
    if let Some(inside) = text.strip_prefix('[') {
        return memory(inside).map(Operand::Memory);
    }
    let register = general(text).map(|(name, width)| Operand::General(name, width));
    register
        .or_else(|| vector(text).map(Operand::Vector))
        .or_else(|| text.starts_with('.').then(|| Operand::Label(text.into())))
}

fn integer(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok().map(u64::cast_signed),
        None => text.parse().ok(),
    }
}

/// Returns the 64-bit register that contains the named register, and the width of the named register in bits.
fn general(text: &str) -> Option<(String, usize)> {
    match text {
        "sp" | "xzr" => return Some((text.into(), 64)),
        "wzr" => return Some(("xzr".into(), 32)),
        _ => {}
    }
    let (class, number) = text.split_at_checked(1)?;
    number.parse::<u8>().ok()?;
    match class {
        "x" => Some((text.into(), 64)),
        "w" => Some((format!("x{number}"), 32)),
        _ => None,
    }
}

fn vector(text: &str) -> Option<Vector> {
    let (class, rest) = text.split_at_checked(1)?;
    let size = |letter| match letter {
        "b" => Some(8),
        "h" => Some(16),
        "s" => Some(32),
        "d" => Some(64),
        "q" => Some(128),
        _ => None,
    };
    if class != "v" {
        let number: u8 = rest.parse().ok()?;
        let width = size(class)?;
        return Some(Vector { name: format!("v{number}"), lane: width, width, element: None });
    }
    let (number, arrangement) = rest.split_once('.')?;
    let name = format!("v{}", number.parse::<u8>().ok()?);
    if let Some((letter, element)) = arrangement.split_once('[') {
        let (lane, element) = (size(letter)?, element.strip_suffix(']')?.parse().ok()?);
        return Some(Vector { name, lane, width: 128, element: Some(element) });
    }
    let letter = arrangement.trim_start_matches(|c: char| c.is_ascii_digit());
    let lane = size(letter)?;
    let count: usize = arrangement.strip_suffix(letter)?.parse().ok()?;
    Some(Vector { name, lane, width: lane * count, element: None })
}

fn memory(inside: &str) -> Option<Memory> {
    let (inside, end) = inside.split_once(']')?;
    let mut parts = inside.split(',').map(str::trim);
    let (base, _) = general(parts.next()?)?;
    let mut memory = Memory { base, offset: 0, index: None, low: None, is_written: end == "!" };
    match parts.next() {
        None => {}
        Some(offset) if offset.starts_with('#') => memory.offset = integer(&offset[1..])?,
        Some(offset) if offset.starts_with(":lo12:") => memory.low = Some(offset[6..].into()),
        Some(index) => {
            let (name, width) = general(index)?;
            let places = parts.next().map_or(Some(0), |shift| shift.strip_prefix("lsl #")?.parse().ok())?;
            memory.index = (width == 64).then_some((name, places));
            memory.index.as_ref()?;
        }
    }
    Some(memory)
}

impl Memory {
    pub(super) fn address(&self, machine: &Machine) -> LinearExpr {
        let base = machine.number(&self.base).offset(self.offset.cast_unsigned());
        let base = self.low.iter().fold(base, |sum, name| sum.plus(&LinearExpr::symbol(Symbol::Low(name.clone()))));
        self.index.iter().fold(base, |sum, (index, places)| sum.plus(&machine.number(index).times(1 << places)))
    }
}

/// Returns the result of `adrp`: the address of a label without its lowest 12 bits. An operand `:lo12:` with the same
/// label adds these bits.
pub(super) fn page(name: &str) -> LinearExpr {
    LinearExpr::symbol(Symbol::Label(name.into())).minus(&LinearExpr::symbol(Symbol::Low(name.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_elements() {
        let vector =
            |name: &str, lane, width, element| Operand::Vector(Vector { name: name.into(), lane, width, element });
        let read = operands("v2.16b, q3, d4, v5.d[1], { v6.16b }").unwrap();
        let expected = [
            vector("v2", 8, 128, None),
            vector("v3", 128, 128, None),
            vector("v4", 64, 64, None),
            vector("v5", 64, 128, Some(1)),
            vector("v6", 8, 128, None),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn memory_with_offset_index_and_label() {
        let read = operands("q0, [x8, x9, lsl #3], #16").unwrap();
        let Operand::Memory(memory) = &read[1] else { panic!("{read:?}") };
        assert_eq!((memory.base.as_str(), memory.index.as_ref()), ("x8", Some(&("x9".to_string(), 3))));
        assert_eq!(read[2], Operand::Immediate(16));
        assert!(operands("q0, [x8, :lo12:.LCPI0_0]").is_ok());
        assert_eq!(operands("v1.5x").unwrap_err(), "unknown operand `v1.5x`");
    }
}
