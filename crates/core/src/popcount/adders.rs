//! Adders of sets: how many of several sets hold a square, as binary digits, one set a digit.
//!
//! ```text
//! three sets      odd = a ^ b ^ c             in one or three of them
//!                 majority                    in two or three of them
//! seven sets      four adders                 three digits, 0 to 7
//! fifteen sets    eleven adders               four digits, 0 to 15
//! ```
//!
//! Exactly k of n is then the intersection of the digits of k, or of their complements; at least 4 of 7 is the digit of four.
//!
//! Source: Chess Programming Wiki, Population Count (odd and major).

use crate::Lanes;

/// The sum of three sets in two digits: ones, twos.
#[inline(always)]
#[must_use]
pub fn add_3<V: Lanes>(a: V, b: V, c: V) -> [V; 2] {
    let half = a ^ b;
    [half ^ c, (half & c) | (a & b)]
}

/// How many of seven sets hold each square, as the digits of one, two, four.
///
/// ```
/// use setwise_core::popcount::digits_of_7;
/// use setwise_core::{Lanes, Scalar, Words};
///
/// let sets = [1, 1, 1, 1, 1, 3, 2].map(|set: u64| Words::<1>::load(Scalar, &[set]));
/// let [ones, twos, fours] = digits_of_7(sets).map(|digit| digit.boards()[0]);
/// assert_eq!((ones, twos, fours), (0b00, 0b11, 0b01)); // square 0 in six of them, square 1 in two
/// ```
#[inline(always)]
pub fn digits_of_7<V: Lanes>(sets: [V; 7]) -> [V; 3] {
    let [a, b, c, d, e, f, g] = sets;
    let [ones_1, twos_1] = add_3(a, b, c);
    let [ones_2, twos_2] = add_3(d, e, f);
    let [ones, twos_3] = add_3(g, ones_1, ones_2);
    let [twos, fours] = add_3(twos_1, twos_2, twos_3);
    [ones, twos, fours]
}

/// How many of eight sets hold each square, as the digits of one, two, four, eight: the images of a leaper's directions.
#[inline(always)]
pub fn digits_of_8<V: Lanes>(sets: [V; 8]) -> [V; 4] {
    let [a, b, c, d, e, f, g, last] = sets;
    let [ones, twos, fours] = digits_of_7([a, b, c, d, e, f, g]);
    let to_twos = ones & last;
    let to_fours = twos & to_twos;
    [ones ^ last, twos ^ to_twos, fours ^ to_fours, fours & to_fours]
}

/// How many of fifteen sets hold each square, as the digits of one, two, four, eight.
#[inline(always)]
pub fn digits_of_15<V: Lanes>(sets: [V; 15]) -> [V; 4] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = sets;
    let [ones_1, twos_1, fours_1] = digits_of_7([a, b, c, d, e, f, g]);
    let [ones_2, twos_2, fours_2] = digits_of_7([h, i, j, k, l, m, n]);
    let [ones, twos_3] = add_3(o, ones_1, ones_2);
    let [twos, fours_3] = add_3(twos_1, twos_2, twos_3);
    let [fours, eights] = add_3(fours_1, fours_2, fours_3);
    [ones, twos, fours, eights]
}
