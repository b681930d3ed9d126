//! Aggregates over sets.
//!
//! `heat` and `total_members` count squares. The types [`Heat`] and [`TotalMembers`] implement [`Tally`], and [`Sums`]
//! keeps the sums of each group. `set_union` and `set_intersection` are the built-in aggregates `bit_or` and `bit_and`
//! under other names.

mod renamed;
mod sums;

use std::marker::PhantomData;
use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::functions_aggregate::bit_and_or_xor::{bit_and_udaf, bit_or_udaf};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, Documentation, GroupsAccumulator, Signature, Volatility,
};

use self::renamed::{Renamed, coerce, documentation};
use self::sums::{Heat, Sums, Tally, TotalMembers, list, value};

/// Returns all aggregate functions.
pub(crate) fn functions() -> Vec<Arc<AggregateUDF>> {
    vec![
        Arc::new(AggregateUDF::new_from_impl(Tallied::<Heat>::new())),
        Arc::new(AggregateUDF::new_from_impl(Tallied::<TotalMembers>::new())),
        Arc::new(AggregateUDF::new_from_impl(Renamed::new(
            "set_union",
            bit_or_udaf(),
            "the squares that are in any of the sets",
        ))),
        Arc::new(AggregateUDF::new_from_impl(Renamed::new(
            "set_intersection",
            bit_and_udaf(),
            "the squares that are in all of the sets",
        ))),
    ]
}

/// The aggregate function that computes a tally.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Tallied<T> {
    signature: Signature,
    documentation: Documentation,
    tally: PhantomData<fn() -> T>,
}

impl<T: Tally> Tallied<T> {
    fn new() -> Self {
        let documentation = documentation(T::NAME, T::DESCRIPTION);
        Self { signature: Signature::user_defined(Volatility::Immutable), documentation, tally: PhantomData }
    }
}

impl<T: Tally> AggregateUDFImpl for Tallied<T> {
    fn name(&self) -> &str {
        T::NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        coerce(T::NAME, types)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(if T::SUMS == 1 { DataType::Int64 } else { list() })
    }

    fn is_nullable(&self) -> bool {
        false
    }

    fn default_value(&self, _: &DataType) -> Result<ScalarValue> {
        Ok(value(&vec![0; T::SUMS]))
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        Ok(vec![Arc::new(Field::new(format_state_name(args.name, "sums"), list(), false))])
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        not_distinct(T::NAME, &args)?;
        Ok(Box::new(Sums::<T>::of_one_group()))
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(&self, _: AccumulatorArgs) -> Result<Box<dyn GroupsAccumulator>> {
        Ok(Box::new(Sums::<T>::of_no_group()))
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

fn not_distinct(name: &str, args: &AccumulatorArgs) -> Result<()> {
    if args.is_distinct {
        plan_err!("{name} does not support distinct; select distinct sets in a subquery")
    } else {
        Ok(())
    }
}
