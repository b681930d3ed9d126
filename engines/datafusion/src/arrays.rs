//! Kernels on arrays: how a function runs one, and what it returns.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, StructArray, UInt64Array};
use arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::Result;
use setwise::Kernel;

use crate::error::external;
use crate::function::Parameter;
use crate::kind::Kind;

/// A kernel on arrays.
pub(crate) type Run = Arc<dyn Fn(&[&dyn Array]) -> Result<Vec<UInt64Array>> + Send + Sync>;

/// Returns the parameters of a function whose arguments are sets.
pub(crate) fn parameters(inputs: &[&'static str]) -> Vec<Parameter> {
    inputs.iter().map(|name| (*name, Kind::Set)).collect()
}

/// Returns the kernel on arrays, on the best backend.
pub(crate) fn run<K, const IN: usize, const OUT: usize>(kernel: K) -> Run
where
    K: Kernel<IN, OUT> + Send + Sync + 'static,
{
    let backend = setwise::auto();
    Arc::new(move |input| {
        let input: [&dyn Array; IN] = input.try_into().expect("the parameters of the kernel");
        Ok(setwise_arrow::map(backend, kernel, input).map_err(external)?.into())
    })
}

/// Runs a kernel that has this number of results.
pub(crate) fn results<const OUT: usize>(run: &Run, arrays: &[ArrayRef]) -> Result<[UInt64Array; OUT]> {
    let arrays: Vec<&dyn Array> = arrays.iter().map(AsRef::as_ref).collect();
    Ok(run(&arrays)?.try_into().expect("the results of the kernel"))
}

/// Returns the fields of a struct of sets.
pub(crate) fn fields<const OUT: usize>(names: [&'static str; OUT]) -> Fields {
    names.iter().map(|name| Field::new(*name, DataType::UInt64, true)).collect()
}

/// Returns a struct of sets. It is null where the sets are.
pub(crate) fn structure<const OUT: usize>(fields: &Fields, sets: [UInt64Array; OUT]) -> Result<ArrayRef> {
    let nulls = sets[0].nulls().cloned();
    let sets = sets.into_iter().map(|set| Arc::new(set) as ArrayRef).collect();
    Ok(Arc::new(StructArray::try_new(fields.clone(), sets, nulls)?))
}
