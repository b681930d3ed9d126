//! The boards of one register, in memory.

pub(crate) use sealed::Sealed;

/// The boards of one register as an array, one word for each lane: `[u64; N]`.
///
/// In stable Rust, `[u64; V::COUNT]` cannot be written for a generic `V`. The associated type
/// [`Lanes::Chunk`](crate::Lanes::Chunk) therefore names the array type. The methods [`chunks`](Self::chunks) and
/// [`chunks_mut`](Self::chunks_mut) divide columns into these arrays without unsafe code. The trait is sealed: only
/// arrays of words implement it.
pub trait Chunk: Copy + AsRef<[u64]> + AsMut<[u64]> + Sealed {
    /// The number of boards in a chunk.
    const LENGTH: usize;

    /// A chunk of empty boards.
    const EMPTY: Self;

    /// Divides a column into chunks. Words after the last whole chunk are left out.
    fn chunks(column: &[u64]) -> &[Self];

    /// Divides a column into chunks for writing. Words after the last whole chunk are left out.
    fn chunks_mut(column: &mut [u64]) -> &mut [Self];

    /// Returns a mask that selects the last `boards` lanes, for a register that overlaps the previous one.
    ///
    /// `boards` must be at most [`LENGTH`](Self::LENGTH); otherwise the mask is unspecified, or the call panics.
    fn tail_mask(boards: usize) -> &'static Self;
}

/// The maximum number of boards in a chunk.
const LONGEST: usize = 16;

/// 16 empty boards, followed by 16 full boards. A slice that starts among the empty boards and ends among the full
/// boards is a mask that selects the last lanes of a register.
static EMPTY_THEN_FULL: [u64; 2 * LONGEST] = {
    let mut boards = [0; 2 * LONGEST];
    let mut full = LONGEST;
    while full < 2 * LONGEST {
        boards[full] = !0;
        full += 1;
    }
    boards
};

impl<const N: usize> Sealed for [u64; N] {
    type Counts = [u8; N];

    #[inline(always)]
    fn counts_mut(column: &mut [u8]) -> &mut [[u8; N]] {
        column.as_chunks_mut().0
    }
}

impl<const N: usize> Chunk for [u64; N] {
    const LENGTH: usize = N;
    const EMPTY: Self = [0; N];

    #[inline(always)]
    fn chunks(column: &[u64]) -> &[Self] {
        column.as_chunks().0
    }

    #[inline(always)]
    fn chunks_mut(column: &mut [u64]) -> &mut [Self] {
        column.as_chunks_mut().0
    }

    #[inline(always)]
    fn tail_mask(boards: usize) -> &'static Self {
        const { assert!(N <= LONGEST, "a chunk has at most 16 boards") }
        &Self::chunks(&EMPTY_THEN_FULL[LONGEST - N + boards..])[0]
    }
}

mod sealed {
    /// Seals `Chunk`: other crates cannot name this trait, so they cannot implement `Chunk`. The trait also has the
    /// operations that only the loops of this crate need.
    pub trait Sealed: Sized {
        /// One byte for each board of a chunk: `[u8; N]`.
        type Counts: AsMut<[u8]> + 'static;

        /// Divides a column of bytes into chunks for writing. The compiler knows the length of a chunk, so a loop over
        /// its bytes needs no bounds checks.
        fn counts_mut(column: &mut [u8]) -> &mut [Self::Counts];
    }
}
