//! Executes the instructions of `AArch64`: NEON, and the integer instructions that loops need.
//!
//! [`TABLE`](vector::TABLE) has a row for each known vector instruction except loads, stores, and moves to integer
//! registers. For each row, `tests/all/cpu.rs` compares the prover's results with those of an `AArch64` CPU, which is
//! emulated if the test runs on another machine.

mod operand;
mod scalar;
pub mod vector;

use setwise_assembly::Instruction;

use crate::machine::{Condition, Machine};
use operand::{Operand, operands};

/// The general registers that a called function may change.
const CHANGED: [&str; 20] = [
    "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17",
    "x18", "x30",
];

/// The registers that a called function preserves.
const PRESERVED: [&str; 12] = ["x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "sp"];

/// Executes an instruction that is not a jump.
pub(crate) fn step(machine: &mut Machine, instruction: &Instruction) -> Result<(), String> {
    let Instruction { mnemonic, operands: text, .. } = instruction;
    if matches!(mnemonic.as_str(), "bl" | "blr") {
        return Err("a call".into());
    }
    if matches!(mnemonic.as_str(), "prfm" | "nop") {
        return Ok(());
    }
    let operands = operands(text)?;
    if operands.iter().any(|operand| matches!(operand, Operand::Vector(_))) {
        vector::step(machine, mnemonic, &operands)
    } else {
        scalar::step(machine, mnemonic, &operands)
    }
}

/// Returns the condition under which a jump is taken. Returns `None` if the jump does not test whether a known number
/// is zero.
pub(crate) fn condition(machine: &Machine, jump: &Instruction) -> Option<Condition> {
    let number = match operands(&jump.operands).ok()?.as_slice() {
        [Operand::General(name, 64), ..] if jump.mnemonic.starts_with("cb") => machine.number(name),
        _ if jump.mnemonic.starts_with("b.") => machine.state.compared.clone()?,
        _ => return None,
    };
    match jump.mnemonic.as_str() {
        "cbz" | "b.eq" => Some(Condition { number, is_zero: true }),
        "cbnz" | "b.ne" => Some(Condition { number, is_zero: false }),
        _ => None,
    }
}

/// Marks as unknown everything that an unsupported instruction could write: every register in its text, the stack and
/// the flags. A call may write every register that a called function does not preserve.
pub(crate) fn forget(machine: &mut Machine, instruction: &Instruction) {
    if instruction.mnemonic.starts_with("bl") {
        return machine.forget_all(&CHANGED, &PRESERVED);
    }
    for word in instruction.operands.split(|c: char| !c.is_ascii_alphanumeric()) {
        match operands(word).as_deref() {
            Ok([Operand::General(name, _)]) => machine.forget(name),
            Ok([Operand::Vector(vector)]) => machine.forget(&vector.name),
            _ if word.starts_with('v') => machine.forget(word),
            _ => {}
        }
    }
    machine.state.slots.clear();
    machine.state.compared = None;
}
