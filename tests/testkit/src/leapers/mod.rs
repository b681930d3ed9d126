//! The module of every built-in leaper, exactly as users get it.
//!
//! `setwise gen leaper NAME --out NAME.rs` writes each of them. The test `generate` of the program compares them with what it
//! writes, and writes all of them anew: `SETWISE_WRITE_PAGES=1 cargo test -p setwise-cli --test generate modules`.

pub mod alfil;
pub mod alibaba;
pub mod antelope;
pub mod bison;
pub mod buffalo;
pub mod camel;
pub mod dabbaba;
pub mod ferz;
pub mod fourleaper;
pub mod giraffe;
pub mod gnu;
pub mod king;
pub mod knight;
pub mod root50leaper;
pub mod squirrel;
pub mod stag;
pub mod threeleaper;
pub mod tripper;
pub mod wazir;
pub mod zebra;
