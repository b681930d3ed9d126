//! Tallies and their sums. The sums implement both accumulator traits of DataFusion: the one for all rows and the one
//! for groups of rows.
//!
//! The state that partitions and machines exchange is a list of the sums.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, ListArray};
use arrow::buffer::OffsetBuffer;
use arrow::compute::filter;
use arrow::datatypes::{DataType, Field, Int64Type};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{Accumulator, EmitTo, GroupsAccumulator};
use setwise::kernel;

use crate::text::words;

/// A way to count the squares in a column of sets: all squares together ([`TotalMembers`]), or each of the 64 squares
/// separately ([`Heat`]).
pub(super) trait Tally: Debug + Eq + Hash + Send + Sync + 'static {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    /// The number of sums that are kept for each group. In SQL, a single sum is a number and several sums are a list.
    const SUMS: usize;
    /// Adds all sets of a column to `sums`.
    fn add_all(sets: &[u64], sums: &mut [i64]);
    /// Adds one set to `sums`.
    fn add_one(set: u64, sums: &mut [i64]);
}

/// For each square, the number of sets that contain it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Heat;

/// The total number of squares in all sets.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct TotalMembers;

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

/// The sums of all groups, stored group by group. Without `group by`, all rows are one group.
#[derive(Debug)]
pub(super) struct Sums<T> {
    sums: Vec<i64>,
    tally: PhantomData<fn() -> T>,
}

impl<T: Tally> Sums<T> {
    /// Returns an empty list of sums. The sums of a group are appended when the first row of the group arrives.
    pub(super) fn of_no_group() -> Self {
        Self { sums: Vec::new(), tally: PhantomData }
    }

    /// Returns the sums of a single group that has no rows yet, which are all 0.
    pub(super) fn of_one_group() -> Self {
        Self { sums: vec![0; T::SUMS], tally: PhantomData }
    }

    fn of(&mut self, group: usize) -> &mut [i64] {
        &mut self.sums[group * T::SUMS..][..T::SUMS]
    }

    /// Adds the sums in each state to the sums of the state's group. `group` maps the index of a state to the index of
    /// its group.
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
        let mut each = Self::of_no_group();
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

/// Returns the type of a list of sums. Results with several sums, and all states, have this type.
pub(super) fn list() -> DataType {
    DataType::List(Arc::new(item()))
}

fn item() -> Field {
    Field::new_list_field(DataType::Int64, false)
}

/// Returns the sums as a SQL value: a number if there is one sum, otherwise a list.
pub(super) fn value(sums: &[i64]) -> ScalarValue {
    match sums {
        [sum] => ScalarValue::Int64(Some(*sum)),
        _ => ScalarValue::List(Arc::new(lists(sums.to_vec(), sums.len()))),
    }
}

/// Splits the sums into lists of `size` sums each.
fn lists(sums: Vec<i64>, size: usize) -> ListArray {
    let offsets = OffsetBuffer::from_lengths(std::iter::repeat_n(size, sums.len() / size));
    ListArray::new(Arc::new(item()), offsets, Arc::new(Int64Array::from(sums)), None)
}
