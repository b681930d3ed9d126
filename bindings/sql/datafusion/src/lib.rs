//! Set-wise patterns and features of chess positions as SQL functions of DataFusion.
//!
//! ```sql
//! select popcount(white) + popcount(black) as pieces, count(*) from 'games.parquet'
//! where royal_forks(kings & black, queens & black) & knight_attacks(knights & white) <> 0 group by pieces
//! ```
//!
//! | functions of | examples | defined in |
//! |---|---|---|
//! | sets of squares | `knight_attacks(knights)`, `forks_at_least(targets, 3)`, `pawn_attacks(pawns, 'white')` | `patterns.rs`, from the catalogue |
//! | positions | `white_forks_safe(fen)`, or with nine columns instead of text; `fen_columns(fen)` | `features.rs` |
//! | sets, to lists | `squares(set)`, `knight_move_list(knights, own)` | `lists.rs` |
//! | sets and text | `parse_squares('b1,g1')`, `square_names(set)`, `board(set)` | `text.rs` |
//! | groups of sets | `heat(set)`, `total_members(set)`, `set_union(set)` | `aggregates/` |
//!
//! A set is a `UInt64`, a1 = bit 0. An `Int64` with the same bits is also accepted, but results are `UInt64`. Numbers
//! are `Int64`, so that the difference of two numbers can be negative, and features such as `checkmate` are `Boolean`.
//! If an argument of a scalar function is null, the result is null, except that rights that are null stand for no
//! rights. Aggregate functions ignore nulls. The columns of a position are defined in [`setwise_arrow`].
//!
//! The functions run the kernels of the library on Arrow arrays of sets without copying the sets, on the best backend
//! for the CPU. An engine that distributes plans sends only the names of the functions, so each machine must call
//! [`register_all`].
#![forbid(unsafe_code)]

mod aggregates;
mod features;
mod function;
mod kind;
mod lists;
mod options;
mod patterns;
mod share;
mod tables;
mod text;

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::logical_expr::registry::FunctionRegistry;
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::prelude::{SessionConfig, SessionContext};

pub use options::SetwiseOptions;
pub use share::ShareFeatures;
pub use tables::{files_of, refuse_tables, register_tables};

/// Returns all scalar functions: first the patterns, then lists, then the conversions between sets and text, then the
/// functions of positions.
#[must_use]
pub fn scalar_functions() -> Vec<Arc<ScalarUDF>> {
    let all = patterns::functions().into_iter().chain(lists::functions());
    let all = all.chain(text::functions()).chain(features::functions());
    all.map(|function| Arc::new(ScalarUDF::new_from_impl(function))).collect()
}

/// Returns all aggregate functions.
#[must_use]
pub fn aggregate_functions() -> Vec<Arc<AggregateUDF>> {
    aggregates::functions()
}

/// Registers all scalar and aggregate functions.
///
/// # Errors
///
/// Returns an error if the registry cannot be changed.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    for function in scalar_functions() {
        registry.register_udf(function)?;
    }
    for function in aggregate_functions() {
        registry.register_udaf(function)?;
    }
    Ok(())
}

/// Returns a session with all scalar, aggregate and table functions, the optimizer rule [`ShareFeatures`], and the
/// setting `setwise.strict`.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> datafusion::common::Result<()> {
/// use datafusion::prelude::SessionConfig;
///
/// let session = setwise_datafusion::session(SessionConfig::new());
/// let rows = session.sql("select square_names(knight_attacks(parse_squares('b1,g1'))) as attacked").await?;
/// rows.show().await?; // d2,e2,a3,c3,f3,h3
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn session(mut config: SessionConfig) -> SessionContext {
    // If the configuration already contains settings of setwise, they are kept.
    if config.options().extensions.get::<SetwiseOptions>().is_none() {
        config = config.with_option_extension(SetwiseOptions::default());
    }
    let mut session = SessionContext::new_with_config(config);
    register_all(&mut session).expect("a new session accepts functions");
    session.add_optimizer_rule(Arc::new(ShareFeatures::default()));
    register_tables(&session);
    session
}
