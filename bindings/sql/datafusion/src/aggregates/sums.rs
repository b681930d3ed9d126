//! Tallies and their sums. The sums implement both accumulator traits of DataFusion: the one for all rows and the one
//! for groups of rows.
//!
//! The state that partitions and machines exchange is a list of the sums.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, ListArray};
use arrow::buffer::OffsetBuffer;
use arrow::compute::filter;
use arrow::datatypes::{DataType, Field, Int64Type};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{Accumulator, EmitTo, GroupsAccumulator};
use setwise::kernel;

use crate::text::words;

/// A way to count the squares in a column of sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Tally {
    /// For each square, the number of sets that contain it.
    Heat,
    /// The total number of squares in all sets.
    TotalMembers,
}

kernel! { fn Same(_spread, set) -> [same] { let same = set; } }

impl Tally {
    /// Returns the number of sums that are kept for each group. In SQL, a single sum is a number and several sums are a
    /// list.
    pub(super) fn sums(self) -> usize {
        match self {
            Self::Heat => 64,
            Self::TotalMembers => 1,
        }
    }

    /// Adds all sets of a column to `sums`.
    fn add_all(self, sets: &[u64], sums: &mut [i64]) {
        let mut add = |counts: &[u64]| sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count.cast_signed());
        match self {
            Self::Heat => add(setwise::auto().heat(Same, [sets]).as_flattened()),
            Self::TotalMembers => add(&setwise::auto().total(Same, [sets])),
        }
    }

    /// Adds one set to `sums`.
    #[inline]
    fn add_one(self, mut set: u64, sums: &mut [i64]) {
        match self {
            Self::Heat => {
                while set != 0 {
                    sums[set.trailing_zeros() as usize] += 1;
                    set &= set - 1;
                }
            }
            Self::TotalMembers => sums[0] += i64::from(set.count_ones()),
        }
    }
}

/// The sums of all groups, stored group by group. Without `group by`, all rows are one group.
#[derive(Debug)]
pub(super) struct Sums {
    tally: Tally,
    sums: Vec<i64>,
}

impl Sums {
    /// Returns an empty list of sums. The sums of a group are appended when the first row of the group arrives.
    pub(super) fn of_no_group(tally: Tally) -> Self {
        Self { tally, sums: Vec::new() }
    }

    /// Returns the sums of a single group that has no rows yet, which are all 0.
    pub(super) fn of_one_group(tally: Tally) -> Self {
        Self { tally, sums: vec![0; tally.sums()] }
    }

    fn of(&mut self, group: usize) -> &mut [i64] {
        let size = self.tally.sums();
        &mut self.sums[group * size..][..size]
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

    /// Removes and returns the sums of the groups that are emitted.
    fn take(&mut self, emit: EmitTo) -> Vec<i64> {
        match emit {
            EmitTo::All => EmitTo::All.take_needed(&mut self.sums),
            EmitTo::First(groups) => EmitTo::First(groups * self.tally.sums()).take_needed(&mut self.sums),
        }
    }
}

impl Accumulator for Sums {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let mut sets = Arc::clone(&values[0]);
        if sets.null_count() > 0 {
            sets = filter(&sets, &arrow::compute::is_not_null(&sets)?)?;
        }
        self.tally.add_all(words(&sets).values(), &mut self.sums);
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(value(&self.sums))
    }

    fn size(&self) -> usize {
        size_of_val(self) + size_of_val(self.sums.as_slice())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![ScalarValue::List(Arc::new(lists(self.sums.clone(), self.tally.sums())))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        self.merge(&states[0], |_| 0);
        Ok(())
    }
}

impl GroupsAccumulator for Sums {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        groups: &[usize],
        wanted: Option<&BooleanArray>,
        total_groups: usize,
    ) -> Result<()> {
        self.sums.resize(total_groups * self.tally.sums(), 0);
        for ((n, set), group) in words(&values[0]).iter().enumerate().zip(groups) {
            let is_wanted = wanted.is_none_or(|wanted| wanted.is_valid(n) && wanted.value(n));
            if let Some(set) = set.filter(|_| is_wanted) {
                self.tally.add_one(set, self.of(*group));
            }
        }
        Ok(())
    }

    fn evaluate(&mut self, emit: EmitTo) -> Result<ArrayRef> {
        let (sums, size) = (self.take(emit), self.tally.sums());
        Ok(if size == 1 { Arc::new(Int64Array::from(sums)) } else { Arc::new(lists(sums, size)) })
    }

    fn state(&mut self, emit: EmitTo) -> Result<Vec<ArrayRef>> {
        Ok(vec![Arc::new(lists(self.take(emit), self.tally.sums()))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef], groups: &[usize], total_groups: usize) -> Result<()> {
        self.sums.resize(total_groups * self.tally.sums(), 0);
        self.merge(&states[0], |n| groups[n]);
        Ok(())
    }

    fn convert_to_state(&self, values: &[ArrayRef], wanted: Option<&BooleanArray>) -> Result<Vec<ArrayRef>> {
        let rows: Vec<usize> = (0..values[0].len()).collect();
        let mut each = Self::of_no_group(self.tally);
        GroupsAccumulator::update_batch(&mut each, values, &rows, wanted, rows.len())?;
        GroupsAccumulator::state(&mut each, EmitTo::All)
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.sums.capacity() * size_of::<i64>()
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
