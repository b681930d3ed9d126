//! Aggregates over sets.
//!
//! `heat` and `total_members` count squares. [`Tally`] has a variant for each of the two, and [`Sums`] stores the sums of each
//! group. `set_union` and `set_intersection` are the built-in aggregates `bit_or` and `bit_and` under other names.

mod sums;

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::functions_aggregate::bit_and_or_xor::{bit_and_udaf, bit_or_udaf};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, DocSection, Documentation, GroupsAccumulator, Signature, Volatility,
};

use self::Computed::{BuiltIn, Sum};
use self::sums::{Sums, Tally, list, value};
use crate::kind::Kind;

const SECTION: DocSection = DocSection { include: true, label: "Chess Aggregates", description: None };

/// Returns all aggregate functions.
pub(crate) fn functions() -> Vec<Arc<AggregateUDF>> {
    let all = [
        (
            "heat",
            Sum(Tally::Heat),
            "For each square, a1 first, the number of sets that contain it; all are 0 without rows.",
        ),
        (
            "total_members",
            Sum(Tally::TotalMembers),
            "The number of squares in each set, added up over all sets; 0 without rows.",
        ),
        ("set_union", BuiltIn(bit_or_udaf()), "The squares that are in any of the sets; null without rows."),
        ("set_intersection", BuiltIn(bit_and_udaf()), "The squares that are in all of the sets; null without rows."),
    ];
    let function = |(name, computed, description)| {
        let documentation = Documentation::builder(SECTION, description, format!("{name}(set)"));
        Arc::new(AggregateUDF::new_from_impl(OfSets {
            name,
            computed,
            signature: Signature::user_defined(Volatility::Immutable),
            documentation: documentation.with_argument("set", Kind::Set.to_string()).build(),
        }))
    };
    all.into_iter().map(function).collect()
}

/// How an aggregate is computed.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Computed {
    /// By [`Sums`].
    Sum(Tally),
    /// By a built-in aggregate of integers.
    BuiltIn(Arc<AggregateUDF>),
}

/// An aggregate whose argument is a column of sets.
#[derive(Debug, PartialEq, Eq, Hash)]
struct OfSets {
    name: &'static str,
    computed: Computed,
    signature: Signature,
    documentation: Documentation,
}

impl AggregateUDFImpl for OfSets {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        match types {
            [found] => match Kind::Set.accept(found) {
                Some(accepted) => Ok(vec![accepted]),
                None => plan_err!("{}: set is {found}, expected {}", self.name, Kind::Set),
            },
            _ => plan_err!("{} has 1 argument, not {}", self.name, types.len()),
        }
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        match &self.computed {
            Sum(tally) => Ok(if tally.sums() == 1 { DataType::Int64 } else { list() }),
            BuiltIn(inner) => inner.return_type(types),
        }
    }

    fn is_nullable(&self) -> bool {
        matches!(self.computed, BuiltIn(_))
    }

    fn default_value(&self, data_type: &DataType) -> Result<ScalarValue> {
        match &self.computed {
            Sum(tally) => Ok(value(&vec![0; tally.sums()])),
            BuiltIn(_) => ScalarValue::try_from(data_type),
        }
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        match &self.computed {
            Sum(_) => Ok(vec![Arc::new(Field::new(format_state_name(args.name, "sums"), list(), false))]),
            BuiltIn(inner) => inner.state_fields(args),
        }
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        match &self.computed {
            Sum(_) if args.is_distinct => {
                plan_err!("{} does not support distinct; select distinct sets in a subquery", self.name)
            }
            Sum(tally) => Ok(Box::new(Sums::of_one_group(*tally))),
            BuiltIn(inner) => inner.accumulator(args),
        }
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        match &self.computed {
            Sum(_) => !args.is_distinct,
            BuiltIn(inner) => inner.groups_accumulator_supported(args),
        }
    }

    fn create_groups_accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn GroupsAccumulator>> {
        match &self.computed {
            Sum(tally) => Ok(Box::new(Sums::of_no_group(*tally))),
            BuiltIn(inner) => inner.create_groups_accumulator(args),
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}
