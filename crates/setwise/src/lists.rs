//! Lists of squares: the members of each set of a column.

use setwise_core::{ListError, ListMembers, Offset, Scalar, list_members};

use crate::registry::{Backend, ListJob, MIN_LANES};

impl Backend {
    /// Lists the members of each set of a column. `members` receives the lists one after another, each in ascending
    /// order. A member is one byte, the index of the square (a1 = 0, h8 = 63). The list of `sets[i]` is
    /// `members[offsets[i] as usize..offsets[i + 1] as usize]`, as in a list column of Arrow. The offsets are integers
    /// of 32 or 64 bits. Returns the number of members of all sets together.
    ///
    /// [`auto_for_counting`](crate::auto_for_counting) counts the members, so that the memory can be allocated once.
    /// `members` may be longer than the lists. The bytes after the last list may change, too.
    ///
    /// ```
    /// let sets = [0x42, 0, 1 << 35]; // b1 and g1; nothing; d5
    /// let mut members = vec![0; setwise::auto_for_counting().total(&sets) as usize];
    /// let mut offsets = [0_u32; 4];
    /// let count = setwise::auto().list_members(&sets, &mut members, &mut offsets)?;
    /// assert_eq!((count, &members[..], offsets), (3, &[1, 6, 35][..], [0, 2, 2, 3]));
    /// # Ok::<(), setwise::ListError>(())
    /// ```
    ///
    /// With AVX-512 VBMI2, one instruction lists the members of a set. With AVX2 and BMI2, shuffles join the lists of
    /// ranks, which are read from a table. On all other CPUs, each rank is read and stored.
    ///
    /// # Errors
    ///
    /// Returns an error if `members` is too short for all members, or if their number is too large for an offset. In
    /// that case, nothing is written.
    ///
    /// # Panics
    ///
    /// Panics if `offsets` does not have exactly one element more than `sets`. In that case, nothing is written.
    #[inline]
    #[track_caller]
    pub fn list_members<O: Offset>(
        self,
        sets: &[u64],
        members: &mut [u8],
        offsets: &mut [O],
    ) -> Result<usize, ListError> {
        let job = Members { backend: self, sets, members, offsets };
        if sets.len() < MIN_LANES { job.run(Scalar) } else { self.list(job) }
    }
}

/// The job that runs [`list_members`].
struct Members<'a, O> {
    backend: Backend,
    sets: &'a [u64],
    members: &'a mut [u8],
    offsets: &'a mut [O],
}

impl<O: Offset> ListJob for Members<'_, O> {
    type Out = Result<usize, ListError>;

    #[inline(always)]
    #[track_caller]
    fn run(self, method: impl ListMembers) -> Self::Out {
        list_members(method, self.backend, self.sets, self.members, self.offsets)
    }
}
