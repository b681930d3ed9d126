//! Executes integer instructions, and manages the operand stack within one block. Loads, 32-bit sums, shifts by a
//! constant, and tests for equality are tracked. The results of most other instructions are unknown.

use crate::linear_expr::{LinearExpr, Symbol};
use crate::machine::{Condition, Machine, Value};

/// Executes an integer instruction. Returns the value that the instruction puts on the stack.
pub(super) fn step(machine: &mut Machine, name: &str, operands: &str) -> Result<Option<Value>, String> {
    let result = LinearExpr::symbol(Symbol::Result(machine.line, "the stack".into()));
    let number = |text: &str| text.parse::<i64>().map_err(|_| "unknown form of the instruction".to_string());
    let register = if name.starts_with("local") { format!("local {operands}") } else { operands.to_string() };
    let (bare, operation) = name.split_once('.').unwrap_or(("", name));
    let value = match (bare, operation) {
        ("local" | "global", "get") => {
            let start = || Value::Number(LinearExpr::symbol(Symbol::Start(register.clone())));
            machine.state.registers.get(&register).cloned().unwrap_or_else(start)
        }
        ("local" | "global", "set") => {
            let value = pop(machine);
            machine.state.registers.insert(register, value);
            return Ok(None);
        }
        ("local", "tee") => {
            let value = pop(machine);
            machine.state.registers.insert(register, value.clone());
            value
        }
        ("i32" | "i64", "const") => Value::Number(LinearExpr::constant(number(operands)?.cast_unsigned())),
        ("i32", "add" | "sub") => {
            let (b, a) = (pop_number(machine), pop_number(machine));
            Value::Number(if operation == "add" { a.plus(&b) } else { a.minus(&b) })
        }
        ("i32", "shl") => {
            let (places, a) = (pop_number(machine).as_constant(), pop_number(machine));
            Value::Number(places.filter(|places| *places < 32).map_or(result, |places| a.times(1 << places)))
        }
        ("i32", "shr_u") => {
            let (places, a) = (pop_number(machine).as_constant(), pop_number(machine));
            let places = places.and_then(|places| u32::try_from(places).ok()).filter(|places| *places < 32);
            Value::Number(places.map_or(result, |places| a.shifted_down(places)))
        }
        ("i32", "eqz") => Value::Test(match pop(machine) {
            Value::Test(Condition { number, is_zero }) => Condition { number, is_zero: !is_zero },
            other => Condition { number: machine.as_number(&other), is_zero: true },
        }),
        ("i32", "eq" | "ne") => {
            let (b, a) = (pop_number(machine), pop_number(machine));
            Value::Test(Condition { number: a.minus(&b), is_zero: operation == "eq" })
        }
        ("i32", "lt_u" | "lt_s" | "gt_u" | "gt_s" | "le_u" | "le_s" | "ge_u" | "ge_s")
        | ("i32" | "i64", "and" | "or" | "xor" | "shl" | "shr_u" | "shr_s" | "mul" | "rotl") => {
            pop(machine);
            pop(machine);
            Value::Number(result)
        }
        // The loaded number may be wrapped to 32 bits later. A load of eight bytes whose result is wrapped yields the
        // same number as a load of four bytes from the same address.
        ("i32" | "i64", "load") => {
            let address = address(machine, operands)?;
            Value::Number(machine.loaded(&address).unwrap_or(result))
        }
        ("i32", "wrap_i64") => Value::Number(pop_number(machine)),
        ("i32", "load8_u") => {
            pop(machine);
            Value::Number(result)
        }
        ("i32" | "i64", "store") => {
            pop(machine);
            let address = address(machine, operands)?;
            machine.store_number(address, result);
            return Ok(None);
        }
        (_, "drop") => {
            pop(machine);
            return Ok(None);
        }
        _ => return Err("unknown instruction".into()),
    };
    Ok(Some(value))
}

/// Returns the address of an access: the sum of a number from the stack and an offset, such as 16 in `16:p2align=0`.
pub(super) fn address(machine: &mut Machine, operands: &str) -> Result<LinearExpr, String> {
    let offset = operands.split_once(':').map_or(operands, |(offset, _)| offset);
    let offset: u64 = offset.trim().parse().map_err(|_| format!("unknown operand `{operands}`"))?;
    Ok(pop_number(machine).offset(offset))
}

/// Takes a value from the stack. The value is unknown if it was not computed in this block.
pub(super) fn pop(machine: &mut Machine) -> Value {
    let value = machine.state.operands.pop();
    value.unwrap_or_else(|| Value::Number(machine.unknown()))
}

/// Takes a number from the stack.
pub(super) fn pop_number(machine: &mut Machine) -> LinearExpr {
    let value = pop(machine);
    machine.as_number(&value)
}
