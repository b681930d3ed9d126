//! Aggregates over sets.
//!
//! `heat` and `total_members` add up counts of squares; both are a [`Tally`], an array of sums for each group. `set_union` and
//! `set_intersection` are the built-in `bit_or` and `bit_and` under the names of the field.

mod renamed;
mod sums;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::functions_aggregate::bit_and_or_xor::{bit_and_udaf, bit_or_udaf};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, DocSection, Documentation, GroupsAccumulator, Signature, Volatility,
};
use setwise::kernel;

use self::renamed::Renamed;
use self::sums::{Sums, list, value};
use crate::kind::Kind;

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

const SECTION: DocSection = DocSection { include: true, label: "Chess Aggregates", description: None };

fn documentation(name: &str, description: &str) -> Documentation {
    let sentence = description[..1].to_uppercase() + &description[1..] + ".";
    Documentation::builder(SECTION, sentence, format!("{name}(set)"))
        .with_argument("set", Kind::Set.to_string())
        .build()
}

/// Returns the type of the sets to aggregate, or the reason why the arguments are not sets.
fn coerce(name: &str, types: &[DataType]) -> Result<Vec<DataType>> {
    match types {
        [found] => match Kind::Set.accept(found) {
            Some(accepted) => Ok(vec![accepted]),
            None => plan_err!("{name}: set is {found}, expected {}", Kind::Set),
        },
        _ => plan_err!("{name} has 1 argument, not {}", types.len()),
    }
}

/// Sums over sets: of squares, or of each square.
trait Tally: fmt::Debug + Send + Sync + 'static {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    /// The number of sums. A single one is a number in SQL, several are a list.
    const SUMS: usize;
    /// Adds all sets of a column.
    fn add_all(sets: &[u64], sums: &mut [i64]);
    /// Adds one set.
    fn add_one(set: u64, sums: &mut [i64]);
}

/// For each square, the number of sets that contain it.
#[derive(Debug)]
struct Heat;

/// The number of squares, added up over the sets.
#[derive(Debug)]
struct TotalMembers;

kernel! { fn Same(_spread, set) -> [same] { let same = set; } }

impl Tally for Heat {
    const NAME: &'static str = "heat";
    const DESCRIPTION: &'static str =
        "for each square, a1 first, the number of sets that contain it; all are 0 without rows";
    const SUMS: usize = 64;

    fn add_all(sets: &[u64], sums: &mut [i64]) {
        let [heat] = setwise::auto().heat(Same, [sets]);
        sums.iter_mut().zip(heat).for_each(|(sum, count)| *sum += count.cast_signed());
    }

    fn add_one(mut set: u64, sums: &mut [i64]) {
        while set != 0 {
            sums[set.trailing_zeros() as usize] += 1;
            set &= set - 1;
        }
    }
}

impl Tally for TotalMembers {
    const NAME: &'static str = "total_members";
    const DESCRIPTION: &'static str = "the number of squares in each set, added up over all sets; 0 without rows";
    const SUMS: usize = 1;

    fn add_all(sets: &[u64], sums: &mut [i64]) {
        let [total] = setwise::auto().total(Same, [sets]);
        sums[0] += total.cast_signed();
    }

    fn add_one(set: u64, sums: &mut [i64]) {
        sums[0] += i64::from(set.count_ones());
    }
}

/// The aggregate function of a tally.
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

impl<T: Tally> fmt::Debug for Tallied<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tallied").field(&T::NAME).finish()
    }
}

/// A type of tally stands for one function only.
impl<T> PartialEq for Tallied<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Tallied<T> {}

impl<T: Tally> Hash for Tallied<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        T::NAME.hash(state);
    }
}
