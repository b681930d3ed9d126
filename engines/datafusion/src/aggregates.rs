//! Aggregates over sets.
//!
//! `heat` and `total_members` add up counts of squares; both are a [`Tally`], an array of sums for each group. `set_union` and
//! `set_intersection` are the built-in `bit_or` and `bit_and` under the names of the field.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, ListArray};
use arrow::buffer::OffsetBuffer;
use arrow::compute::filter;
use arrow::datatypes::{DataType, Field, FieldRef, Int64Type};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::functions_aggregate::bit_and_or_xor::{bit_and_udaf, bit_or_udaf};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, DocSection, Documentation, EmitTo, GroupsAccumulator, Signature,
    Volatility,
};
use setwise::kernel;

use crate::kind::Kind;
use crate::text::words;

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
        Ok(Box::new(Sums::<T> { sums: vec![0; T::SUMS], tally: PhantomData }))
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(&self, _: AccumulatorArgs) -> Result<Box<dyn GroupsAccumulator>> {
        Ok(Box::new(Sums::<T> { sums: Vec::new(), tally: PhantomData }))
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

/// Returns the type of several sums, and of the state of any number of sums.
fn list() -> DataType {
    DataType::List(Arc::new(item()))
}

fn item() -> Field {
    Field::new_list_field(DataType::Int64, false)
}

/// Returns the sums as a value of SQL.
fn value(sums: &[i64]) -> ScalarValue {
    match sums {
        [sum] => ScalarValue::Int64(Some(*sum)),
        _ => ScalarValue::List(Arc::new(lists(sums.to_vec(), sums.len()))),
    }
}

/// Returns a list of each `size` sums.
fn lists(sums: Vec<i64>, size: usize) -> ListArray {
    let offsets = OffsetBuffer::from_lengths(std::iter::repeat_n(size, sums.len() / size));
    ListArray::new(Arc::new(item()), offsets, Arc::new(Int64Array::from(sums)), None)
}

/// The sums of all groups, one after another; a single group without `group by`.
#[derive(Debug)]
struct Sums<T> {
    sums: Vec<i64>,
    tally: PhantomData<fn() -> T>,
}

impl<T: Tally> Sums<T> {
    fn of(&mut self, group: usize) -> &mut [i64] {
        &mut self.sums[group * T::SUMS..][..T::SUMS]
    }

    /// Adds the sums of states to the groups that `group` returns for them.
    fn merge(&mut self, states: &ArrayRef, group: impl Fn(usize) -> usize) {
        let states = states.as_list::<i32>();
        for n in 0..states.len() {
            let state = states.value(n);
            let sums = self.of(group(n)).iter_mut();
            sums.zip(state.as_primitive::<Int64Type>().values()).for_each(|(sum, more)| *sum += more);
        }
    }
}

impl<T: Tally> Accumulator for Sums<T> {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let mut sets = Arc::clone(&values[0]);
        if sets.null_count() > 0 {
            sets = filter(&sets, &arrow::compute::is_not_null(&sets)?)?;
        }
        T::add_all(words(&sets).values(), &mut self.sums);
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(value(&self.sums))
    }

    fn size(&self) -> usize {
        size_of_val(self) + size_of_val(self.sums.as_slice())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![ScalarValue::List(Arc::new(lists(self.sums.clone(), T::SUMS)))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        self.merge(&states[0], |_| 0);
        Ok(())
    }
}

impl<T: Tally> GroupsAccumulator for Sums<T> {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        groups: &[usize],
        wanted: Option<&BooleanArray>,
        total_groups: usize,
    ) -> Result<()> {
        self.sums.resize(total_groups * T::SUMS, 0);
        for ((n, set), group) in words(&values[0]).iter().enumerate().zip(groups) {
            let is_wanted = wanted.is_none_or(|wanted| wanted.is_valid(n) && wanted.value(n));
            if let Some(set) = set.filter(|_| is_wanted) {
                T::add_one(set, self.of(*group));
            }
        }
        Ok(())
    }

    fn evaluate(&mut self, emit: EmitTo) -> Result<ArrayRef> {
        let sums = self.take(emit);
        Ok(if T::SUMS == 1 { Arc::new(Int64Array::from(sums)) } else { Arc::new(lists(sums, T::SUMS)) })
    }

    fn state(&mut self, emit: EmitTo) -> Result<Vec<ArrayRef>> {
        Ok(vec![Arc::new(lists(self.take(emit), T::SUMS))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef], groups: &[usize], total_groups: usize) -> Result<()> {
        self.sums.resize(total_groups * T::SUMS, 0);
        self.merge(&states[0], |n| groups[n]);
        Ok(())
    }

    fn convert_to_state(&self, values: &[ArrayRef], wanted: Option<&BooleanArray>) -> Result<Vec<ArrayRef>> {
        let rows: Vec<usize> = (0..values[0].len()).collect();
        let mut each = Self { sums: Vec::new(), tally: PhantomData };
        GroupsAccumulator::update_batch(&mut each, values, &rows, wanted, rows.len())?;
        GroupsAccumulator::state(&mut each, EmitTo::All)
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.sums.capacity() * size_of::<i64>()
    }
}

impl<T: Tally> Sums<T> {
    fn take(&mut self, emit: EmitTo) -> Vec<i64> {
        match emit {
            EmitTo::All => EmitTo::All.take_needed(&mut self.sums),
            EmitTo::First(groups) => EmitTo::First(groups * T::SUMS).take_needed(&mut self.sums),
        }
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

/// A built-in aggregate of integers under another name, for sets.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Renamed {
    name: &'static str,
    inner: Arc<AggregateUDF>,
    signature: Signature,
    documentation: Documentation,
}

impl Renamed {
    fn new(name: &'static str, inner: Arc<AggregateUDF>, description: &str) -> Self {
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
