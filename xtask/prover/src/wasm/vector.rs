//! Executes vector instructions.

use crate::bits::{Bit, BitVec, Term, fixed, registers};
use crate::machine::{Machine, Value};

use super::scalar::{address, pop, pop_number};
use super::table::{Operation, TABLE};

/// The width of a vector.
const WIDTH: usize = 128;

/// Executes a vector instruction. Returns the value that it puts on the stack.
pub(super) fn step<T: Term>(
    machine: &mut Machine<T>,
    mnemonic: &str,
    operands: &str,
) -> Result<Option<Value<T>>, String> {
    let bits = match mnemonic {
        "v128.const" => constant(operands).ok_or("unknown form of the instruction")?,
        "v128.load" => {
            let address = address(machine, operands)?;
            machine.load(&address, WIDTH)
        }
        "v128.load64_splat" => {
            let address = address(machine, operands)?;
            registers::broadcast(&machine.load(&address, 64), WIDTH)
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

/// Returns what a vector instruction computes. The last operand is taken from the stack first.
fn result<T: Term>(machine: &mut Machine<T>, operation: Operation) -> Result<BitVec<T>, String> {
    Ok(match operation {
        Operation::Pair(pair, lane) => {
            let (b, a) = (pop_bits(machine), pop_bits(machine));
            pair.of(&a, &b, lane, false)
        }
        Operation::Not => registers::not(&pop_bits(machine)),
        Operation::Select => {
            let [mask, no, yes] = [(); 3].map(|()| pop_bits(machine));
            registers::select(&mask, &yes, &no)
        }
        Operation::Shift(direction, lane) => {
            let places = pop_number(machine).as_constant().ok_or("the shift count is not constant")?;
            direction.of(&pop_bits(machine), lane, places as usize % lane)
        }
        Operation::Splat(lane) => {
            let word = pop_number(machine).as_constant();
            let element = word.map_or_else(|| vec![Bit::Unknown; 64], |word| fixed(&word.to_le_bytes()));
            registers::broadcast(&element[..lane], WIDTH)
        }
        Operation::Counts => registers::counts(&pop_bits(machine), 8),
        Operation::PairSums(lane) => registers::sums(&pop_bits(machine), lane / 2, lane),
        Operation::LookUp => {
            let (index, table) = (pop_bits(machine), pop_bits(machine));
            registers::look_up(&table, &index, 0xF0)
        }
    })
}

/// Returns a constant of 16 bytes, given as parts of equal size.
fn constant<T: Term>(operands: &str) -> Option<BitVec<T>> {
    let parts: Vec<&str> = operands.split(',').map(str::trim).collect();
    let lane = WIDTH.checked_div(parts.len()).filter(|lane| lane * parts.len() == WIDTH && *lane <= 64)?;
    let part = |part: &&str| {
        let word = part.parse::<u64>().ok().or_else(|| part.parse::<i64>().ok().map(i64::cast_unsigned))?;
        Some(fixed(&word.to_le_bytes())[..lane].to_vec())
    };
    parts.iter().map(part).collect::<Option<Vec<_>>>().map(|parts| parts.concat())
}

/// Takes a vector from the stack.
fn pop_bits<T: Term>(machine: &mut Machine<T>) -> BitVec<T> {
    match pop(machine) {
        Value::Bits(bits) => bits,
        _ => vec![Bit::Unknown; WIDTH],
    }
}
