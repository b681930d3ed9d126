//! The members of a set: the set as it is, and their number.
//!
//! A backend counts the members of any result by itself, so [`Identity`] is the pattern of everyone who wants `counts`,
//! `total` or `heat` of a column that already holds sets. [`PopCount`] is for kernels and doors that need the number as a
//! result of its own.

use crate::kernel;

kernel! {
    /// The set itself, so that its squares can be counted.
    ///
    /// ```
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
    /// use setwise::{backend::{Prefix, Runner, Strategy, Words}, patterns::Identity};
    ///
    /// let backend = Strategy::<Words<8>, Prefix>::detect().unwrap();
    /// let mut counts = [0; 2];
    /// backend.counts(Identity, [&[0x42, 0xFF]], [&mut counts]);
    /// assert_eq!(counts, [2, 8]);
    /// ```
    pub fn Identity(_spread, set) -> [same] {
        let same = set;
    }
}

kernel! {
    /// The number of squares in the set.
    pub fn PopCount(_spread, set) -> [count: number(64)] {
        let count = set.popcount();
    }
}
