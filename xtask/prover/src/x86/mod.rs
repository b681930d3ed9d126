//! Executes the instructions of x86-64: SSE2 to AVX-512, and the integer instructions that loops need.
//!
//! [`TABLE`](vector::TABLE) has a row for each group of known vector instructions with the same operation. For each
//! instruction that the CPU of the test machine supports, `tests/all/cpu.rs` compares the prover's results with those
//! of this CPU.

mod operand;
mod scalar;
pub mod vector;

use setwise_assembly::Instruction;

use crate::machine::{Condition, Machine};
use operand::{Operand, operands};

/// The general registers apart from `rbp` and `rsp`.
const GENERAL: [&str; 14] =
    ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"];

/// The registers that a called function preserves.
const PRESERVED: [&str; 7] = ["rbx", "rbp", "rsp", "r12", "r13", "r14", "r15"];

/// Executes an instruction that is not a jump.
pub(crate) fn step(machine: &mut Machine, instruction: &Instruction) -> Result<(), String> {
    let Instruction { mnemonic, operands: text, .. } = instruction;
    if mnemonic.starts_with("call") {
        return Err("a call".into());
    }
    if mnemonic.starts_with("prefetch") || mnemonic.starts_with("nop") {
        return Ok(());
    }
    if mnemonic == "vzeroupper" {
        vector::clear_upper_parts(machine);
        return Ok(());
    }
    let operands = operands(text)?;
    if operands.iter().any(|operand| matches!(operand, Operand::Vector(..))) {
        vector::step(machine, mnemonic, &operands)
    } else {
        scalar::step(machine, mnemonic, &operands)
    }
}

/// Returns the condition under which a jump is taken. Returns `None` if the jump does not test whether a known number
/// is zero.
pub(crate) fn condition(machine: &Machine, jump: &Instruction) -> Option<Condition> {
    let is_zero = match jump.mnemonic.as_str() {
        "je" | "jz" => true,
        "jne" | "jnz" => false,
        _ => return None,
    };
    machine.state.compared.clone().map(|number| Condition { number, is_zero })
}

/// Marks as unknown everything that an unsupported instruction could write: every register in its text, all general
/// registers except `rbp` and `rsp`, the stack, and the flags. General registers are included because some instructions
/// write registers that their text does not name. A call may write every register that a called function does not
/// preserve. An instruction without operands may write every register except `rsp`.
pub(crate) fn forget(machine: &mut Machine, instruction: &Instruction) {
    if instruction.mnemonic.starts_with("call") {
        return machine.forget_all(&GENERAL, &PRESERVED);
    }
    if instruction.operands.is_empty() {
        return machine.forget_all(&GENERAL, &["rsp"]);
    }
    for name in GENERAL {
        machine.forget(name);
    }
    for word in instruction.operands.split(|c: char| !c.is_ascii_alphanumeric() && c != '%') {
        if let Ok([Operand::Vector(name, _) | Operand::General(name, _)]) = operands(word).as_deref() {
            machine.forget(name);
        }
    }
    machine.state.slots.clear();
    machine.state.compared = None;
}
