//! Executes an instruction of any dialect.

use setwise_assembly::{Dialect, Instruction};

use crate::machine::{Condition, Machine};
use crate::{arm, wasm, x86};

/// Executes an instruction that is not a jump.
///
/// # Errors
///
/// Returns an error with the reason if the instruction cannot be executed. A part of the state may then have changed.
pub fn step(machine: &mut Machine, dialect: Dialect, instruction: &Instruction) -> Result<(), String> {
    machine.line = instruction.line;
    match dialect {
        Dialect::X86 => x86::step(machine, instruction),
        Dialect::Arm => arm::step(machine, instruction),
        Dialect::Wasm => wasm::step(machine, instruction),
    }
}

/// Returns the condition under which a jump is taken. Returns `None` if the jump does not test whether a known number
/// is zero.
pub fn condition(machine: &mut Machine, dialect: Dialect, jump: &Instruction) -> Option<Condition> {
    machine.line = jump.line;
    match dialect {
        Dialect::X86 => x86::condition(machine, jump),
        Dialect::Arm => arm::condition(machine, jump),
        Dialect::Wasm => wasm::condition(machine),
    }
}

/// Marks as unknown everything that an unsupported instruction could write.
pub fn forget(machine: &mut Machine, dialect: Dialect, instruction: &Instruction) {
    match dialect {
        Dialect::X86 => x86::forget(machine, instruction),
        Dialect::Arm => arm::forget(machine, instruction),
        Dialect::Wasm => wasm::forget(machine),
    }
}
