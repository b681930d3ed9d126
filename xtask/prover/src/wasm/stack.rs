//! The stack of operands within one block.

use crate::bits::Term;
use crate::linear_expr::LinearExpr;
use crate::machine::{Machine, Value};

/// Returns the address of an access: a number from the stack and an offset, as in `16:p2align=0`.
pub(super) fn address<T: Term>(machine: &mut Machine<T>, operands: &str) -> Result<LinearExpr, String> {
    let offset = operands.split_once(':').map_or(operands, |(offset, _)| offset);
    let offset: u64 = offset.trim().parse().map_err(|_| format!("unknown operand `{operands}`"))?;
    Ok(pop_number(machine).offset(offset))
}

/// Takes a value from the stack. It is unknown if it was not computed in this block.
pub(super) fn pop<T: Term>(machine: &mut Machine<T>) -> Value<T> {
    let value = machine.state.operands.pop();
    value.unwrap_or_else(|| Value::Number(machine.unknown()))
}

/// Takes a number from the stack.
pub(super) fn pop_number<T: Term>(machine: &mut Machine<T>) -> LinearExpr {
    let value = pop(machine);
    machine.as_number(&value)
}
