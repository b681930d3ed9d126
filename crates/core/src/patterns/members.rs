//! The members of a set, unchanged or as their number.
//!
//! Backends count the members of any result. For `counts`, `total` or `heat` of a column that already contains sets, use
//! [`Identity`]. Use [`PopCount`] where the number itself must be a result.

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
