//! Executes integer instructions. Moves, loads, sums and differences of 64 bits are tracked, and so are shifts by a
//! constant. The results of most other instructions are unknown.

use crate::linear_expr::LinearExpr;
use crate::machine::Machine;

use super::operand::{Memory, Operand, page};

/// Instructions whose results are not tracked. They write their first operand. If an `s` is added to the name, they
/// also write the flags. They write nothing more.
const OTHERS: [&str; 26] = [
    "and", "orr", "eor", "bic", "mvn", "neg", "lsr", "asr", "ror", "mul", "madd", "msub", "umulh", "udiv", "csel",
    "csinc", "cset", "csetm", "cinc", "clz", "rbit", "ubfx", "sbfx", "ubfiz", "bfi", "sxtw",
];

pub(super) fn step(machine: &mut Machine, mnemonic: &str, operands: &[Operand]) -> Result<(), String> {
    use Operand::{General, Immediate, Label, Memory, Shifted};
    match (mnemonic, operands) {
        ("mov", [General(to, 64), from]) => {
            let value = read(machine, from);
            write(machine, to, value);
        }
        ("mov", [General(to, _), Immediate(value)]) => {
            machine.set_number(to, LinearExpr::constant(value.cast_unsigned() & 0xFFFF_FFFF));
        }
        ("movk", [General(to, 64), Immediate(value), rest @ ..]) => {
            let places = if let [Shifted(places)] = rest { *places } else { 0 };
            let old = machine.number(to).as_constant();
            let new = old.map(|old| old & !(0xFFFF << places) | value.cast_unsigned() << places);
            write(machine, to, new.map(LinearExpr::constant));
        }
        ("adrp", [General(to, 64), Label(name)]) => machine.set_number(to, page(name)),
        ("add" | "adds" | "sub" | "subs", [General(to, 64), a, b, rest @ ..]) => {
            let value = sum(machine, mnemonic.starts_with("sub"), a, b, rest);
            if mnemonic.ends_with('s') {
                machine.state.compared.clone_from(&value);
            }
            write(machine, to, value);
        }
        ("cmp", [General(a, 64), b, rest @ ..]) => {
            machine.state.compared = sum(machine, true, &General(a.clone(), 64), b, rest);
        }
        ("lsl", [General(to, 64), from, Immediate(places @ 0..64)]) => {
            let value = read(machine, from).map(|old| old.times(1 << places));
            write(machine, to, value);
        }
        ("lsr", [General(to, 64), from, Immediate(places @ 0..64)]) => {
            let value = read(machine, from).map(|old| old.shifted_down(*places as u32));
            write(machine, to, value);
        }
        ("ldr", [General(to, width), Memory(memory), rest @ ..]) => {
            let address = addressed(machine, memory, rest);
            if *width == 64 { machine.load_number(&address, to) } else { machine.forget(to) }
        }
        ("ldp", [General(a, 64), General(b, 64), Memory(memory), rest @ ..]) => {
            let address = addressed(machine, memory, rest);
            machine.load_number(&address, a);
            machine.load_number(&address.offset(8), b);
        }
        ("str", [General(from, 64), Memory(memory), rest @ ..]) => {
            let (address, value) = (addressed(machine, memory, rest), machine.number(from));
            machine.store_number(address, value);
        }
        ("stp", [General(a, 64), General(b, 64), Memory(memory), rest @ ..]) => {
            let (a, b) = (machine.number(a), machine.number(b));
            let address = addressed(machine, memory, rest);
            machine.store_number(address.offset(8), b);
            machine.store_number(address, a);
        }
        ("cmp" | "cmn" | "tst" | "ccmp", _) => machine.state.compared = None,
        (other, [General(to, _), ..])
            if OTHERS.iter().any(|name| other.trim_end_matches('s') == *name)
                || other == "mov"
                || other == "add"
                || other == "sub" =>
        {
            machine.forget(to);
            machine.state.compared = None;
        }
        _ => return Err("unknown instruction".into()),
    }
    Ok(())
}

/// Returns the address of an access. If the operand ends with `!`, the address is also written to the base register. If
/// another operand comes after the brackets, it is added to the base register after the access.
pub(super) fn addressed(machine: &mut Machine, memory: &Memory, rest: &[Operand]) -> LinearExpr {
    let address = memory.address(machine);
    if memory.is_written {
        machine.set_number(&memory.base, address.clone());
    } else if let [by, ..] = rest {
        let next = read(machine, by).map(|by| machine.number(&memory.base).plus(&by));
        write(machine, &memory.base, next);
    }
    address
}

/// Returns the sum or the difference of two operands. The second operand may be shifted.
fn sum(machine: &Machine, subtracts: bool, a: &Operand, b: &Operand, rest: &[Operand]) -> Option<LinearExpr> {
    let (a, mut b) = (read(machine, a)?, read(machine, b)?);
    match rest {
        [] => {}
        [Operand::Shifted(places)] => b = b.times(1 << places),
        _ => return None,
    }
    Some(if subtracts { a.minus(&b) } else { a.plus(&b) })
}

fn read(machine: &Machine, operand: &Operand) -> Option<LinearExpr> {
    match operand {
        Operand::Immediate(value) => Some(LinearExpr::constant(value.cast_unsigned())),
        Operand::General(name, 64) if name == "xzr" => Some(LinearExpr::constant(0)),
        Operand::General(name, 64) => Some(machine.number(name)),
        _ => None,
    }
}

fn write(machine: &mut Machine, to: &str, value: Option<LinearExpr>) {
    match value {
        Some(value) => machine.set_number(to, value),
        None => machine.forget(to),
    }
}
