//! One file for each family of languages. `sql.rs` has what the dialects of SQL have in common, and `c.rs` what the forms of C
//! with vectors have in common.

pub(super) mod c;
pub(super) mod dialects;
pub(super) mod js;
pub(super) mod python;
mod sql;
pub(super) mod vectors;
pub(super) mod wgsl;
