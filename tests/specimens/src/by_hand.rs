//! Handwritten loops in assembly for knights and kings, each for one instruction set. They show how fast
//! compiler-generated loops could be at best.
//!
//! ```
//! for set in setwise_specimens::by_hand::sets() {
//!     let Some(knight) = set.knight else { continue }; // this CPU lacks the instructions
//!     let (knights, mut attacks) = ([0x42; 10], [0; 10]);
//!     knight(&knights, &mut attacks);
//!     assert_eq!(attacks, [0x00A5_1800; 10], "{}", set.name);
//! }
//! ```

/// The loops for one instruction set.
#[derive(Debug, Clone, Copy)]
pub struct ByHand {
    /// The name of the instruction set, such as `avx2`.
    pub name: &'static str,
    /// The loop for knight attacks, or `None` if this CPU lacks the instructions.
    pub knight: Option<Column>,
    /// The loop for king attacks, or `None` if this CPU lacks the instructions.
    pub king: Option<Column>,
}

/// A function that computes a column of attacked squares from a column of sets of pieces, with a1 in bit 0. The
/// function panics if the columns have different lengths.
pub type Column = fn(&[u64], &mut [u64]);

cfg_if::cfg_if! {
    if #[cfg(target_arch = "x86_64")] {
        use setwise::backend::{Isa, Prefix, Runner, Scalar, Strategy, Words};
        use setwise::patterns::{KingAttacks, KnightAttacks};
        use setwise_simd::{Avx2, Avx512, avx2_by_hand, avx512_by_hand};

        macro_rules! column {
            ($Isa:ident, $registers:path, $Kernel:ident) => {
                $Isa::detect().map(|_| -> Column {
                    |boards, attacks| {
                        let isa = $Isa::detect().expect("detected before; the result is cached");
                        assert_eq!(boards.len(), attacks.len(), "columns of different lengths");
                        let (registers, rest) = boards.as_chunks();
                        let (of_registers, of_rest) = attacks.as_chunks_mut();
                        $registers(isa, registers, of_registers);
                        Strategy::<Words<1>, Prefix>::new(Scalar).map($Kernel, [rest], [of_rest]);
                    }
                })
            };
        }

        /// Returns the loops of every instruction set that this build contains.
        #[must_use]
        pub fn sets() -> Vec<ByHand> {
            vec![
                ByHand {
                    name: Avx512::NAME,
                    knight: column!(Avx512, avx512_by_hand::knight_attacks, KnightAttacks),
                    king: column!(Avx512, avx512_by_hand::king_attacks, KingAttacks),
                },
                ByHand {
                    name: Avx2::NAME,
                    knight: column!(Avx2, avx2_by_hand::knight_attacks, KnightAttacks),
                    king: column!(Avx2, avx2_by_hand::king_attacks, KingAttacks),
                },
            ]
        }
    } else {
        /// Returns no loops, because none exist for this architecture.
        #[must_use]
        pub fn sets() -> Vec<ByHand> {
            Vec::new()
        }
    }
}
