//! Calls of the Rust library with nothing around them, which `bench.py` compares with those of the package.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use setwise::patterns::KnightAttacks;
use setwise_positions::{Columns, Reader, Rules};

use crate::backend;

/// Writes the attacks of knights to an array.
#[pyfunction]
pub(crate) fn bare_knight_attacks(
    knights: PyReadonlyArray1<'_, u64>,
    mut attacks: PyReadwriteArray1<'_, u64>,
) -> PyResult<()> {
    backend::current().map(KnightAttacks, [knights.as_slice()?], [attacks.as_slice_mut()?]);
    Ok(())
}

/// Writes the attacks of knights to a fresh vector. Returns the last word.
#[pyfunction]
pub(crate) fn bare_fresh_knight_attacks(knights: PyReadonlyArray1<'_, u64>) -> PyResult<Option<u64>> {
    let knights = knights.as_slice()?;
    let mut attacks = vec![0; knights.len()];
    backend::current().map(KnightAttacks, [knights], [&mut attacks]);
    Ok(attacks.last().copied())
}

/// Reads text into fresh columns. Returns the number of positions.
#[pyfunction]
pub(crate) fn bare_read(text: &[u8]) -> usize {
    let mut columns = Columns::default();
    Reader::new(backend::current(), Rules::Chess).append(text, 1, &mut columns, |bad| panic!("{bad}"));
    columns.len()
}
