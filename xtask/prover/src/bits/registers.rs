//! The functions that instructions compute on registers: logic, sums, shifts, and copies of lanes.

use super::{Bit, BitVec};

/// A function of two registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// The intersection.
    And,
    /// The bits that are set in the first register but not in the second.
    AndNot,
    /// The union.
    Or,
    /// The symmetric difference.
    Xor,
    /// The sums of lanes. No carry leaves a lane.
    Add,
}

impl Pair {
    /// Returns the result for lanes of `lane` bits. If `is_same` is true, `a` and `b` are the same register, so their
    /// differences are empty even if the content of this register is unknown.
    #[must_use]
    pub fn of(self, a: &[Bit], b: &[Bit], lane: usize, is_same: bool) -> BitVec {
        let each = |of: fn(&Bit, &Bit) -> Bit| a.iter().zip(b).map(|(a, b)| of(a, b)).collect();
        match self {
            Self::Xor | Self::AndNot if is_same => vec![Bit::Fixed(false); a.len()],
            Self::And => each(Bit::and),
            Self::AndNot => each(|a, b| a.and(&b.not())),
            Self::Or => each(Bit::or),
            Self::Xor => each(Bit::xor),
            Self::Add => sums(a, b, lane),
        }
    }
}

/// Returns the sums of lanes.
fn sums(a: &[Bit], b: &[Bit], lane: usize) -> BitVec {
    let mut sum = Vec::with_capacity(a.len());
    let mut carry = Bit::Fixed(false);
    for (n, (a, b)) in a.iter().zip(b).enumerate() {
        if n.is_multiple_of(lane) {
            carry = Bit::Fixed(false);
        }
        let half = a.xor(b);
        sum.push(half.xor(&carry));
        carry = a.and(b).or(&half.and(&carry));
    }
    sum
}

/// The direction of a shift within lanes. Bits that leave a lane are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Toward the highest bit.
    Up,
    /// Toward the lowest bit.
    Down,
}

impl Direction {
    /// Returns a register in which each lane of `lane` bits is shifted.
    #[must_use]
    pub fn of(self, a: &[Bit], lane: usize, places: usize) -> BitVec {
        let bit = |n: usize| {
            let from = match self {
                Self::Up => (n % lane).checked_sub(places),
                Self::Down => (n % lane).checked_add(places).filter(|from| *from < lane),
            };
            from.map_or(Bit::Fixed(false), |from| a[n - n % lane + from].clone())
        };
        (0..a.len()).map(bit).collect()
    }
}

/// Returns the complement.
#[must_use]
pub fn not(a: &[Bit]) -> BitVec {
    a.iter().map(Bit::not).collect()
}

/// Applies a function of three bits, given as a table: bit `4a + 2b + c` of `table` is the result.
#[must_use]
pub fn ternary(table: u8, a: &[Bit], b: &[Bit], c: &[Bit]) -> BitVec {
    let entry = |n: usize| Bit::Fixed(table >> n & 1 == 1);
    let of = |a: &Bit, b: &Bit, c: &Bit| {
        let [none, by_b, by_a, both] = [0, 2, 4, 6].map(|n| c.select(&entry(n + 1), &entry(n)));
        a.select(&b.select(&both, &by_a), &b.select(&by_b, &none))
    };
    (0..a.len()).map(|n| of(&a[n], &b[n], &c[n])).collect()
}

/// Returns `width` bits, filled with copies of an element.
#[must_use]
pub fn broadcast(element: &[Bit], width: usize) -> BitVec {
    element.iter().cycle().take(width).cloned().collect()
}
