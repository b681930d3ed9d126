//! Methods of computing attacks from a column of single squares. Some read the table of attacks once for each square,
//! or gather several entries at once. The others need no table: they compute attacks from the bits of the squares.

use setwise::Lanes;
use setwise::Square;
use setwise::backend::{FromSquares, Isa, Prefix, Scalar, SpreadBits, Table, Words};
use setwise::backend::{king_attacks_from, knight_attacks_from};

/// A method of computing attacks from single squares.
#[derive(Debug, Clone, Copy)]
pub struct AttackMethod {
    /// The name, such as `avx2-gather`.
    pub name: &'static str,
    /// The function for knight attacks, or `None` if this CPU lacks the instructions.
    pub knight: Option<Column>,
    /// The function for king attacks, or `None` if this CPU lacks the instructions.
    pub king: Option<Column>,
}

/// A function that computes a column of attacked squares from a column of single squares. Element `i` of the second
/// slice becomes the result for element `i` of the first slice, with a1 in bit 0. The function panics if the slices
/// have different lengths.
pub type Column = fn(&[Square], &mut [u64]);

/// Returns every method that this build contains.
#[must_use]
pub fn methods() -> Vec<AttackMethod> {
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut, reason = "only x86-64 has more methods"))]
    let mut methods =
        vec![method::<Words<1>, Table>("table"), method::<Words<1>, SpreadBits<Prefix>>("bit-and-prefix")];
    #[cfg(target_arch = "x86_64")]
    {
        use setwise_simd::{EightBoards, FourBoards, Gather};
        methods.extend([
            method::<EightBoards, SpreadBits<Prefix>>("avx512-bit-and-prefix"),
            method::<EightBoards, Gather>("avx512-gather"),
            method::<FourBoards, Gather>("avx2-gather"),
            method::<FourBoards, SpreadBits<Prefix>>("avx2-bit-and-prefix"),
        ]);
    }
    methods
}

fn method<V: Lanes, F: FromSquares<V> + Default>(name: &'static str) -> AttackMethod {
    let ready = V::Isa::detect().is_some();
    // The result of detection is cached, so detecting again costs only a load and a comparison per column.
    let knight: Column = |squares, attacks| match V::Isa::detect() {
        Some(isa) => knight_attacks_from::<V, F>(isa, F::default(), squares, attacks),
        None => knight_attacks_from::<Words<1>, Table>(Scalar, Table, squares, attacks),
    };
    let king: Column = |squares, attacks| match V::Isa::detect() {
        Some(isa) => king_attacks_from::<V, F>(isa, F::default(), squares, attacks),
        None => king_attacks_from::<Words<1>, Table>(Scalar, Table, squares, attacks),
    };
    AttackMethod { name, knight: ready.then_some(knight), king: ready.then_some(king) }
}
