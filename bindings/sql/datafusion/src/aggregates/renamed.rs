//! Built-in aggregates under names from set theory.
//!
//! All aggregates, including those in other modules, take one argument: a column of sets. The functions that check and
//! document this argument are in this module.

use std::sync::Arc;

use arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, DocSection, Documentation, GroupsAccumulator, Signature, Volatility,
};

use crate::kind::Kind;

/// A built-in aggregate of integers that is used for sets under another name.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Renamed {
    name: &'static str,
    inner: Arc<AggregateUDF>,
    signature: Signature,
    documentation: Documentation,
}

impl Renamed {
    pub(super) fn new(name: &'static str, inner: Arc<AggregateUDF>, description: &str) -> Self {
        let description = format!("{description}; null without rows");
        let documentation = documentation(name, &description);
        Self { name, inner, signature: Signature::user_defined(Volatility::Immutable), documentation }
    }
}

impl AggregateUDFImpl for Renamed {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        coerce(self.name, types)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.inner.return_type(types)
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        self.inner.state_fields(args)
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        self.inner.accumulator(args)
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        self.inner.groups_accumulator_supported(args)
    }

    fn create_groups_accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn GroupsAccumulator>> {
        self.inner.create_groups_accumulator(args)
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

const SECTION: DocSection = DocSection { include: true, label: "Chess Aggregates", description: None };

/// Returns the documentation of an aggregate whose argument is a column of sets.
pub(super) fn documentation(name: &str, description: &str) -> Documentation {
    let sentence = description[..1].to_uppercase() + &description[1..] + ".";
    Documentation::builder(SECTION, sentence, format!("{name}(set)"))
        .with_argument("set", Kind::Set.to_string())
        .build()
}

/// Returns the type to which DataFusion must convert the argument of an aggregate. Returns an error if there is not
/// exactly one argument, or if the argument is not a set.
pub(super) fn coerce(name: &str, types: &[DataType]) -> Result<Vec<DataType>> {
    match types {
        [found] => match Kind::Set.accept(found) {
            Some(accepted) => Ok(vec![accepted]),
            None => plan_err!("{name}: set is {found}, expected {}", Kind::Set),
        },
        _ => plan_err!("{name} has 1 argument, not {}", types.len()),
    }
}
