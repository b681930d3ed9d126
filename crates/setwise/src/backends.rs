//! The operations of a backend chosen at run time.
//!
//! Operations on columns of sets call the methods of [`Runner`], which generic code also calls. The sets of columns of
//! squares are looked up in a [`SquareTable`].

use setwise_board::Square;
use setwise_core::{Kernel, MIN_SQUARES, ResultKind, Runner, Scalar, SquareTable, sets_from};

use crate::registry::Backend;

static KNIGHT: SquareTable = SquareTable::KNIGHT;
static KING: SquareTable = SquareTable::KING;

// The operations on columns are methods of `Runner`. They are repeated here so that a program that only calls `auto()`
// need not import the trait.

impl Backend {
    /// Runs `kernel` on every board of the input columns and writes its results to the output columns: see
    /// [`Runner::map`].
    ///
    /// A column is a slice with one word per board, a1 = bit 0. [`columns`](crate::columns) casts a column of
    /// [`Bitboard`](crate::Bitboard)s to a column of words.
    ///
    /// ```
    /// use setwise::patterns::KnightMoves;
    ///
    /// let (knights, own) = ([0x42, 1 << 35], [0xFFFF, 1 << 35]); // b1, g1 (own: ranks 1 and 2); d5
    /// let mut moves = [0; 2];
    /// setwise::auto().map(KnightMoves, [&knights, &own], [&mut moves]);
    /// assert_eq!(moves.map(u64::count_ones), [4, 8]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length. In that case, nothing is written.
    #[inline(always)]
    #[track_caller]
    pub fn map<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u64]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        Runner::map(self, kernel, input, output);
    }

    /// Runs `kernel` on every board and writes the number of squares in each result set, one byte per board: see
    /// [`Runner::counts`]. The call does not compile if a result is a number or a flag. Use [`map`](Self::map) to write
    /// such results, or [`total`](Self::total) to sum them.
    ///
    /// ```
    /// use setwise::patterns::KnightMoves;
    ///
    /// let (knights, own) = ([0x42, 1 << 35], [0xFFFF, 1 << 35]); // as for `map`
    /// let mut mobility = [0; 2];
    /// setwise::auto().counts(KnightMoves, [&knights, &own], [&mut mobility]);
    /// assert_eq!(mobility, [4, 8]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length. In that case, nothing is written.
    #[inline(always)]
    #[track_caller]
    pub fn counts<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u8]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        const { ResultKind::check_counts(&K::KINDS) };
        Runner::counts(self, kernel, input, output);
    }

    /// Runs `kernel` on every board and returns the sum of each result over all boards: see [`Runner::total`]. A result
    /// that is a set adds the number of its squares.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn total<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [u64; OUT]
    where
        K: Kernel<IN, OUT>,
    {
        Runner::total(self, kernel, input)
    }

    /// Runs `kernel` on every board and returns, for each result and each square, the number of boards on which the
    /// result contains the square: see [`Runner::heat`]. The call does not compile if a result is a number or a flag.
    /// Use [`total`](Self::total) to sum such results.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn heat<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [[u64; 64]; OUT]
    where
        K: Kernel<IN, OUT>,
    {
        const { ResultKind::check_heat(&K::KINDS) };
        Runner::heat(self, kernel, input)
    }

    /// For each index `i`, writes to `attacks[i]` the set of squares that a knight on `squares[i]` attacks, a1 = bit 0:
    /// see [`sets_from`](Self::sets_from).
    ///
    /// ```
    /// use setwise::Square;
    ///
    /// let squares = [Square::A1, Square::D4, Square::H8];
    /// let mut attacks = [0; 3];
    /// setwise::auto().knight_attacks_from(&squares, &mut attacks);
    /// assert_eq!(attacks.map(u64::count_ones), [2, 8, 2]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the slices do not have the same length. In that case, nothing is written.
    #[inline]
    #[track_caller]
    pub fn knight_attacks_from(self, squares: &[Square], attacks: &mut [u64]) {
        self.sets_from(&KNIGHT, squares, attacks);
    }

    /// For each index `i`, writes to `attacks[i]` the set of squares that a king on `squares[i]` attacks, a1 = bit 0:
    /// see [`sets_from`](Self::sets_from).
    ///
    /// # Panics
    ///
    /// Panics if the slices do not have the same length. In that case, nothing is written.
    #[inline]
    #[track_caller]
    pub fn king_attacks_from(self, squares: &[Square], attacks: &mut [u64]) {
        self.sets_from(&KING, squares, attacks);
    }

    /// For each index `i`, writes to `sets[i]` the set that `table` has for `squares[i]`, a1 = bit 0.
    ///
    /// The AVX2 and AVX-512 backends look up several squares at once, by byte shuffles. An AVX-512 backend can do this
    /// with every table if the CPU also has VBMI, VBMI2 and GFNI. Otherwise only a few tables are suitable, such as
    /// those of knights and kings. For other tables, for short columns, and on all other backends, the table is read
    /// once for each square.
    ///
    /// ```
    /// use setwise::{Bitboard, Square, SquareTable, auto, patterns::leaper::Camel};
    ///
    /// const CAMEL: SquareTable = SquareTable::leaper::<Camel>();
    ///
    /// let mut attacks = [0; 2];
    /// auto().sets_from(&CAMEL, &[Square::A1, Square::H8], &mut attacks);
    /// assert_eq!(Bitboard(attacks[0]), Square::B4.bitboard() | Square::D2.bitboard());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the slices do not have the same length. In that case, nothing is written.
    #[inline]
    #[track_caller]
    pub fn sets_from(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        if squares.len() < MIN_SQUARES {
            sets_from(Scalar, table, squares, sets);
        } else {
            self.look_up(table, squares, sets);
        }
    }
}
