//! Runs kernels, such as the patterns of the library, on arrays without copying the arrays.

use arrow_array::{Array, UInt8Array, UInt64Array};
use arrow_buffer::NullBuffer;
use setwise::{Backend, Kernel};

use crate::Error;
use crate::words::words;

/// Runs `kernel` on every row and returns one array for each result of the kernel. A result may be a set, a number or a
/// flag.
///
/// The inputs are `UInt64Array`s, or `Int64Array`s with the same bits. Their buffers are borrowed. If a row is null in
/// any input, it is null in all results.
///
/// ```
/// use arrow_array::UInt64Array;
/// use setwise::patterns::KnightMoves;
///
/// let knights = UInt64Array::from(vec![Some(1), None]);
/// let own = UInt64Array::from(vec![1 << 17, 0]);
/// let [moves] = setwise_arrow::map(setwise::auto(), KnightMoves, [&knights, &own])?;
/// assert_eq!(moves, UInt64Array::from(vec![Some(1 << 10), None])); // from a1 to c2, not to b3
/// # Ok::<(), setwise_arrow::Error>(())
/// ```
///
/// # Errors
///
/// Returns [`Error::Type`] if an array is of another type, and [`Error::Lengths`] if the arrays have different lengths.
pub fn map<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    backend: Backend,
    kernel: K,
    input: [&dyn Array; IN],
) -> Result<[UInt64Array; OUT], Error> {
    let Inputs { sets, len, nulls } = Inputs::of(input)?;
    let mut results = [(); OUT].map(|()| vec![0; len]);
    backend.map(kernel, sets, results.each_mut().map(Vec::as_mut_slice));
    Ok(results.map(|words| UInt64Array::new(words.into(), nulls.clone())))
}

/// Runs `kernel` on every row and returns the number of squares in each result.
///
/// Inputs and nulls are treated as in [`map`]. The sets are not stored.
///
/// ```
/// use arrow_array::{UInt8Array, UInt64Array};
/// use setwise::patterns::KnightMoves;
///
/// let (knights, own) = (UInt64Array::from(vec![1 << 27]), UInt64Array::from(vec![0]));
/// let [counts] = setwise_arrow::counts(setwise::auto(), KnightMoves, [&knights, &own])?;
/// assert_eq!(counts, UInt8Array::from(vec![8]));
/// # Ok::<(), setwise_arrow::Error>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`map`].
pub fn counts<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    backend: Backend,
    kernel: K,
    input: [&dyn Array; IN],
) -> Result<[UInt8Array; OUT], Error> {
    let Inputs { sets, len, nulls } = Inputs::of(input)?;
    let mut results = [(); OUT].map(|()| vec![0; len]);
    backend.counts(kernel, sets, results.each_mut().map(Vec::as_mut_slice));
    Ok(results.map(|counts| UInt8Array::new(counts.into(), nulls.clone())))
}

/// The inputs of a kernel: their words, the number of rows, and the rows that are null in any input.
pub(crate) struct Inputs<'a, const IN: usize> {
    pub(crate) sets: [&'a [u64]; IN],
    pub(crate) len: usize,
    pub(crate) nulls: Option<NullBuffer>,
}

impl<'a, const IN: usize> Inputs<'a, IN> {
    pub(crate) fn of(input: [&'a dyn Array; IN]) -> Result<Self, Error> {
        let len = input.first().map_or(0, |array| array.len());
        let (mut sets, mut nulls) = ([&[][..]; IN], None);
        for (n, (set, array)) in sets.iter_mut().zip(input).enumerate() {
            if array.len() != len {
                return Err(Error::Lengths(len, array.len()));
            }
            *set = words(array, &n.to_string())?;
            nulls = NullBuffer::union(nulls.as_ref(), array.nulls());
        }
        Ok(Self { sets, len, nulls })
    }
}
