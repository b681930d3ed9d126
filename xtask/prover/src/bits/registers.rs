//! The functions that instructions compute on registers: logic, arithmetic, shifts, lookups, counts of bits, and copies
//! of lanes.

use super::{Bit, BitVec, Term};

/// A function of two registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// The intersection.
    And,
    /// The bits that are set in the first register but not in the second.
    AndNot,
    /// The union.
    Or,
    /// The union of the first register and the complement of the second.
    OrNot,
    /// The symmetric difference.
    Xor,
    /// The sums of lanes. No carry leaves a lane.
    Add,
    /// The differences of lanes, `a + !b + 1`. No carry leaves a lane.
    Subtract,
    /// All ones in lanes that are equal, zeros in other lanes.
    Equal,
}

impl Pair {
    /// Returns the result for lanes of `lane` bits. If `is_same` is true, `a` and `b` are the same register. Some
    /// results are then known even if the content of this register is unknown.
    #[must_use]
    pub fn of<T: Term>(self, a: &[Bit<T>], b: &[Bit<T>], lane: usize, is_same: bool) -> BitVec<T> {
        let all = |value| vec![Bit::Fixed(value); a.len()];
        let each = |of: fn(&Bit<T>, &Bit<T>) -> Bit<T>| a.iter().zip(b).map(|(a, b)| of(a, b)).collect();
        match self {
            Self::Xor | Self::Subtract | Self::AndNot if is_same => all(false),
            Self::Equal | Self::OrNot if is_same => all(true),
            Self::And => each(Bit::and),
            Self::AndNot => each(|a, b| a.and(&b.not())),
            Self::Or => each(Bit::or),
            Self::OrNot => each(|a, b| a.or(&b.not())),
            Self::Xor => each(Bit::xor),
            Self::Add => with_carry(a, b, lane, false),
            Self::Subtract => with_carry(a, &not(b), lane, true),
            Self::Equal => a.chunks(lane).zip(b.chunks(lane)).flat_map(|(a, b)| equal(a, b)).collect(),
        }
    }
}

/// Returns the sums of lanes. `first` is the carry into each lane.
fn with_carry<T: Term>(a: &[Bit<T>], b: &[Bit<T>], lane: usize, first: bool) -> BitVec<T> {
    let mut sum = Vec::with_capacity(a.len());
    let mut carry = Bit::Fixed(first);
    for (n, (a, b)) in a.iter().zip(b).enumerate() {
        if n.is_multiple_of(lane) {
            carry = Bit::Fixed(first);
        }
        let half = a.xor(b);
        sum.push(half.xor(&carry));
        carry = a.and(b).or(&half.and(&carry));
    }
    sum
}

/// Returns ones if two lanes are equal, otherwise zeros.
fn equal<T: Term>(a: &[Bit<T>], b: &[Bit<T>]) -> BitVec<T> {
    let differs = a.iter().zip(b).fold(Bit::Fixed(false), |differs, (a, b)| differs.or(&a.xor(b)));
    vec![differs.not(); a.len()]
}

/// The direction of a shift within lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Toward the highest bit.
    Up,
    /// Toward the lowest bit, with zeros at the top.
    Down,
    /// Toward the lowest bit, with copies of the highest bit at the top.
    DownSigned,
    /// Toward the highest bit, as a rotation.
    Rotate,
}

impl Direction {
    /// Returns a register in which each lane of `lane` bits is shifted. Except in a rotation, bits that leave a lane
    /// are lost.
    #[must_use]
    pub fn of<T: Term>(self, a: &[Bit<T>], lane: usize, places: usize) -> BitVec<T> {
        let from = |bit: usize| match self {
            Self::Up => bit.checked_sub(places),
            Self::Down => bit.checked_add(places),
            Self::DownSigned => Some(bit.saturating_add(places).min(lane - 1)),
            Self::Rotate => Some((bit + lane - places % lane) % lane),
        };
        let bit = |n: usize| {
            let from = from(n % lane).filter(|from| *from < lane);
            from.map_or(Bit::Fixed(false), |from| a[n - n % lane + from].clone())
        };
        (0..a.len()).map(bit).collect()
    }
}

/// Returns the complement.
#[must_use]
pub fn not<T: Term>(a: &[Bit<T>]) -> BitVec<T> {
    a.iter().map(Bit::not).collect()
}

/// Returns the bits of `yes` where `mask` is set, and the bits of `no` elsewhere.
#[must_use]
pub fn select<T: Term>(mask: &[Bit<T>], yes: &[Bit<T>], no: &[Bit<T>]) -> BitVec<T> {
    mask.iter().zip(yes.iter().zip(no)).map(|(mask, (yes, no))| mask.select(yes, no)).collect()
}

