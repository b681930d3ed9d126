//! Executes integer instructions. 64-bit moves, loads, additions and subtractions are tracked, and so are 64-bit shifts
//! by a constant. The results of most other instructions are unknown.

use crate::linear_expr::LinearExpr;
use crate::machine::Machine;

use super::operand::Operand;

/// The beginnings of the names of instructions whose results are not tracked. These instructions write only their
/// destination and the flags.
const OTHERS: [&str; 27] = [
    "and", "or", "xor", "not", "neg", "imul", "shl", "shr", "sar", "rol", "ror", "sal", "set", "cmov", "bsf", "bsr",
    "tzcnt", "lzcnt", "popcnt", "movz", "movs", "andn", "blsr", "bextr", "shlx", "shrx", "bts",
];

/// Comparisons that are not tracked. They write only the flags.
const COMPARISONS: [&str; 9] = ["cmpb", "cmpw", "cmpl", "testb", "testw", "testl", "btw", "btl", "btq"];

/// Executes an integer instruction. The destination is the first operand.
pub(super) fn step(machine: &mut Machine, mnemonic: &str, operands: &[Operand]) -> Result<(), String> {
    let one = LinearExpr::constant(1);
    match (mnemonic, operands) {
        // `movl` changes half of an 8-byte slot, or loads half of a register and clears the other half. Neither effect
        // is tracked.
        ("movl", [to, Operand::Memory(_)] | [to @ Operand::Memory(_), _]) => write(machine, to, None),
        ("movq" | "movabsq" | "movl", [to, from]) => {
            let value = read(machine, from);
            write(machine, to, value);
        }
        ("leaq", [to, Operand::Memory(memory)]) => {
            let address = memory.address(machine);
            write(machine, to, Some(address));
        }
        ("xorl" | "xorq", [to, from]) if to == from => {
            write(machine, to, Some(LinearExpr::constant(0)));
            machine.state.compared = None;
        }
        ("addq", [to, by]) => updated(machine, to, by, LinearExpr::plus),
        ("subq", [to, by]) => updated(machine, to, by, LinearExpr::minus),
        ("incq", [to]) => update(machine, to, |old| old.plus(&one)),
        ("decq", [to]) => update(machine, to, |old| old.minus(&one)),
        ("shlq", [to, Operand::Immediate(places @ 1..64)]) => update(machine, to, |old| old.times(1 << places)),
        ("shlq", [to]) => update(machine, to, |old| old.times(2)),
        ("shrq", [to, Operand::Immediate(places @ 1..64)]) => {
            let places = *places as u32;
            update(machine, to, |old| old.shifted_down(places));
        }
        ("shrq", [to]) => update(machine, to, |old| old.shifted_down(1)),
        ("cmpq", [a, b]) => {
            let (a, b) = (read(machine, a), read(machine, b));
            machine.state.compared = a.zip(b).map(|(a, b)| a.minus(&b));
        }
        ("testq", [a, b]) => machine.state.compared = if a == b { read(machine, a) } else { None },
        ("pushq", [from]) => {
            let (value, top) = (read(machine, from), machine.number("rsp").offset(8_u64.wrapping_neg()));
            machine.set_number("rsp", top.clone());
            store(machine, top, value);
        }
        ("popq", [Operand::General(to, 64)]) => {
            let top = machine.number("rsp");
            machine.load_number(&top, to);
            machine.set_number("rsp", top.offset(8));
        }
        (compare, [_, _]) if COMPARISONS.contains(&compare) => machine.state.compared = None,
        ("imulq" | "imull", [_]) => return Err("unknown instruction".into()),
        (other, [to, ..]) if OTHERS.iter().any(|name| other.starts_with(name)) || sums(other) => {
            write(machine, to, None);
            if !other.starts_with("mov") && !other.starts_with("cmov") && !other.starts_with("set") {
                machine.state.compared = None;
            }
        }
        _ => return Err("unknown instruction".into()),
    }
    Ok(())
}

/// Returns whether an instruction is an addition, a subtraction, a move or an address computation of fewer than 64
/// bits.
fn sums(mnemonic: &str) -> bool {
    ["add", "sub", "inc", "dec", "mov", "lea"]
        .iter()
        .any(|name| mnemonic.strip_prefix(name).is_some_and(|width| "bwl".contains(width)))
}

/// Returns the value of a 64-bit operand, or of a 32-bit register whose content is constant. Returns `None` for any
/// other operand, and for an unknown value in memory.
fn read(machine: &mut Machine, operand: &Operand) -> Option<LinearExpr> {
    match operand {
        Operand::Immediate(value) => Some(LinearExpr::constant(value.cast_unsigned())),
        Operand::General(name, 64) => Some(machine.number(name)),
        Operand::General(name, 32) => {
            machine.number(name).as_constant().map(|word| LinearExpr::constant(word & 0xFFFF_FFFF))
        }
        Operand::Memory(memory) => {
            let address = memory.address(machine);
            machine.loaded(&address)
        }
        Operand::General(..) | Operand::Vector(..) => None,
    }
}

/// Writes a value to an operand. Without a value, the content of the operand becomes unknown.
fn write(machine: &mut Machine, to: &Operand, value: Option<LinearExpr>) {
    match to {
        Operand::General(name, width) => match value {
            Some(value) if *width == 64 => machine.set_number(name, value),
            // A write of 32 bits clears the upper half.
            Some(value) if *width == 32 && value.as_constant().is_some() => {
                machine.set_number(name, LinearExpr::constant(value.constant & 0xFFFF_FFFF));
            }
            _ => machine.forget(name),
        },
        Operand::Memory(memory) => {
            let address = memory.address(machine);
            store(machine, address, value);
        }
        Operand::Immediate(_) | Operand::Vector(..) => {}
    }
}

fn store(machine: &mut Machine, address: LinearExpr, value: Option<LinearExpr>) {
    let result = LinearExpr::symbol(crate::linear_expr::Symbol::Result(machine.line, "memory".into()));
    machine.store_number(address, value.unwrap_or(result));
}

/// Replaces an operand with a function of its old value. The flags then depend on the result.
fn update(machine: &mut Machine, to: &Operand, of: impl Fn(&LinearExpr) -> LinearExpr) {
    let value = read(machine, to).map(|old| of(&old));
    write(machine, to, value.clone());
    machine.state.compared = value;
}

fn updated(machine: &mut Machine, to: &Operand, by: &Operand, of: fn(&LinearExpr, &LinearExpr) -> LinearExpr) {
    match read(machine, by) {
        Some(by) => update(machine, to, |old| of(old, &by)),
        None => {
            write(machine, to, None);
            machine.state.compared = None;
        }
    }
}
