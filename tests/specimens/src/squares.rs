//! Methods of looking up the sets of a column of squares. Most methods work with any table. The library uses these
//! methods, except those that gather entries from memory. The methods without a table spread the bits of the squares.

use setwise::backend::{Chunk, FromSquares, Isa, Prefix, Scalar, Words, each_register, sets_from};
use setwise::{Lanes, Spread, Square, SquareTable};

/// A method of looking up the sets of a column of squares in any table.
#[derive(Debug, Clone, Copy)]
pub struct TableMethod {
    /// The name, such as `avx2-gather`.
    pub name: &'static str,
    /// The method, or `None` if this CPU lacks the instructions.
    pub sets_from: Option<SetsFrom>,
}

/// A function that writes the set of each square, with a1 in bit 0. It panics if the slices have different lengths.
pub type SetsFrom = fn(&SquareTable, &[Square], &mut [u64]);

/// A method of computing attacks from squares without a table.
#[derive(Debug, Clone, Copy)]
pub struct BitMethod {
    /// The name, such as `avx2-bit-and-prefix`.
    pub name: &'static str,
    /// The attacks of knights and of kings, or `None` if this CPU lacks the instructions.
    pub knights_and_kings: Option<[AttacksFrom; 2]>,
}

/// A function that writes the attacks from each square, with a1 in bit 0. It panics if the slices have different
/// lengths.
pub type AttacksFrom = fn(&[Square], &mut [u64]);

/// Returns every method for tables that this build contains.
#[must_use]
pub fn table_methods() -> Vec<TableMethod> {
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut, reason = "only x86-64 has more methods"))]
    let mut methods = vec![by_table::<Scalar, Scalar>("table")];
    #[cfg(target_arch = "x86_64")]
    {
        use setwise_simd::{Avx2, Avx512, Avx512Vbmi2, Gather};
        methods.extend([
            by_table::<Avx2, Avx2>("avx2-bytes"),
            by_table::<Avx512, Avx512>("avx512-bytes"),
            by_table::<Avx512Vbmi2, Avx512Vbmi2>("avx512-vbmi2-bytes"),
            by_table::<Avx512, Gather<Avx512>>("avx512-gather"),
            by_table::<Avx2, Gather<Avx2>>("avx2-gather"),
        ]);
    }
    methods
}

fn by_table<P: Isa, M: FromSquares + From<P>>(name: &'static str) -> TableMethod {
    let run: SetsFrom = |table, squares, sets| match P::detect() {
        Some(proof) => sets_from(M::from(proof), table, squares, sets),
        None => sets_from(Scalar, table, squares, sets),
    };
    TableMethod { name, sets_from: P::detect().map(|_| run) }
}

/// Returns every method without a table that this build contains.
#[must_use]
pub fn bit_methods() -> Vec<BitMethod> {
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut, reason = "only x86-64 has more methods"))]
    let mut methods = vec![by_bits::<Words<1>>("bit-and-prefix")];
    #[cfg(target_arch = "x86_64")]
    {
        use setwise_simd::{EightBoards, FourBoards};
        methods.extend([by_bits::<EightBoards>("avx512-bit-and-prefix"), by_bits::<FourBoards>("avx2-bit-and-prefix")]);
    }
    methods
}

fn by_bits<V: Lanes>(name: &'static str) -> BitMethod {
    let knights: AttacksFrom = run_bits::<V, false>;
    let kings: AttacksFrom = run_bits::<V, true>;
    BitMethod { name, knights_and_kings: V::Isa::detect().map(|_| [knights, kings]) }
}

fn run_bits<V: Lanes, const KINGS: bool>(squares: &[Square], attacks: &mut [u64]) {
    let table = if KINGS { &SquareTable::KING } else { &SquareTable::KNIGHT };
    match V::Isa::detect() {
        Some(isa) => sets_from(SpreadBits::<V, KINGS>(isa), table, squares, attacks),
        None => sets_from(Scalar, table, squares, attacks),
    }
}

/// A method that sets the bit of each square and then computes the attacks of a king or a knight on this bit.
/// [`sets_from`] reads the table only for short columns.
#[derive(Clone, Copy)]
struct SpreadBits<V: Lanes, const KINGS: bool>(V::Isa);

impl<V: Lanes, const KINGS: bool> FromSquares for SpreadBits<V, KINGS> {
    #[inline(always)]
    fn write_sets(self, _: &SquareTable, squares: &[Square], attacks: &mut [u64]) {
        self.0.enter(
            #[inline(always)]
            move || {
                each_register(
                    squares,
                    attacks,
                    #[inline(always)]
                    |squares| {
                        let mut bits = V::Chunk::EMPTY;
                        for (bits, square) in bits.as_mut().iter_mut().zip(squares) {
                            *bits = square.bitboard().0;
                        }
                        let bits = V::load(self.0, &bits);
                        if KINGS { Prefix.king(bits) } else { Prefix.knight(bits) }
                    },
                );
            },
        );
    }
}