/// Applies a function of three bits, given as a table: bit `4a + 2b + c` of `table` is the result.
#[must_use]
pub fn ternary<T: Term>(table: u8, a: &[Bit<T>], b: &[Bit<T>], c: &[Bit<T>]) -> BitVec<T> {
    let entry = |n: usize| Bit::Fixed(table >> n & 1 == 1);
    let of = |a: &Bit<T>, b: &Bit<T>, c: &Bit<T>| {
        let [none, by_b, by_a, both] = [0, 2, 4, 6].map(|n| c.select(&entry(n + 1), &entry(n)));
        a.select(&b.select(&both, &by_a), &b.select(&by_b, &none))
    };
    (0..a.len()).map(|n| of(&a[n], &b[n], &c[n])).collect()
}

/// Multiplies each byte by the matrix in the same 64-bit lane of `matrices`, and flips the bits that are set in `flips`.
/// Row `j` of a matrix is byte `7 - j`. Bit `j` of a product is set if row `j` and the byte have an odd number of common
/// bits.
#[must_use]
pub fn affine<T: Term>(bytes: &[Bit<T>], matrices: &[Bit<T>], flips: u8) -> BitVec<T> {
    let product = |byte: &[Bit<T>], matrix: &[Bit<T>], j: usize| {
        let row = &matrix[8 * (7 - j)..][..8];
        let flip = Bit::Fixed(flips >> j & 1 == 1);
        byte.iter().zip(row).fold(flip, |sum, (bit, factor)| sum.xor(&bit.and(factor)))
    };
    let of_lane = |(bytes, matrix): (&[Bit<T>], &[Bit<T>])| -> BitVec<T> {
        bytes.chunks(8).flat_map(|byte| (0..8).map(|j| product(byte, matrix, j)).collect::<BitVec<T>>()).collect()
    };
    bytes.chunks(64).zip(matrices.chunks(64)).flat_map(of_lane).collect()
}

/// Returns `width` bits, filled with copies of an element.
#[must_use]
pub fn broadcast<T: Term>(element: &[Bit<T>], width: usize) -> BitVec<T> {
    element.iter().cycle().take(width).cloned().collect()
}

/// Returns the lanes whose indices are `numbers`, in the order of `numbers`.
pub fn lanes<T: Term>(a: &[Bit<T>], lane: usize, numbers: impl IntoIterator<Item = usize>) -> BitVec<T> {
    numbers.into_iter().flat_map(|n| a[n * lane..(n + 1) * lane].to_vec()).collect()
}

/// Looks up bytes in a table of 16 bytes: the low four bits of each index select a byte. If an index has any of the
/// bits in `or_zero`, its result is zero.
///
/// `vpshufb` returns zero for an index in which bit 7 is set. `tbl` and `i8x16.swizzle` return zero for an index above
/// 15.
#[must_use]
pub fn look_up<T: Term>(table: &[Bit<T>], index: &[Bit<T>], or_zero: u8) -> BitVec<T> {
    let of_index = |index: &[Bit<T>]| -> BitVec<T> {
        let chosen = (0..8).filter(|bit| or_zero >> bit & 1 == 1);
        let zero = chosen.fold(Bit::Fixed(false), |zero, bit| zero.or(&index[bit]));
        (0..8).map(|bit| zero.select(&Bit::Fixed(false), &entry(table, &index[..4], bit))).collect()
    };
    index.chunks(8).flat_map(of_index).collect()
}

/// Returns bit `bit` of the table byte selected by a 4-bit index.
fn entry<T: Term>(table: &[Bit<T>], index: &[Bit<T>], bit: usize) -> Bit<T> {
    let mut entries: Vec<Bit<T>> = (0..16).map(|byte| table[8 * byte + bit].clone()).collect();
    for digit in index {
        entries = entries.chunks(2).map(|pair| digit.select(&pair[1], &pair[0])).collect();
    }
    entries.swap_remove(0)
}

/// Returns the number of set bits of each lane.
#[must_use]
pub fn counts<T: Term>(a: &[Bit<T>], lane: usize) -> BitVec<T> {
    let of_lane = |bits: &[Bit<T>]| {
        let mut digits = vec![Bit::Fixed(false); lane];
        for bit in bits {
            let mut carry = bit.clone();
            for digit in &mut digits {
                let sum = digit.xor(&carry);
                carry = digit.and(&carry);
                *digit = sum;
            }
        }
        digits
    };
    a.chunks(lane).flat_map(of_lane).collect()
}

/// Returns the sum of the narrow lanes in each wide lane.
#[must_use]
pub fn sums<T: Term>(a: &[Bit<T>], narrow: usize, wide: usize) -> BitVec<T> {
    let widened = |bits: &[Bit<T>]| {
        let mut bits = bits.to_vec();
        bits.resize(wide, Bit::Fixed(false));
        bits
    };
    let of_lane = |bits: &[Bit<T>]| {
        let zero = vec![Bit::Fixed(false); wide];
        bits.chunks(narrow).fold(zero, |sum, bits| Pair::Add.of(&sum, &widened(bits), wide, false))
    };
    a.chunks(wide).flat_map(of_lane).collect()
}
