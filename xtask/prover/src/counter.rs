//! Checks the counter of a loop. The counter determines the number of iterations, and its first value shows the board
//! at which the first iteration starts.
//!
//! ```text
//! xorl %edi, %edi                 the first pass starts at board 0
//! ...
//! subq %rdi, %r8                  boards - start
//! shrq $2, %r8                    (boards - start) >> 2: registers of 4 boards
//! loop:
//!   ...                           4 boards
//!   decq %r8                      one register less
//!   jne loop                      until none is left
//! ```
//!
//! All compiled loops have this form, so any other form is refused.

use crate::columns::{BOARD, Start};
use crate::dataflow::number;
use crate::iteration::{Body, Iteration};
use crate::linear_expr::{LinearExpr, Symbol};

/// Checks that a loop processes every full register of the columns from the board at which it starts, with `lanes`
/// boards per iteration. Also checks that the loop starts at the first board when it is entered for the first time.
///
/// # Errors
///
/// Returns an error if the path does not have exactly one exit, or if the loop may end before its last store. Also
/// returns an error if the counter does not have the expected form.
pub fn check(body: &Body, iteration: &Iteration, lanes: usize, starts: &[Start]) -> Result<(), String> {
    let [exit] = iteration.exits.as_slice() else {
        return Err(format!("the loop has {} exits on one path, expected one", iteration.exits.len()));
    };
    let jump = format!("line {}: `{} {}`", exit.jump.line, exit.jump.mnemonic, exit.jump.operands);
    let Some(number) = &exit.ends_at_zero else {
        return Err(format!("{jump}: the loop does not end when a known counter is zero"));
    };
    if iteration.accesses.iter().skip(exit.accesses).any(|access| access.is_store) {
        return Err(format!("{jump}: the loop may end before its last store"));
    }
    let growth = body.growth(number, iteration)?;
    if growth != -1 {
        return Err(format!("{jump}: the counter grows by {growth}, expected -1"));
    }
    for (entry, Start { offset, lengths }) in body.entries.iter().zip(starts) {
        let first = body.at_entry(number, entry).offset(1);
        let of_length = |length: &LinearExpr| {
            let index = index(&first, length, lanes).filter(|index| index.times(BOARD) == *offset)?;
            starts_at_first_board(body, &index).then_some(())
        };
        if lengths.iter().find_map(of_length).is_none() {
            return Err(format!(
                "{jump}: the counter starts at {first}, expected the number of {lanes}-board registers from byte {offset} on"
            ));
        }
    }
    Ok(())
}

/// Returns `board` if the counter is `(length - board) / lanes`, otherwise `None`.
fn index(counter: &LinearExpr, length: &LinearExpr, lanes: usize) -> Option<LinearExpr> {
    let Symbol::Quotient(rest, places) = counter.as_symbol()? else { return None };
    (counter.constant == 0 && 1_usize.checked_shl(*places) == Some(lanes)).then(|| length.minus(rest))
}

/// Returns whether the index of a board is zero when the loop is entered for the first time.
fn starts_at_first_board(body: &Body, index: &LinearExpr) -> bool {
    match index.as_symbol() {
        Some(Symbol::Join(block, register)) if index.constant == 0 => {
            let first = body.first_states(*block);
            !first.is_empty() && first.iter().all(|state| number(state, register).as_constant() == Some(0))
        }
        _ => index.as_constant() == Some(0),
    }
}
