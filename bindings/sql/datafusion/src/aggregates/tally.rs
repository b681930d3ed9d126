//! What is added up over sets.

use std::fmt;

use setwise::kernel;

/// Sums over sets: of squares, or of each square.
pub(super) trait Tally: fmt::Debug + Send + Sync + 'static {
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
pub(super) struct Heat;

/// The number of squares, added up over the sets.
#[derive(Debug)]
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
