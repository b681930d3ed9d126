//! The argument of every aggregate: a column of sets.

use arrow::datatypes::DataType;
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::{DocSection, Documentation};

use crate::kind::Kind;

const SECTION: DocSection = DocSection { include: true, label: "Chess Aggregates", description: None };

pub(super) fn documentation(name: &str, description: &str) -> Documentation {
    let sentence = description[..1].to_uppercase() + &description[1..] + ".";
    Documentation::builder(SECTION, sentence, format!("{name}(set)"))
        .with_argument("set", Kind::Set.to_string())
        .build()
}

/// Returns the type of the sets to aggregate, or the reason why the arguments are not sets.
pub(super) fn coerce(name: &str, types: &[DataType]) -> Result<Vec<DataType>> {
    match types {
        [found] => match Kind::Set.accept(found) {
            Some(accepted) => Ok(vec![accepted]),
            None => plan_err!("{name}: set is {found}, expected {}", Kind::Set),
        },
        _ => plan_err!("{name} has 1 argument, not {}", types.len()),
    }
}
