//! Executes the instructions of WebAssembly: simd128, and the integer instructions that loops need.
//!
//! [`TABLE`](vector::TABLE) has a row for each known vector instruction except constants, loads and stores.
//!
//! Operands are taken from a stack. The compiler leaves this stack empty between basic blocks. A value that is missing
//! on the stack was not computed in the current block, so it is treated as unknown.

mod scalar;
pub mod vector;

use setwise_assembly::Instruction;

use crate::machine::{Condition, Machine, Value};
use scalar::pop;

/// Executes an instruction that is not a jump.
pub(crate) fn step(machine: &mut Machine, instruction: &Instruction) -> Result<(), String> {
    let Instruction { mnemonic, operands, .. } = instruction;
    if mnemonic.starts_with("call") {
        return Err("a call".into());
    }
    let shape = mnemonic.split_once('.').map_or("", |(shape, _)| shape);
    let value = if shape == "v128" || shape.contains('x') {
        vector::step(machine, mnemonic, operands)?
    } else {
        scalar::step(machine, mnemonic, operands)?
    };
    machine.state.operands.extend(value);
    Ok(())
}

/// Returns the condition under which a jump is taken: the value on top of the stack is not zero. Returns `None` if this
/// value is a vector.
pub(crate) fn condition(machine: &mut Machine) -> Option<Condition> {
    match pop(machine) {
        Value::Number(number) => Some(Condition { number, is_zero: false }),
        Value::Test(condition) => Some(condition),
        Value::Bits(_) => None,
    }
}

/// Marks as unknown everything that an unsupported instruction could write. Locals keep their values, because only
/// instructions with `local` in their names write locals, and these instructions are supported.
pub(crate) fn forget(machine: &mut Machine) {
    machine.state.operands.clear();
    machine.state.slots.clear();
}
