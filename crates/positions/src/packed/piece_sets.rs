//! Kernels that compute the sets of pieces of packed boards. They run on every backend, and process several boards at
//! once.
//!
//! ```text
//! code            0     1       2       3     4      5     6              7
//! piece           pawn  knight  bishop  rook  queen  king  unmoved rook   none
//! ```
//!
//! The fourth bit of a code marks black pieces, or pieces of the other side in bulletformat. A code plane contains one
//! bit of every code, so there are four code planes.
//!
//! # Expanding
//!
//! [`Expanded`] also moves the codes to the squares of their pieces, with shifts and masks only. First, the codes are
//! transposed: 16 codes of four bits become four code planes of 16 bits. The position of a bit in a word has six binary
//! digits, and the transposition moves the two lowest of them to the front. It takes four steps, each of which
//! exchanges bits so that two of the digits change places:
//!
//! ```text
//! digits of a position   p p p p b b        p: number of the piece, b: bit of its code
//!                        b b p p p p        after four exchanges
//! ```
//!
//! Then each code plane is expanded: bit `i` moves up to the `i`th occupied square, counted from 0. Its distance is the
//! number of empty squares below that square. Bits move in six steps, of 32, 16, 8, 4, 2 and 1 squares. A step moves
//! the bits whose distance has a 1 in the corresponding binary digit. The squares to which bits move in a step depend
//! only on the occupied squares, so they are computed once for all four code planes:
//!
//! ```text
//! squares whose distance is odd  =  squares with an odd number of empty squares below: a prefix parity, six shifts
//! squares of the next digit      =  the same, after odd squares have moved down, with every second empty square
//! ```
//!
//! Source of this method: Warren, Hacker's Delight, section 7-5 (2nd edition, 2012).

use setwise::masks::PAWN_RANKS;
use setwise::{Kernel, Lanes, Spread};

use crate::Rules;
use crate::piece_sets::not_one;

/// The largest number of pieces that a packed board holds.
pub(super) const MOST_PIECES: u32 = 32;

/// A kernel that computes the sets of pieces of a packed board. Inputs: the occupied squares, then the four code
/// planes, lowest bit first.
///
/// Results: pawns, knights, bishops, rooks, queens, kings; white, black; unmoved rooks; and a word that is 0 if the
/// board is valid. The rooks include the unmoved rooks.
#[derive(Debug, Clone, Copy)]
pub(super) struct PieceSets {
    /// The squares on which no pawn may be.
    no_pawns: u64,
    /// All ones if each side must have one king, otherwise 0.
    one_king: u64,
    /// The squares on which no unmoved rook may be.
    no_unmoved: u64,
}

impl PieceSets {
    /// Returns the kernel for boards that `rules` accepts. `unmoved_rooks` is whether the format has a code for unmoved
    /// rooks.
    pub(super) fn new(rules: Rules, unmoved_rooks: bool) -> Self {
        let if_true = |wrong: bool| u64::from(wrong).wrapping_neg();
        Self {
            no_pawns: if_true(rules.pawn_ranks()) & !PAWN_RANKS,
            one_king: if_true(rules.one_king()),
            no_unmoved: if_true(!unmoved_rooks),
        }
    }

    #[inline(always)]
    pub(super) fn of<V: Lanes>(self, occupied: V, [one, two, four, black]: [V; 4]) -> [V; 10] {
        let pawns = occupied & !(one | two | four);
        let [knights, bishops, queens] = [one & !(two | four), two & !(one | four), four & !(one | two)];
        let [rooks, kings, unmoved] = [one & two, four & one, four & two];
        let no_piece = rooks & kings;
        // Bit 6 of the sum is set if the number of pieces is 33 to 64.
        let too_many = occupied.popcount().wrapping_add(occupied.nothing() | u64::from(63 - MOST_PIECES)) & 64;
        let kings_wrong = not_one(kings & !black) | not_one(kings & black);
        let wrong = (no_piece | too_many)
            | (pawns & self.no_pawns)
            | (unmoved & self.no_unmoved)
            | (kings_wrong & self.one_king);
        let rooks = rooks | unmoved;
        [pawns, knights, bishops, rooks, queens, kings, occupied & !black, black, unmoved, wrong]
    }
}

impl Kernel<5, 10> for PieceSets {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [occupied, one, two, four, black]: [V; 5]) -> [V; 10] {
        self.of(occupied, [one, two, four, black])
    }
}

/// A kernel that computes the sets of pieces from the packed codes, without code planes as inputs. Inputs: the occupied
/// squares, the codes of the first 16 pieces, and the codes of all other pieces. Results: the ten words of
/// [`PieceSets`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Expanded(pub(super) PieceSets);

impl Kernel<3, 10> for Expanded {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [occupied, first, others]: [V; 3]) -> [V; 10] {
        let [one, two, four, black] = planes_of(first, others);
        let steps = Steps::onto(occupied);
        let planes = [
            steps.expand(one) & occupied,
            steps.expand(two) & occupied,
            steps.expand(four) & occupied,
            steps.expand(black) & occupied,
        ];
        self.0.of(occupied, planes)
    }
}

