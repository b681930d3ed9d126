//! Lists of squares: the members of each set of a column, and pairs of pieces and targets such as moves.

use setwise_core::patterns::leaper::{King, Knight};
use setwise_core::patterns::pair_kinds::KindCount;
use setwise_core::patterns::pairs::{Jumper, MovesWithout, PairCount};
use setwise_core::{
    Kernel, ListError, ListMembers, Offset, PairBlock, PairKinds, Pairs, Scalar, list_members, list_pair_kinds,
    list_pairs, write_pairs,
};

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

    /// Lists the moves of knights: each knight of `knights[i]` with each square that it attacks and that has no piece of
    /// `own[i]`. The moves of a board are ordered by `from`, then by `to`. Returns the number of moves.
    ///
    /// [`total`](Self::total) with the kernel [`KnightMoveCount`](crate::patterns::KnightMoveCount) returns this number,
    /// so that the memory can be allocated once. See [`list_pairs`](Self::list_pairs).
    ///
    /// ```
    /// use setwise::{Pairs, Square, auto};
    ///
    /// let (knights, own) = ([0x42], [0xFFFF]); // b1 and g1; ranks 1 and 2
    /// let (mut from, mut to, mut offsets) = ([0; 4], [0; 4], [0_u32; 2]);
    /// let moves = Pairs { from: &mut from, to: &mut to, offsets: &mut offsets };
    /// let count = auto().list_knight_moves(&knights, &own, moves)?;
    /// assert_eq!((count, offsets), (4, [0, 4]));
    /// assert_eq!((from, to), ([1, 1, 6, 6], [16, 18, 21, 23])); // b1a3 b1c3 g1f3 g1h3
    /// # Ok::<(), setwise::ListError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `from` or `to` is too short for all moves, or if their number is too large for an offset. In
    /// that case, nothing is written.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not have the same length, or if there is not exactly one offset more than there are
    /// boards. In that case, nothing is written.
    #[track_caller]
    pub fn list_knight_moves<O: Offset>(
        self,
        knights: &[u64],
        own: &[u64],
        moves: Pairs<'_, O>,
    ) -> Result<usize, ListError> {
        self.list_pairs(Knight, MovesWithout, [knights, own], moves)
    }

    /// Lists the moves of kings, without castling: each king of `kings[i]` with each square that it attacks and that has
    /// no piece of `own[i]`. Whether the other side attacks the square is not considered. See
    /// [`list_knight_moves`](Self::list_knight_moves) for the order, the errors and the panics.
    #[allow(clippy::missing_errors_doc, reason = "the documentation refers to that of another method")]
    #[track_caller]
    pub fn list_king_moves<O: Offset>(
        self,
        kings: &[u64],
        own: &[u64],
        moves: Pairs<'_, O>,
    ) -> Result<usize, ListError> {
        self.list_pairs(King, MovesWithout, [kings, own], moves)
    }

    /// Lists pairs of pieces and targets. The kernel returns the pieces and the targets of each board. Each piece is
    /// listed with each target that it attacks as a `piece`, which is [`Knight`] or [`King`]. The pairs of a board are
    /// ordered by `from`, then by `to`. Returns the number of pairs.
    ///
    /// The module [`pairs`](crate::patterns::pairs) has kernels for moves, legal moves, and attacks on given victims.
    /// Your own kernels with two results work as well. [`count_pairs`](Self::count_pairs) returns the number of pairs,
    /// so that the memory can be allocated once. `from` and `to` may be longer than the lists. The bytes after the last
    /// pair may change, too.
    ///
    /// ```
    /// use setwise::patterns::{leaper::Knight, pairs::Attackers};
    /// use setwise::{Pairs, auto};
    ///
    /// let (knights, queens) = ([1 << 18, 0x42], [1 << 3 | 1 << 35, 1 << 63]); // c3, queens d1 and d5; b1, g1, a queen h8
    /// let (mut from, mut to, mut offsets) = ([0; 2], [0; 2], [0_u32; 3]);
    /// assert_eq!(auto().count_pairs(Knight, Attackers, [&knights, &queens]), 2);
    /// let pairs = Pairs { from: &mut from, to: &mut to, offsets: &mut offsets };
    /// auto().list_pairs(Knight, Attackers, [&knights, &queens], pairs)?;
    /// assert_eq!((from, to, offsets), ([18, 18], [3, 35], [0, 2, 2]));
    /// # Ok::<(), setwise::ListError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `from` or `to` is too short for all pairs, or if their number is too large for an offset. In
    /// that case, nothing is written.
    ///
    /// # Panics
    ///
    /// Panics if the input columns do not all have the same length, or if there is not exactly one offset more than
    /// there are boards. In that case, nothing is written.
    #[inline]
    #[track_caller]
    pub fn list_pairs<P: Jumper, K: Kernel<IN, 2>, O: Offset, const IN: usize>(
        self,
        piece: P,
        kernel: K,
        input: [&[u64]; IN],
        pairs: Pairs<'_, O>,
    ) -> Result<usize, ListError> {
        list_pairs(self, piece, kernel, input, pairs, |block| self.list(BlockOfPairs(block)))
    }

    /// Returns the number of pairs that [`list_pairs`](Self::list_pairs) lists with the same arguments.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn count_pairs<P: Jumper, K: Kernel<IN, 2>, const IN: usize>(
        self,
        piece: P,
        kernel: K,
        input: [&[u64]; IN],
    ) -> u64 {
        let [count] = self.total(PairCount::new(piece, kernel), input);
        count
    }

    /// Lists pairs of pieces and targets of sixteen kinds in one pass. The kernel returns the knights, the kings and
    /// eight sets of targets of each board. Each knight and each king is listed with each target that it attacks. The
    /// kind of a pair is the number of the set that contains the target, from 0 to 7, plus 8 if the piece is a king.
    /// The pairs of a board are ordered by `from`, then by `to`. Returns the number of pairs.
    ///
    /// The module [`pair_kinds`](crate::patterns::pair_kinds) has kernels for the pieces of a position. Your own kernels
    /// with ten results work as well. If a square is in several sets of targets, its kind is that of the first of these
    /// sets. A square in both sets of pieces counts as a knight. [`count_pair_kinds`](Self::count_pair_kinds) returns
    /// the number of pairs, so that the memory can be allocated once. The memory may be longer than the lists. The
    /// bytes after the last pair may change, too.
    ///
    /// ```
    /// use setwise::patterns::pair_kinds::PieceTargets;
    /// use setwise::{Bitboard, PairKinds, Square::{A3, B1, C3, E1, E2, F2}, auto};
    ///
    /// // White: knight b1, king e1, pawn c3. Black: pawn a3, knight f2, queen e2.
    /// let set = |squares: &[_]| [Bitboard::from_squares(squares).0];
    /// let (pawns, knights, queens, kings) = (set(&[A3, C3]), set(&[B1, F2]), set(&[E2]), set(&[E1]));
    /// let (own, their) = (set(&[B1, E1, C3]), set(&[A3, F2, E2]));
    /// let input = [&pawns, &knights, &[0], &[0], &queens, &kings, &own, &their].map(|column| &column[..]);
    ///
    /// let room = auto().count_pair_kinds(PieceTargets, input) as usize;
    /// let (mut from, mut to, mut kinds, mut offsets) = (vec![0; room], vec![0; room], vec![0; room], [0_u32; 2]);
    /// let pairs = PairKinds { from: &mut from, to: &mut to, kinds: &mut kinds, offsets: &mut offsets };
    /// assert_eq!(auto().list_pair_kinds(PieceTargets, input, pairs), Ok(4));
    /// assert_eq!((from, to), (vec![1, 1, 4, 4], vec![16, 18, 12, 13])); // b1a3 b1c3 e1e2 e1f2
    /// assert_eq!(kinds, [0, 6, 8 + 4, 8 + 1]); // pawn, own piece, queen and knight
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `from`, `to` or `kinds` is too short for all pairs, or if their number is too large for an
    /// offset. In that case, nothing is written.
    ///
    /// # Panics
    ///
    /// Panics if the input columns do not all have the same length, or if there is not exactly one offset more than
    /// there are boards. In that case, nothing is written.
    #[inline]
    #[track_caller]
    pub fn list_pair_kinds<K: Kernel<IN, 10>, O: Offset, const IN: usize>(
        self,
        kernel: K,
        input: [&[u64]; IN],
        pairs: PairKinds<'_, O>,
    ) -> Result<usize, ListError> {
        list_pair_kinds(self, kernel, input, pairs, |block| self.list(BlockOfPairs(block)))
    }

    /// Returns the number of pairs that [`list_pair_kinds`](Self::list_pair_kinds) lists with the same arguments.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn count_pair_kinds<K: Kernel<IN, 10>, const IN: usize>(self, kernel: K, input: [&[u64]; IN]) -> u64 {
        let [count] = self.total(KindCount(kernel), input);
        count
    }
}

/// The job that runs [`write_pairs`].
struct BlockOfPairs<'a, 'b, const KINDS: bool>(PairBlock<'a, 'b, KINDS>);

impl<const KINDS: bool> ListJob for BlockOfPairs<'_, '_, KINDS> {
    type Out = ();

    #[inline(always)]
    fn run(self, method: impl ListMembers) {
        write_pairs(method, self.0);
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
