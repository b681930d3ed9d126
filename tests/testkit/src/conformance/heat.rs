//! Checks of heat maps.

use std::fmt;

use setwise::backend::Runner;
use setwise::patterns::KnightAttacks;
use setwise::{Kernel, Lanes, Spread};

use super::{Failure, Suite};
use crate::oracle;
use crate::random::Sets;

/// The number of different boards in a long column.
const PERIOD: usize = 601;

impl<V: Lanes, S: Spread<V>> Suite<V, S> {
    /// Checks `heat` on columns whose heat maps are known.
    pub(super) fn heat<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
        &self,
        check: &'static str,
        kernel: K,
        input: [&[u64]; IN],
        expected: &[[u64; 64]; OUT],
    ) -> Result<(), Failure> {
        let length = input.first().map_or(0, |column| column.len());
        let heat = self.backend.heat(kernel, input);
        for (k, (heat, expected)) in heat.iter().zip(expected).enumerate() {
            for (square, (&got, &wanted)) in heat.iter().zip(expected).enumerate() {
                let place = || format!("length {length}, result {k}, square {square}");
                self.same(check, kernel, place, got, wanted)?;
            }
        }
        Ok(())
    }

    /// Checks heat maps of columns so long that numbers of 4, 8 and 16 bits would overflow: a block of 16 registers, the
    /// largest number of eight digits, and the largest of 16 bits in all lanes together. Each length is checked with full
    /// boards, whose squares all have the largest number, and with mixed ones.
    pub(super) fn long_heat(&self) -> Result<(), Failure> {
        const LONGEST: usize = 65_536;
        let full = vec![!0; LONGEST];
        let mut sets = Sets::seeded(21);
        let period: Vec<u64> = (0..PERIOD).map(|n| if n % 3 == 0 { sets.dense() } else { sets.sparse() }).collect();
        let mixed: Vec<u64> = period.iter().copied().cycle().take(LONGEST).collect();
        let registers = [15, 16, 240, 256, 480].map(|registers| registers * V::COUNT);
        for length in registers.into_iter().flat_map(|length| [length, length + 1]).chain([LONGEST]) {
            self.heat("heat of full boards", KnightAttacks, [&full[..length]], &[[length as u64; 64]])?;
            self.heat("heat", KnightAttacks, [&mixed[..length]], &[heat_of_knights(&period, length)])?;
        }
        Ok(())
    }
}

/// Returns the heat map of knight attacks of boards that repeat, `length` in all.
fn heat_of_knights(period: &[u64], length: usize) -> [u64; 64] {
    let (mut whole, mut rest) = ([0; 64], [0; 64]);
    for (n, &board) in period.iter().enumerate() {
        let attacks = oracle::knight_attacks(board);
        oracle::add_to_heat(&mut whole, attacks);
        if n < length % period.len() {
            oracle::add_to_heat(&mut rest, attacks);
        }
    }
    let periods = (length / period.len()) as u64;
    std::array::from_fn(|square| periods * whole[square] + rest[square])
}
