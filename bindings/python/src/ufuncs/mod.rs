//! Makes a ufunc from each pattern in the table.
//!
//! NumPy keeps pointers to the loops, types, name and documentation of a ufunc. A ufunc lives as long as the process,
//! so the memory that these pointers refer to is never freed.
#![allow(
    unsafe_code,
    reason = "NumPy's interface for ufuncs is a C interface: pointers to functions, and to operands of loops"
)]

mod loops;
mod operand;

use std::ffi::{CString, c_char, c_int, c_void};

use numpy::Element;
use numpy::npyffi::{PY_UFUNC_API, PyUFuncGenericFunction};
use numpy::prelude::*;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::docs;
use loops::{Input, Loop};
use setwise_patterns::Inputs;
use setwise_python_patterns::{Results, UFUNCS, Ufunc};

/// NumPy's `PyUFunc_None`, which says that the ufunc has no initial value for `reduce`.
const NO_IDENTITY: c_int = -1;

/// Returns a dict from the names of all patterns to their ufuncs.
pub(crate) fn of_patterns(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let ufuncs = PyDict::new(py);
    for ufunc in UFUNCS.iter() {
        ufuncs.set_item(ufunc.pattern.name(), make(py, ufunc, ufunc.results, &docs::of_pattern(ufunc))?)?;
    }
    Ok(ufuncs)
}

/// Returns a dict from the names of patterns to the ufuncs that count the squares of the results.
pub(crate) fn of_counts(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let ufuncs = PyDict::new(py);
    for ufunc in UFUNCS.iter().filter(|ufunc| ufunc.results == Results::Sets) {
        ufuncs.set_item(ufunc.pattern.name(), make(py, ufunc, Results::Counts, &docs::of_count(ufunc))?)?;
    }
    Ok(ufuncs)
}

fn make<'py>(
    py: Python<'py>,
    ufunc: &'static Ufunc,
    results: Results,
    documentation: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let pattern = ufunc.pattern;
    let number_of = |dtype: Bound<'py, numpy::PyArrayDescr>| dtype.num() as c_char;
    let (unsigned, signed) = (number_of(u64::get_dtype(py)), number_of(i64::get_dtype(py)));
    let (byte, short) = (number_of(u8::get_dtype(py)), number_of(u16::get_dtype(py)));
    // NumPy uses the first of these combinations to which it can cast the inputs without loss.
    let combinations: &[(c_char, c_char)] = match pattern.inputs_are() {
        Inputs::Sets => &[(unsigned, unsigned), (signed, signed)],
        Inputs::SetsAndNumber | Inputs::SetsAndFlag => &[(unsigned, unsigned), (signed, signed), (unsigned, signed)],
        Inputs::Squares => &[(byte, byte), (signed, signed), (unsigned, unsigned)],
    };
    let (mut functions, mut data, mut types): (Vec<PyUFuncGenericFunction>, Vec<*mut c_void>, Vec<c_char>) =
        Default::default();
    for &(first, last) in combinations {
        let is_last = |n| n + 1 == pattern.inputs().len();
        let input = (0..pattern.inputs().len()).map(|n| match pattern.inputs_are() {
            Inputs::Squares if first == byte => Input::SquareByte,
            Inputs::Squares => Input::SquareWord,
            Inputs::SetsAndNumber if is_last(n) && last == signed => Input::Signed,
            _ => Input::Word,
        });
        let result = match results {
            Results::Sets if pattern.inputs_are() == Inputs::Squares => unsigned,
            Results::Sets => first,
            Results::Counts | Results::Bytes => byte,
            Results::Shorts => short,
        };
        types.extend((0..pattern.inputs().len()).map(|n| if is_last(n) { last } else { first }));
        types.extend(pattern.results().iter().map(|_| result));
        let this: &'static Loop = Box::leak(Box::new(Loop { ufunc, input: input.collect(), results }));
        data.push(std::ptr::from_ref(this).cast_mut().cast());
        functions.push(Some(loops::run));
    }
    let text = |text: &str| CString::new(text).map(|text| text.into_raw().cast_const());
    let (name, documentation) = (text(pattern.name())?, text(documentation)?);
    let (inputs, outputs) = (pattern.inputs().len() as c_int, pattern.results().len() as c_int);
    // SAFETY: for each combination of types, the arrays have one function, one pointer to data, and one type for each
    // operand. The arrays and both texts are never freed.
    let ufunc = unsafe {
        PY_UFUNC_API.PyUFunc_FromFuncAndData(
            py,
            functions.leak().as_mut_ptr(),
            data.leak().as_mut_ptr(),
            types.leak().as_mut_ptr(),
            combinations.len() as c_int,
            inputs,
            outputs,
            NO_IDENTITY,
            name,
            documentation,
            0,
        )
    };
    // SAFETY: the call returns a new reference, or null with an exception.
    unsafe { Bound::from_owned_ptr_or_err(py, ufunc) }
}
