//! Executes vector instructions. [`TABLE`] contains the operation of each instruction.

use crate::bits::registers::{self, Direction, Pair};
use crate::bits::{Bit, BitVec, fixed};
use crate::machine::{Machine, Value};

use super::scalar::{address, pop, pop_number};

/// The operation of a vector instruction. Sizes are in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A function of two operands, and the size of lanes.
    Pair(Pair, usize),
    /// The complement.
    Not,
    /// A shift of lanes of this size. The number of places is an operand, taken modulo the size.
    Shift(Direction, usize),
}

/// All known vector instructions except constants, loads and stores.
pub const TABLE: &[(&str, Operation)] = &[
    ("v128.and", Operation::Pair(Pair::And, 64)),
    ("v128.andnot", Operation::Pair(Pair::AndNot, 64)),
    ("v128.or", Operation::Pair(Pair::Or, 64)),
    ("v128.xor", Operation::Pair(Pair::Xor, 64)),
    ("v128.not", Operation::Not),
    ("i8x16.add", Operation::Pair(Pair::Add, 8)),
    ("i16x8.add", Operation::Pair(Pair::Add, 16)),
    ("i32x4.add", Operation::Pair(Pair::Add, 32)),
    ("i64x2.add", Operation::Pair(Pair::Add, 64)),
    ("i8x16.shl", Operation::Shift(Direction::Up, 8)),
    ("i16x8.shl", Operation::Shift(Direction::Up, 16)),
    ("i32x4.shl", Operation::Shift(Direction::Up, 32)),
    ("i64x2.shl", Operation::Shift(Direction::Up, 64)),
    ("i8x16.shr_u", Operation::Shift(Direction::Down, 8)),
    ("i16x8.shr_u", Operation::Shift(Direction::Down, 16)),
    ("i32x4.shr_u", Operation::Shift(Direction::Down, 32)),
    ("i64x2.shr_u", Operation::Shift(Direction::Down, 64)),
];

/// The width of a vector in bits.
const WIDTH: usize = 128;

/// Executes a vector instruction. Returns the value that the instruction puts on the stack.
pub(super) fn step(machine: &mut Machine, mnemonic: &str, operands: &str) -> Result<Option<Value>, String> {
    let bits = match mnemonic {
        "v128.const" => constant(operands).ok_or("unknown form of the instruction")?,
        "v128.load" => {
            let address = address(machine, operands)?;
            machine.load(&address, WIDTH)
        }
        "v128.store" => {
            let bits = pop_bits(machine);
            let address = address(machine, operands)?;
            machine.store(address, bits);
            return Ok(None);
        }
        name => {
            let (_, operation) = TABLE.iter().find(|(known, _)| *known == name).ok_or("unknown instruction")?;
            result(machine, *operation)?
        }
    };
    Ok(Some(Value::Bits(bits)))
}

/// Returns the result of a vector instruction. The last operand is taken from the stack first.
fn result(machine: &mut Machine, operation: Operation) -> Result<BitVec, String> {
    Ok(match operation {
        Operation::Pair(pair, lane) => {
            let (b, a) = (pop_bits(machine), pop_bits(machine));
            pair.of(&a, &b, lane, false)
        }
        Operation::Not => registers::not(&pop_bits(machine)),
        Operation::Shift(direction, lane) => {
            let places = pop_number(machine).as_constant().ok_or("the shift count is not constant")?;
            direction.of(&pop_bits(machine), lane, places as usize % lane)
        }
    })
}

/// Returns a constant of 16 bytes that is given as parts of equal size, or `None` if the text has another form.
fn constant(operands: &str) -> Option<BitVec> {
    let parts: Vec<&str> = operands.split(',').map(str::trim).collect();
    let lane = WIDTH.checked_div(parts.len()).filter(|lane| lane * parts.len() == WIDTH && *lane <= 64)?;
    let part = |part: &&str| {
        let word = part.parse::<u64>().ok().or_else(|| part.parse::<i64>().ok().map(i64::cast_unsigned))?;
        Some(fixed(&word.to_le_bytes())[..lane].to_vec())
    };
    parts.iter().map(part).collect::<Option<Vec<_>>>().map(|parts| parts.concat())
}

/// Takes a vector from the stack.
fn pop_bits(machine: &mut Machine) -> BitVec {
    match pop(machine) {
        Value::Bits(bits) => bits,
        _ => vec![Bit::Unknown; WIDTH],
    }
}
