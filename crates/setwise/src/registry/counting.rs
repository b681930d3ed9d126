//! Counting members by the way that fits the length: the choice among those of [`PopcountId`](super::PopcountId).

use setwise_core::Scalar;

use super::popcounts::*;

/// Two ways to count, one for short slices and one for long; made by [`auto_for_counting`].
#[derive(Debug, Clone, Copy)]
pub struct Counting {
    /// `None`: [`CountOnes`].
    short: Option<Short>,
    /// `None`: as for short slices.
    long: Option<Long>,
    /// Words from which on the long way is taken.
    long_from: usize,
}

/// One word at a time, by an instruction where there is one for it.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "popcnt"))]
type Short = CountPopcnt;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", feature = "popcnt")))]
type Short = CountOnes;

/// Its name.
const SHORT: PopcountId = if cfg!(all(target_arch = "x86_64", target_feature = "sse2", feature = "popcnt")) {
    PopcountId::CountPopcnt
} else {
    PopcountId::CountOnes
};

/// The best ways to count members that this build contains and this CPU can run, by length: a short slice must not pay for
/// a wide path. Ask once and pass the value on.
///
/// ```
/// let counting = setwise::auto_for_counting();
/// let words = [0x42, u64::MAX, 0];
/// let mut counts = [0; 3];
/// counting.counts(&words, &mut counts);
/// assert_eq!((counts, counting.total(&words), counting.count(words[0])), ([2, 64, 0], 66, 2));
/// ```
#[must_use]
pub fn auto_for_counting() -> Counting {
    let (long, long_from) = Long::best().map_or((None, usize::MAX), |(way, from)| (Some(way), from));
    Counting { short: Short::detect(), long, long_from }
}

impl Counting {
    /// The way for so many words, by name.
    #[must_use]
    pub fn for_length(&self, words: usize) -> PopcountId {
        match (self.for_long(words), self.short) {
            (Some(way), _) => way.id(),
            (None, Some(_)) => SHORT,
            (None, None) => PopcountId::CountOnes,
        }
    }

    /// The number of members of one word, 0 to 64.
    #[inline]
    #[must_use]
    pub fn count(&self, word: u64) -> u32 {
        self.short.map_or_else(|| word.count_ones(), |way| way.count(word))
    }

    /// The number of members of all words together.
    #[inline]
    #[must_use]
    pub fn total(&self, words: &[u64]) -> u64 {
        match (self.for_long(words.len()), self.short) {
            (Some(way), _) => way.total(words),
            (None, Some(way)) => way.total(words),
            (None, None) => floor_total(words),
        }
    }

    /// Writes the number of members of each word, 0 to 64: `words[i]` gives `counts[i]`.
    ///
    /// # Panics
    ///
    /// If the slices are not of one length. Nothing is written then.
    #[inline]
    #[track_caller]
    pub fn counts(&self, words: &[u64], counts: &mut [u8]) {
        match (self.for_long(words.len()), self.short) {
            (Some(way), _) => way.counts(words, counts),
            (None, Some(way)) => way.counts(words, counts),
            (None, None) => CountOnes::new(Scalar).counts(words, counts),
        }
    }

    #[inline(always)]
    fn for_long(&self, words: usize) -> Option<Long> {
        if words < self.long_from { None } else { self.long }
    }
}

/// Out of line like the doors: inlined, its loop would take the registers of everybody's choice.
#[inline(never)]
fn floor_total(words: &[u64]) -> u64 {
    CountOnes::new(Scalar).total(words)
}

/// The ways for long slices: the best first, each with the number of words from which on it beats one word at a time. Fewer
/// than [`Popcounts`](super::Popcounts) has, so that the choice costs little.
macro_rules! long_ways {
    ($($name:ident from $long_from:literal if $condition:meta;)+) => {
        #[derive(Debug, Clone, Copy)]
        enum Long {
            $(#[cfg($condition)] $name($name),)+
        }

        #[allow(unused_variables, clippy::unnecessary_wraps, reason = "a build may contain none of them")]
        impl Long {
            /// The first that this build contains and this CPU can run, and the least length it is for.
            fn best() -> Option<(Self, usize)> {
                $(
                    #[cfg($condition)]
                    if let Some(way) = $name::detect() {
                        return Some((Self::$name(way), $long_from));
                    }
                )+
                None
            }

            fn id(self) -> PopcountId {
                match self { $(#[cfg($condition)] Self::$name(_) => PopcountId::$name,)+ }
            }

            #[inline(always)]
            fn total(self, words: &[u64]) -> u64 {
                match self { $(#[cfg($condition)] Self::$name(way) => way.total(words),)+ }
            }

            #[inline(always)]
            #[track_caller]
            fn counts(self, words: &[u64], counts: &mut [u8]) {
                match self { $(#[cfg($condition)] Self::$name(way) => way.counts(words, counts),)+ }
            }
        }
    };
}

// Measured: `cargo xtask rounds count-8 count-64 count-512` on the machine of `results/`.
long_ways! {
    CountAvx512Vpopcnt from 16 if all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512");
    CountAvx2HarleySeal from 512 if all(target_arch = "x86_64", target_feature = "sse2", feature = "avx2");
    CountNeon from 2 if all(target_arch = "aarch64", target_feature = "neon", feature = "neon");
    CountSimd128 from 2 if all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128");
}
