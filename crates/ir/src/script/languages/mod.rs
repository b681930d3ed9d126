//! One file for each language. `sql.rs`, `python.rs`, `js.rs` and `c.rs` have what several of them have in common.

pub(super) mod bigint;
pub(super) mod bigquery;
mod c;
pub(super) mod clickhouse;
pub(super) mod cuda;
pub(super) mod duckdb;
pub(super) mod halves;
mod js;
pub(super) mod numpy;
pub(super) mod postgres;
mod python;
pub(super) mod rvv;
pub(super) mod spark;
mod sql;
pub(super) mod sqlite;
pub(super) mod sve;
pub(super) mod torch;
pub(super) mod vector;
pub(super) mod wgsl;
