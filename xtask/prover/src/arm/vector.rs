//! Executes vector instructions. A write to the lower half of a register clears the upper half.

use crate::bits::{Bit, BitVec, Term, arithmetic, as_word, fixed, logic, shift, shuffle};
use crate::linear_expr::LinearExpr;
use crate::machine::Machine;

use super::operand::{Operand, Vector};
use super::scalar::addressed;
use super::table::{Operation, TABLE};

/// The width of a register.
const WIDTH: usize = 128;

/// Executes a vector instruction.
pub(super) fn step<T: Term>(machine: &mut Machine<T>, mnemonic: &str, operands: &[Operand]) -> Result<(), String> {
    use Operand::{General, Memory, Vector};
    match (mnemonic, operands) {
        ("ldr" | "ldur" | "ld1", [Vector(to), Memory(memory), rest @ ..]) if to.element.is_none() => {
            let address = addressed(machine, memory, rest);
            let bits = machine.load(&address, to.width);
            write(machine, to, bits);
        }
        ("ld1r", [Vector(to), Memory(memory), rest @ ..]) => {
            let address = addressed(machine, memory, rest);
            let element = machine.load(&address, to.lane);
            write(machine, to, shuffle::broadcast(&element, to.width));
        }
        ("ldp", [Vector(a), Vector(b), Memory(memory), rest @ ..]) => {
            let address = addressed(machine, memory, rest);
            for (n, to) in [a, b].into_iter().enumerate() {
                let bits = machine.load(&address.offset((n * to.width / 8) as u64), to.width);
                write(machine, to, bits);
            }
        }
        ("str" | "stur" | "st1", [Vector(from), Memory(memory), rest @ ..]) if from.element.is_none() => {
            let address = addressed(machine, memory, rest);
            let bits = machine.bits(&from.name, from.width);
            machine.store(address, bits);
        }
        ("stp", [Vector(a), Vector(b), Memory(memory), rest @ ..]) => {
            let address = addressed(machine, memory, rest);
            for (n, from) in [a, b].into_iter().enumerate() {
                let bits = machine.bits(&from.name, from.width);
                machine.store(address.offset((n * from.width / 8) as u64), bits);
            }
        }
        ("fmov" | "umov" | "mov", [General(to, 64), from @ Vector(_)]) => {
            match as_word(&source(machine, from, 64, 64)?) {
                Some(word) => machine.set_number(to, LinearExpr::constant(word)),
                None => machine.forget(to),
            }
        }
        (_, [Vector(to), from @ ..]) => {
            let known = TABLE.iter().find(|(name, _)| *name == mnemonic).ok_or("unknown instruction")?;
            let bits = result(machine, known.1, to, from)?;
            write(machine, to, bits);
        }
        _ => return Err("unknown instruction".into()),
    }
    Ok(())
}

