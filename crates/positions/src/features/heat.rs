//! Heat maps of features: for each square, the number of positions whose value contains the square.
//!
//! The counts are made in the three stages of the library's `heat`, but values are added block by block, while they are
//! in the cache. The counts of a feature are kept from one block to the next:
//!
//! ```text
//! 64 values of a block  ->  8 binary digits
//! 8 digits, 0 to 255    ->  16 registers of 16-bit counts, before the digits could overflow
//! 16-bit counts         ->  one 64-bit count for each square, at the end or before the counts could overflow
//! ```

use setwise::backend::{Chunk, Isa, Job, Strategy, add_to_fields, add_to_squares};
use setwise::popcount::{add_8, loaded};
use setwise::{Lanes, Spread};

use super::block::{BLOCK, Column};
use super::tally::{AT_ONCE, MOST_LANES};

/// The largest count that eight binary digits can hold.
const MOST_IN_DIGITS: usize = 255;

/// `N` registers of any backend.
#[derive(Debug, Clone)]
#[repr(align(64))]
struct Registers<const N: usize>([[u64; MOST_LANES]; N]);

impl<const N: usize> Registers<N> {
    const EMPTY: Self = Self([[0; MOST_LANES]; N]);

    #[inline(always)]
    fn load<V: Lanes>(&self, isa: V::Isa) -> [V; N] {
        let chunks = V::Chunk::chunks(self.0.as_flattened()).first_chunk();
        loaded(isa, chunks.expect("no backend has more lanes"))
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, registers: &[V; N]) {
        for (register, chunk) in registers.iter().zip(V::Chunk::chunks_mut(self.0.as_flattened_mut())) {
            register.store(chunk);
        }
    }
}

/// The counts of one feature.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    digits: Registers<8>,
    fields: Registers<16>,
    squares: [u64; 64],
    /// The number of registers that the digits count.
    in_digits: usize,
    /// The number of registers that the fields count.
    in_fields: usize,
}

impl Heat {
    /// The counts of no values.
    pub(super) const EMPTY: Self =
        Self { digits: Registers::EMPTY, fields: Registers::EMPTY, squares: [0; 64], in_digits: 0, in_fields: 0 };

    /// Adds the values of a column. Every call must use the same backend.
    #[inline(always)]
    fn add<V: Lanes>(&mut self, isa: V::Isa, column: &Column) {
        const { assert!(V::COUNT <= MOST_LANES && BLOCK.is_multiple_of(AT_ONCE * V::COUNT)) }
        let registers = V::Chunk::chunks(&column.0);
        if self.in_digits + registers.len() > MOST_IN_DIGITS {
            self.empty_digits::<V>(isa);
        }
        self.in_digits += registers.len();
        let mut digits: [V; 8] = self.digits.load(isa);
        let [ones, twos, fours, upper @ ..] = &mut digits;
        for block in registers.as_chunks::<AT_ONCE>().0 {
            let mut carried = add_8([ones, twos, fours], loaded(isa, block));
            for digit in &mut *upper {
                (*digit, carried) = (*digit ^ carried, *digit & carried);
            }
        }
        self.digits.store(&digits);
    }

    /// Adds the counts in the digits to the fields.
    #[inline(never)]
    fn empty_digits<V: Lanes>(&mut self, isa: V::Isa) {
        isa.enter(
            #[inline(always)]
            || {
                // The counts of all lanes must not overflow even when they are added up.
                if (self.in_fields + self.in_digits) * V::COUNT > usize::from(u16::MAX) {
                    add_to_squares(&self.fields.load::<V>(isa), &mut self.squares);
                    (self.fields, self.in_fields) = (Registers::EMPTY, 0);
                }
                let mut fields: [V; 16] = self.fields.load(isa);
                add_to_fields(self.digits.load(isa), &mut fields);
                self.fields.store(&fields);
                self.in_fields += self.in_digits;
                (self.digits, self.in_digits) = (Registers::EMPTY, 0);
            },
        );
    }
}

/// A job that adds a column of values to the counts of each feature.
pub(super) struct AddColumns<'a, I>(pub(super) &'a mut [Heat], pub(super) I);

impl<'a, I: Iterator<Item = &'a Column>> Job for AddColumns<'_, I> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        add_columns::<V>(backend.isa(), self.0, self.1);
    }
}

/// Adds columns. This is a separate function so that it is compiled once for each type of lanes, not once for each backend.
#[inline(never)]
fn add_columns<'a, V: Lanes>(isa: V::Isa, heats: &mut [Heat], columns: impl Iterator<Item = &'a Column>) {
    isa.enter(
        #[inline(always)]
        move || {
            for (heat, column) in heats.iter_mut().zip(columns) {
                heat.add::<V>(isa, column);
            }
        },
    );
}

/// A job that returns the number of values that contain each square.
pub(super) struct Squares<'a>(pub(super) &'a mut [Heat]);

impl Job for Squares<'_> {
    type Out = Vec<[u64; 64]>;

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> Self::Out {
        squares::<V>(backend.isa(), self.0)
    }
}

fn squares<V: Lanes>(isa: V::Isa, heats: &mut [Heat]) -> Vec<[u64; 64]> {
    let squares = |heat: &mut Heat| {
        heat.empty_digits::<V>(isa);
        isa.enter(
            #[inline(always)]
            || add_to_squares(&heat.fields.load::<V>(isa), &mut heat.squares),
        );
        heat.squares
    };
    heats.iter_mut().map(squares).collect()
}

#[cfg(test)]
mod tests {
    use setwise::BackendId;

    use super::*;

    fn counted(values: &[u64], backend: setwise::Backend) -> [u64; 64] {
        let mut heats = [Heat::EMPTY];
        for values in values.chunks(BLOCK) {
            let mut column = Column([0; BLOCK]);
            column.0[..values.len()].copy_from_slice(values);
            backend.run(AddColumns(&mut heats, [&column].into_iter()));
        }
        backend.run(Squares(&mut heats))[0]
    }

    /// The digits of every backend overflow within 2,000 values, and the fields within 70,000 values.
    #[test]
    fn counts_on_every_backend_are_those_of_a_plain_loop() {
        let value = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 << 63 | 1 << (n % 64);
        for len in [0, 1, 63, 64, 65, 2000, 70_000] {
            let values: Vec<u64> = (0..len).map(value).collect();
            let mut expected = [0; 64];
            for value in &values {
                expected.iter_mut().enumerate().for_each(|(square, count)| *count += value >> square & 1);
            }
            for backend in BackendId::ready() {
                assert_eq!(counted(&values, backend), expected, "{} of {len}", backend.id());
            }
        }
    }
}
