//! Expressions about positions, such as `own_royal_forks & own_forks_safe`.
//!
//! Patterns in an expression are computed by the functions of `patterns.rs`, so that the library contains each kernel
//! once.

use std::array;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use setwise_expressions::{Evaluator, Expression as Parsed, MOST_INPUTS, MOST_RESULTS, Names, Type};
use setwise_patterns::{Interface, Pattern};
use setwise_positions::{ColumnsRef, Layout};

use crate::backend::{self, Backend};
use crate::column::{Region, array, borrow, check_apart, column, column_mut, free, read, text, write, write_text};
use crate::error::{Error, caught, status};
use crate::patterns::PATTERNS;
use crate::positions::ConstColumns;

/// The type `setwise_expression` of `setwise.h`: an expression, and the memory for its computation. In C, the type is
/// opaque.
pub struct Expression {
    evaluator: Evaluator,
    kind: Type,
    needs_rights: bool,
    /// For each column of numbers that was named, whether the expression reads it.
    reads: Vec<bool>,
}

impl Expression {
    /// Parses an expression. Returns a message if the text is not an expression.
    fn parse(backend: setwise::Backend, text: &[u8], columns: &[&str]) -> Result<Self, String> {
        let text = str::from_utf8(text).map_err(|_| String::from("the expression is not UTF-8"))?;
        let names = Names::new(Layout::Absolute).at(Interface::C).with_columns(columns.iter().copied());
        let names = names.with_motifs().map_err(|wrong| wrong.to_string())?;
        let parsed = Parsed::parse(text, &names).map_err(|wrong| wrong.to_string())?;
        Ok(Self {
            evaluator: Evaluator::with_patterns(backend, &[&parsed], compute_pattern),
            kind: parsed.value_type(),
            needs_rights: parsed.needs_rights(),
            reads: columns.iter().map(|name| parsed.columns().any(|read| read == *name)).collect(),
        })
    }
}

/// Computes a pattern with its function in the table of patterns.
fn compute_pattern(backend: setwise::Backend, pattern: Pattern, inputs: &[&[u64]], results: &mut [&mut [u64]]) {
    let length = inputs[0].len();
    let inputs: [*const c_void; MOST_INPUTS] =
        array::from_fn(|n| inputs.get(n).map_or(ptr::null(), |column| column.as_ptr().cast()));
    let results: [*mut u64; MOST_RESULTS] =
        array::from_fn(|n| results.get_mut(n).map_or(ptr::null_mut(), |column| column.as_mut_ptr()));
    let map = PATTERNS[pattern as usize].forms.map.expect("every pattern has the form map");
    // SAFETY: there is a pointer for each input and each result of the pattern, to a column of this length. The columns
    // are borrowed during the call.
    unsafe { map(backend, inputs.as_ptr(), results.as_ptr(), length) }.expect("columns of one length without overlap");
}

/// Implements `setwise_expression_new` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_expression_new(
    backend: *const Backend,
    source: *const c_char,
    columns: *const *const c_char,
    count: usize,
    expression: *mut *mut Expression,
    message: *mut c_char,
    message_bytes: usize,
) -> c_int {
    status(|| {
        // Null pointers are refused before the expression is allocated. Otherwise it would leak.
        Region::of(expression.cast_const(), 1)?;
        Region::of(message.cast_const(), message_bytes)?;
        let backend = backend::or_auto(backend)?;
        // SAFETY: the caller promises that the text ends with a NUL and is not written during the call.
        let source = unsafe { text(source) }?;
        // SAFETY: the caller promises that the array has `count` names.
        let columns = unsafe { array(columns, count) }?;
        let name = |name: &*const c_char| {
            // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
            unsafe { text(*name) }?.to_str().map_err(|_| Error::UnknownName)
        };
        let columns = columns.iter().map(name).collect::<Result<Vec<&str>, Error>>()?;
        let parsed = Expression::parse(backend, source.to_bytes(), &columns);
        // SAFETY: the caller promises that the message can be written.
        unsafe { write_text(message, message_bytes, parsed.as_ref().err().map_or("", String::as_str)) };
        let made = Box::new(parsed.map_err(|_| Error::BadExpression)?);
        // SAFETY: the caller promises that the pointer is null or writable.
        unsafe { write(expression, Box::into_raw(made)) }
    })
}

/// Returns `answer` for an expression, or `missing` if the pointer is null.
///
/// # Safety
///
/// The pointer must be null, or must come from [`setwise_expression_new`] and not have been freed.
unsafe fn ask(expression: *const Expression, missing: c_int, answer: fn(&Expression) -> c_int) -> c_int {
    // SAFETY: the caller promises that the pointer is null or came from `setwise_expression_new`.
    let expression = unsafe { expression.as_ref() };
    caught(|| expression.map_or(missing, answer)).unwrap_or(missing)
}

/// Implements `setwise_expression_type` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_expression_type(expression: *const Expression) -> c_int {
    let code = |expression: &Expression| match expression.kind {
        Type::Set => 0,
        Type::Number => 1,
        Type::Truth => 2,
    };
    // SAFETY: the caller makes the same promise.
    unsafe { ask(expression, -1, code) }
}

/// Implements `setwise_expression_needs_rights` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_expression_needs_rights(expression: *const Expression) -> c_int {
    // SAFETY: the caller makes the same promise.
    unsafe { ask(expression, 0, |expression| c_int::from(expression.needs_rights)) }
}

/// Implements `setwise_expression_evaluate` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_expression_evaluate(
    expression: *mut Expression,
    positions: *const ConstColumns,
    numbers: *const *const i64,
    length: usize,
    values: *mut u64,
) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the pointer came from `setwise_expression_new` and that no other thread uses
        // the expression.
        let Expression { evaluator, reads, .. } = unsafe { borrow(expression) }?;
        // SAFETY: the caller promises that the pointer points to the columns of positions.
        let positions = unsafe { read(positions) }?;
        // SAFETY: the caller promises that the array has a column for each name.
        let numbers = unsafe { array(numbers, reads.len()) }?;
        let length_of = |reads: bool| if reads { length } else { 0 };
        let mut inputs = positions.regions(length)?;
        inputs.push(Region::of(numbers.as_ptr(), numbers.len())?);
        for (column, reads) in numbers.iter().zip(&*reads) {
            inputs.push(Region::of(*column, length_of(*reads))?);
        }
        check_apart(&inputs, &[Region::of(values.cast_const(), length)?])?;
        let mut columns: Vec<&[u64]> = Vec::with_capacity(numbers.len());
        let each = |start: usize, chunk: ColumnsRef<'_>| {
            columns.clear();
            columns.extend(numbers.iter().zip(&*reads).map(|(numbers, reads)| {
                let numbers = numbers.cast::<u64>().wrapping_add(if *reads { start } else { 0 });
                // SAFETY: the column has been checked with its length. The caller promises that its elements exist.
                unsafe { column(numbers, if *reads { chunk.len() } else { 0 }) }
            }));
            // SAFETY: the column has been checked with a length that includes the chunk. The caller promises that its
            // elements exist.
            let values = unsafe { column_mut(values.wrapping_add(start), chunk.len()) };
            evaluator.evaluate(chunk, &columns, &mut [values]);
        };
        // SAFETY: the columns have been checked. The caller promises that their elements exist.
        unsafe { positions.for_each_chunk(length, each) };
        Ok(())
    })
}

/// Implements `setwise_expression_free` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_expression_free(expression: *mut Expression) {
    // SAFETY: the caller promises that the pointer is null or came from `setwise_expression_new`, and is not used again.
    unsafe { free(expression) }
}
