//! Expressions about positions as arrays.

use std::collections::HashMap;
use std::sync::LazyLock;

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::Backend;
use setwise_expressions::{Evaluator, Expression, Names, Type};
use setwise_patterns::{Interface, Pattern};
use setwise_positions::{ColumnType, Layout};
use setwise_python_patterns::{UFUNCS, Ufunc};

use crate::backend;
use crate::features::{Positions, Values};

/// Returns the values of an expression: an array of uint64 for a set, int64 for a number, and bool for a truth value.
/// With `is_condition`, a set becomes a truth value, and a number is an error.
///
/// `columns` has the name and the values of each column of numbers that the positions have.
#[pyfunction]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    positions: Positions<'py>,
    columns: Vec<(String, PyReadonlyArray1<'py, i64>)>,
    text: &str,
    is_condition: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let expression = parse(text, columns.iter().map(|(name, _)| name.as_str()), is_condition)?;
    let columns: Vec<&[i64]> = columns.iter().map(|(_, column)| column.as_slice()).collect::<Result<_, _>>()?;
    let len = positions.len()?;
    if columns.iter().any(|column| column.len() != len) {
        return Err(PyValueError::new_err("columns of different lengths"));
    }
    let column_type = match expression.value_type() {
        Type::Set => ColumnType::UInt64,
        Type::Number => ColumnType::Int64,
        Type::Truth => ColumnType::Boolean,
    };
    let mut values = Values::new(column_type, len);
    let mut evaluator = Evaluator::with_patterns(backend::current(), &[&expression], compute);
    positions.for_each_chunk(py, |positions, range| {
        let words: Vec<Vec<u64>> = columns
            .iter()
            .map(|column| column[range.clone()].iter().map(|number| number.cast_unsigned()).collect())
            .collect();
        let words: Vec<&[u64]> = words.iter().map(Vec::as_slice).collect();
        evaluator.for_each_block(positions, &words, |_, block| values.extend(block[0]));
    })?;
    Ok(values.into_array(py))
}

/// Returns whether the values of an expression depend on castling rights and en passant squares, and the columns of
/// numbers on which they depend.
#[pyfunction]
pub(crate) fn expression_needs(text: &str, columns: Vec<String>) -> PyResult<(bool, Vec<String>)> {
    let expression = parse(text, columns.iter().map(String::as_str), false)?;
    Ok((expression.needs_rights(), expression.columns().map(String::from).collect()))
}

fn parse<'a>(text: &str, columns: impl Iterator<Item = &'a str>, is_condition: bool) -> PyResult<Expression> {
    let error = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let names = Names::new(Layout::Absolute).at(Interface::Python).with_columns(columns);
    let names = names.with_motifs().map_err(|wrong| error(&wrong))?;
    let parsed = if is_condition { Expression::parse_condition(text, &names) } else { Expression::parse(text, &names) };
    parsed.map_err(|wrong| error(&wrong))
}

/// Computes a pattern with the function of its ufunc, so that the wheel contains each kernel once.
fn compute(backend: Backend, pattern: Pattern, inputs: &[&[u64]], results: &mut [&mut [u64]]) {
    static BY_PATTERN: LazyLock<HashMap<Pattern, &Ufunc>> =
        LazyLock::new(|| UFUNCS.iter().map(|ufunc| (ufunc.pattern, ufunc)).collect());
    (BY_PATTERN[&pattern].run)(backend, inputs, results);
}