/// Returns the result of an instruction.
fn result<T: Term>(
    machine: &Machine<T>,
    operation: Operation,
    to: &Vector,
    from: &[Operand],
) -> Result<BitVec<T>, String> {
    use Operand::{Immediate, Shifted};
    let Vector { lane, width, .. } = *to;
    let old = || machine.bits(&to.name, width);
    let read = |operand: &Operand| source(machine, operand, lane, width);
    let each = |a: &Operand, b: &Operand, of: fn(&Bit<T>, &Bit<T>) -> Bit<T>| {
        let all = |value| Ok(vec![Bit::Fixed(value); width]);
        match operation {
            Operation::Xor | Operation::AndNot if a == b => all(false),
            Operation::OrNot if a == b => all(true),
            _ => Ok(logic::each(&read(a)?, &read(b)?, of)),
        }
    };
    match (operation, from) {
        // With an immediate, the destination is also the first source.
        (Operation::Or, [Immediate(_), ..]) => Ok(logic::each(&old(), &shifted_immediate(from, lane, width)?, Bit::or)),
        (Operation::AndNot, [Immediate(_), ..]) => {
            Ok(logic::each(&old(), &shifted_immediate(from, lane, width)?, |a, b| a.and(&b.not())))
        }
        (Operation::Move, [Immediate(_), ..]) => shifted_immediate(from, lane, width),
        (Operation::Not, [Immediate(_), ..]) => Ok(logic::not(&shifted_immediate(from, lane, width)?)),
        (Operation::And, [a, b]) => each(a, b, Bit::and),
        (Operation::AndNot, [a, b]) => each(a, b, |a, b| a.and(&b.not())),
        (Operation::Or, [a, b]) => each(a, b, Bit::or),
        (Operation::OrNot, [a, b]) => each(a, b, |a, b| a.or(&b.not())),
        (Operation::Xor, [a, b]) => each(a, b, Bit::xor),
        (Operation::Move, [from]) if to.element.is_none() => read(from),
        (Operation::Not, [from]) => Ok(logic::not(&read(from)?)),
        (Operation::Select, [yes, no]) => Ok(logic::select(&old(), &read(yes)?, &read(no)?)),
        (Operation::InsertIfTrue, [new, mask]) => Ok(logic::select(&read(mask)?, &read(new)?, &old())),
        (Operation::InsertIfFalse, [new, mask]) => Ok(logic::select(&read(mask)?, &old(), &read(new)?)),
        (Operation::Add, [a, b]) => Ok(arithmetic::add(&read(a)?, &read(b)?, lane)),
        (Operation::Subtract, [a, b]) => Ok(arithmetic::subtract(&read(a)?, &read(b)?, lane)),
        (Operation::Equal, [_, Shifted(_)]) => Err("unknown form of the instruction".into()),
        (Operation::Equal, [a, b]) => Ok(arithmetic::equal(&read(a)?, &read(b)?, lane)),
        (Operation::Up, [from, Immediate(places)]) => Ok(shift::up(&read(from)?, lane, *places as usize)),
        (Operation::Down, [from, Immediate(places)]) => Ok(shift::down(&read(from)?, lane, *places as usize)),
        (Operation::DownAndAdd, [from, Immediate(places)]) => {
            Ok(arithmetic::add(&old(), &shift::down(&read(from)?, lane, *places as usize), lane))
        }
        (Operation::UpAndInsert | Operation::DownAndInsert, [from, Immediate(places)]) => {
            let moved = if operation == Operation::UpAndInsert { shift::up } else { shift::down };
            let places = *places as usize;
            let mask = moved(&vec![Bit::Fixed(true); width], lane, places);
            Ok(logic::select(&mask, &moved(&read(from)?, lane, places), &old()))
        }
        (Operation::Counts, [from]) => Ok(arithmetic::counts(&read(from)?, 8)),
        (Operation::PairSums, [from]) => Ok(arithmetic::sums(&read(from)?, lane / 2, lane)),
        (Operation::LookUp, [Operand::Vector(table), index]) => {
            Ok(shuffle::look_up(&machine.bits(&table.name, WIDTH), &read(index)?, 0xF0))
        }
        _ => Err("unknown form of the instruction".into()),
    }
}

/// Returns an operand as `width` bits. Elements and integer registers are copied to all lanes.
fn source<T: Term>(machine: &Machine<T>, operand: &Operand, lane: usize, width: usize) -> Result<BitVec<T>, String> {
    match operand {
        Operand::Vector(Vector { name, element: None, .. }) => Ok(machine.bits(name, width)),
        Operand::Vector(Vector { name, element: Some(element), lane, .. }) => {
            let element = shuffle::lanes(&machine.bits(name, WIDTH), *lane, [*element]);
            Ok(shuffle::broadcast(&element, width))
        }
        Operand::General(name, _) => {
            let word = if name == "xzr" { Some(0) } else { machine.number(name).as_constant() };
            let element =
                word.map_or_else(|| vec![Bit::Unknown; lane], |word| fixed(&word.to_le_bytes())[..lane].to_vec());
            Ok(shuffle::broadcast(&element, width))
        }
        Operand::Immediate(0) => Ok(vec![Bit::Fixed(false); width]),
        _ => Err("unknown form of the instruction".into()),
    }
}

/// Returns an immediate copied to all lanes, and shifted if a shift follows.
fn shifted_immediate<T: Term>(from: &[Operand], lane: usize, width: usize) -> Result<BitVec<T>, String> {
    let word = match from {
        [Operand::Immediate(value)] => value.cast_unsigned(),
        [Operand::Immediate(value), Operand::Shifted(places)] => value.cast_unsigned() << places,
        _ => return Err("unknown form of the instruction".into()),
    };
    Ok(shuffle::broadcast(&fixed(&word.to_le_bytes())[..lane.min(64)], width))
}

fn write<T: Term>(machine: &mut Machine<T>, to: &Vector, mut bits: BitVec<T>) {
    match to.element {
        Some(element) => {
            let mut all = machine.bits(&to.name, WIDTH);
            all[element * to.lane..][..to.lane].clone_from_slice(&bits[..to.lane]);
            bits = all;
        }
        None => bits.resize(WIDTH, Bit::Fixed(false)),
    }
    machine.set_bits(&to.name, bits);
}
