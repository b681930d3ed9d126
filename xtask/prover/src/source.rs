//! The function whose loops are proved.

use setwise_assembly::{Data, Dialect, Function};

/// A function of a listing.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The function.
    pub function: &'a Function,
    /// The dialect of the listing.
    pub dialect: Dialect,
    /// The constant pool of the listing.
    pub data: &'a Data,
}
