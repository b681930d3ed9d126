//! Checks heat maps of long columns.

use super::checks::{Checks, Failure, Sums};
use crate::oracle;
use crate::random::Sets;

/// The number of different boards in a long column.
const PERIOD: usize = 601;

impl Checks<'_> {
    /// Checks heat maps of knight attacks on long columns, which would overflow counters of 4, 8 and 16 bits. Some
    /// lengths are close to 16 registers, the length of one block of the algorithm. Others are close to the limit of an
    /// 8-bit counter in each lane, and the longest column has 65,536 boards.
    ///
    /// Each length is checked with full boards, which have the largest count on every square, and with mixed boards.
    pub(super) fn long_heat(&self, sums: &dyn Sums) -> Result<(), Failure> {
        const LONGEST: usize = 65_536;
        let full = vec![!0; LONGEST];
        let mut sets = Sets::seeded(21);
        let period: Vec<u64> = (0..PERIOD).map(|n| if n % 3 == 0 { sets.dense() } else { sets.sparse() }).collect();
        let mixed: Vec<u64> = period.iter().copied().cycle().take(LONGEST).collect();
        let registers = [15, 16, 240, 256, 480].map(|registers| registers * self.lanes);
        for length in registers.into_iter().flat_map(|length| [length, length + 1]).chain([LONGEST]) {
            self.heat(sums, "heat of full boards", &[&full[..length]], &[[length as u64; 64]])?;
            self.heat(sums, "heat", &[&mixed[..length]], &[heat_of_knights(&period, length)])?;
        }
        Ok(())
    }
}

/// Returns the heat map of knight attacks for `length` boards that repeat the boards of `period`.
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