/// Returns the four code planes of 32 pieces, with the first piece in the lowest bit. The upper 32 bits are
/// unspecified.
#[inline(always)]
fn planes_of<V: Lanes>(first: V, others: V) -> [V; 4] {
    let (first, others) = (transpose(first), transpose(others));
    [
        join(first, others),
        join(first.shr::<16>(), others.shr::<16>()),
        join(first.shr::<32>(), others.shr::<32>()),
        join(first.shr::<48>(), others.shr::<48>()),
    ]
}

/// Returns a word that contains the lowest 16 bits of `first`, and above them the bits of `others`.
#[inline(always)]
fn join<V: Lanes>(first: V, others: V) -> V {
    (first & LOWEST_16) | others.shl::<16>()
}

const LOWEST_16: u64 = 0xFFFF;

/// Turns 16 codes of four bits into four code planes of 16 bits.
#[inline(always)]
fn transpose<V: Lanes>(codes: V) -> V {
    let codes = exchange::<{ (1 << 3) - (1 << 1) }, V>(codes, positions(1, 3));
    let codes = exchange::<{ (1 << 5) - (1 << 3) }, V>(codes, positions(3, 5));
    let codes = exchange::<{ (1 << 2) - (1 << 0) }, V>(codes, positions(0, 2));
    exchange::<{ (1 << 4) - (1 << 2) }, V>(codes, positions(2, 4))
}

/// Exchanges the bits at `positions` with the bits `DISTANCE` places above them.
#[inline(always)]
fn exchange<const DISTANCE: u32, V: Lanes>(bits: V, positions: u64) -> V {
    let change = (bits ^ bits.shr::<DISTANCE>()) & positions;
    bits ^ change ^ change.shl::<DISTANCE>()
}

/// Returns the bit positions whose binary digit `low` is 1 and whose digit `high` is 0. Exchanging each of these bits
/// with the bit `(1 << high) - (1 << low)` places above exchanges the two digits.
const fn positions(low: u32, high: u32) -> u64 {
    let (mut set, mut position) = (0, 0);
    while position < u64::BITS {
        if position >> low & 1 == 1 && position >> high & 1 == 0 {
            set |= 1 << position;
        }
        position += 1;
    }
    set
}

/// For each step of an expansion, the squares to which bits of a plane move in that step. The step of one square comes
/// first.
#[derive(Clone, Copy)]
struct Steps<V>([V; 6]);

impl<V: Lanes> Steps<V> {
    #[inline(always)]
    fn onto(occupied: V) -> Self {
        let (mut rest, mut empty) = (occupied, (!occupied).shl::<1>());
        Self([
            next_digit::<1, V>(&mut rest, &mut empty),
            next_digit::<2, V>(&mut rest, &mut empty),
            next_digit::<4, V>(&mut rest, &mut empty),
            next_digit::<8, V>(&mut rest, &mut empty),
            next_digit::<16, V>(&mut rest, &mut empty),
            next_digit::<32, V>(&mut rest, &mut empty),
        ])
    }

    /// Moves bit `i` of the plane to the `i`th occupied square, counted from 0. On empty squares, the bits of the
    /// result are unspecified.
    // This method expands only one plane, and its caller calls it four times. The compiler would not inline a `map`
    // over all four planes, and would call a function for every register.
    #[inline(always)]
    fn expand(self, plane: V) -> V {
        let Self([one, two, four, eight, sixteen, thirty_two]) = self;
        let plane = move_up::<32, V>(plane, thirty_two);
        let plane = move_up::<16, V>(plane, sixteen);
        let plane = move_up::<8, V>(plane, eight);
        let plane = move_up::<4, V>(plane, four);
        let plane = move_up::<2, V>(plane, two);
        move_up::<1, V>(plane, one)
    }
}

/// Returns the squares of `rest` to which bits move in the step of `STEP` squares. For the next step, moves these
/// squares of `rest` down by `STEP` squares, and keeps only every second square of `empty`.
#[inline(always)]
fn next_digit<const STEP: u32, V: Lanes>(rest: &mut V, empty: &mut V) -> V {
    let odd = parities(*empty);
    let moved = odd & *rest;
    *rest = (*rest ^ moved) | moved.shr::<STEP>();
    *empty &= !odd;
    moved
}

/// Returns every square for which the number of members of the set up to and including that square is odd.
#[inline(always)]
fn parities<V: Lanes>(set: V) -> V {
    let set = set ^ set.shl::<1>();
    let set = set ^ set.shl::<2>();
    let set = set ^ set.shl::<4>();
    let set = set ^ set.shl::<8>();
    let set = set ^ set.shl::<16>();
    set ^ set.shl::<32>()
}

/// Moves bits of the plane up by `STEP` squares onto the squares of `moved`, and leaves all other squares unchanged.
#[inline(always)]
fn move_up<const STEP: u32, V: Lanes>(plane: V, moved: V) -> V {
    plane ^ ((plane ^ plane.shl::<STEP>()) & moved)
}
