//! Checks that the conformance suite finds faults that formulas and registers could have. Each fault is planted in the
//! prefix formula, and the suite must report it.

use setwise::backend::{Chunk, Prefix, Scalar, Strategy, Words};
use setwise::masks::FILE_A;
use setwise::{Lanes, Spread};
use setwise_testkit::conformance::Suite;

/// The prefix formula with one fault.
#[derive(Debug, Clone, Copy, Default)]
struct Faulty<const FAULT: char>;

/// The knight's step two ranks north and one file east keeps the squares that wrap around the edge.
const WRAPS: char = 'w';
/// A square that several knights attack is in the result only if the number of these knights is odd.
const NO_UNION: char = 'u';
/// Two lanes change places.
const LANES_SWAPPED: char = 's';
/// One lane has the result of its neighbour.
const LANE_DOUBLED: char = 'l';
/// The highest bit of one lane is carried into the next.
const LEAK: char = 'c';
/// Kings do not step along diagonals.
const NO_DIAGONALS: char = 'd';
/// The squares of the kings themselves are in the result.
const INCLUDES_ITSELF: char = 'i';

impl<V: Lanes, const FAULT: char> Spread<V> for Faulty<FAULT> {
    fn knight(self, knights: V) -> V {
        let (one, two) = (knights.east() ^ knights.west(), knights.two_east() ^ knights.two_west());
        let attacks = Prefix.knight(knights);
        let mut chunk = V::Chunk::EMPTY;
        attacks.store(&mut chunk);
        let lanes = chunk.as_mut();
        match FAULT {
            WRAPS => return attacks | (knights.shl::<17>() & FILE_A),
            NO_UNION => return one.shl::<16>() ^ one.shr::<16>() ^ two.shl::<8>() ^ two.shr::<8>(),
            LANES_SWAPPED if lanes.len() > 1 => lanes.swap(0, 1),
            LANE_DOUBLED if lanes.len() > 1 => lanes[1] = lanes[0],
            LEAK if lanes.len() > 1 => lanes[1] |= lanes[0] >> 63,
            _ => {}
        }
        V::load(attacks.isa(), &chunk)
    }

    fn king(self, kings: V) -> V {
        match FAULT {
            NO_DIAGONALS => kings.north() | kings.south() | kings.east() | kings.west(),
            INCLUDES_ITSELF => Prefix.king(kings) | kings,
            _ => Prefix.king(kings),
        }
    }
}

/// Returns the kernel and the check for which the suite finds the fault.
fn caught<const FAULT: char>() -> Option<(String, &'static str)> {
    let suite = Suite::new("planted", Strategy::<Words<4>, Faulty<FAULT>>::new(Scalar));
    suite.attacks().err().map(|failure| (failure.kernel, failure.check))
}

#[test]
fn planted_faults_are_caught() {
    assert_eq!(caught::<' '>(), None, "without a fault, the suite passes");
    for (found, kernel) in [
        (caught::<WRAPS>(), "KnightAttacks"),
        (caught::<NO_UNION>(), "KnightAttacks"),
        (caught::<LANES_SWAPPED>(), "KnightAttacks"),
        (caught::<LANE_DOUBLED>(), "KnightAttacks"),
        (caught::<LEAK>(), "KnightAttacks"),
        (caught::<NO_DIAGONALS>(), "KingAttacks"),
        (caught::<INCLUDES_ITSELF>(), "KingAttacks"),
    ] {
        assert_eq!(found, Some((kernel.to_string(), "every square in every lane")));
    }
}
