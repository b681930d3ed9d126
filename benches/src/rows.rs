//! The rows of a question about a kernel. Backends that run the same code share a row.
//!
//! A backend consists of lanes and a formula for attacks. A kernel that never uses the formula, such as the kernel for
//! fork squares, is the same code on all backends with the same lanes. The times of these backends would differ only by
//! noise, so one row represents all these backends.
//!
//! ```text
//! kernel         uses      scalar-prefix  scalar-shift  scalar-lookup  scalar-prefix-serial
//! knight forks   nothing   one row for all four
//! king attacks   king      a row          a row         a row          the row of scalar-prefix
//! ```
//!
//! Backends of different instruction sets are compiled separately, so they have separate rows even if the compiler
//! emits the same instructions for them.

use std::any::TypeId;
use std::cell::Cell;
use std::hint::black_box;

use setwise::backend::{Prefix, Scalar, Words};
use setwise::{Kernel, Lanes, Spread};
use setwise_specimens::{AnyBackend, Entry, PrefixSerial};

use crate::workload::Workload;
use crate::{BASELINE, Contestant};

/// The rows of a question about one kernel.
pub(crate) struct Rows {
    uses: Uses,
    /// The code of each row that [`add`](Self::add) created, and the index of its contestant.
    codes: Vec<(Code, usize)>,
    /// The rows. A row that no backend can share may also be pushed directly to this list.
    pub(crate) contestants: Vec<Contestant>,
}

impl Rows {
    /// Creates an empty list of rows for a kernel on the boards of a workload.
    pub(crate) fn new<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        kernel: K,
        workload: &Workload<IN, OUT>,
    ) -> Self {
        Self { uses: Uses::of(kernel, &workload.input), codes: Vec::new(), contestants: Vec::new() }
    }

    /// Adds a row for a backend with these lanes and this formula. If a row already runs the same code, adds the name
    /// of the backend to this row.
    pub(crate) fn add<V: Lanes, S: Spread<V>>(&mut self, contestant: Contestant) {
        let code = self.uses.code::<V, S>();
        match self.codes.iter().find(|(other, _)| *other == code) {
            Some((_, row)) => self.contestants[*row].stands_for.push(contestant.name),
            None => {
                self.codes.push((code, self.contestants.len()));
                self.contestants.push(contestant);
            }
        }
    }

    /// Returns whether the kernel uses a formula for attacks.
    pub(crate) fn kernel_uses_a_formula(&self) -> bool {
        self.uses != Uses::default()
    }
}

/// Returns every backend and specimen that can run here. The baseline is first, so that its row is not named after
/// another backend.
pub(crate) fn ready() -> impl Iterator<Item = (Entry, AnyBackend)> {
    let is_baseline = |(entry, _): &(Entry, AnyBackend)| entry.name == BASELINE;
    AnyBackend::ready().filter(is_baseline).chain(AnyBackend::ready().filter(move |ready| !is_baseline(ready)))
}

/// The parts of a formula for attacks that a kernel uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Uses {
    knight: bool,
    king: bool,
}

/// The lanes of a backend, and the parts of its formula that a kernel uses.
#[derive(Debug, PartialEq, Eq)]
struct Code {
    lanes: TypeId,
    knight: Option<TypeId>,
    king: Option<TypeId>,
}

impl Uses {
    /// Evaluates a kernel and returns the parts of a formula that it used. All boards are evaluated, because a kernel
    /// with a loop may use the formula only on some of them.
    fn of<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(kernel: K, boards: &[[u64; IN]]) -> Self {
        USED.set(Self::default());
        for board in boards {
            black_box(kernel.eval(Recorder, board.map(|set| Words::<1>::load(Scalar, &[set]))));
        }
        USED.get()
    }

    fn code<V: Lanes, S: Spread<V>>(self) -> Code {
        let form = TypeId::of::<S>();
        // For kings, the serial formula is the prefix formula. The test
        // `the_serial_formula_differs_from_the_other_one_for_knights_only` in `crates/ir` checks this.
        let of_king = if form == TypeId::of::<PrefixSerial>() { TypeId::of::<Prefix>() } else { form };
        Code { lanes: TypeId::of::<V>(), knight: self.knight.then_some(form), king: self.king.then_some(of_king) }
    }
}

thread_local! {
    /// The parts of the formula that kernels have used on this thread since this value was last cleared.
    static USED: Cell<Uses> = const { Cell::new(Uses { knight: false, king: false }) };
}

/// A formula for attacks that records its use.
#[derive(Debug, Clone, Copy, Default)]
struct Recorder;

impl Spread<Words<1>> for Recorder {
    fn knight(self, knights: Words<1>) -> Words<1> {
        USED.set(Uses { knight: true, ..USED.get() });
        Prefix.knight(knights)
    }

    fn king(self, kings: Words<1>) -> Words<1> {
        USED.set(Uses { king: true, ..USED.get() });
        Prefix.king(kings)
    }
}

#[cfg(test)]
mod tests {
    use setwise::backend::{EightShifts, Lookup};
    use setwise::kernel;
    use setwise::patterns::{Forks, KingAttacks, KingSteps, KnightAttacks, KnightDirections, RoyalForks};
    use setwise_specimens::FourMasks;

    use super::*;

    kernel! {
        fn Both(spread, knights, kings) -> [attacks] {
            let attacks = spread.knight(knights) | spread.king(kings);
        }
    }

    #[test]
    fn the_used_parts_are_recorded_on_every_board() {
        let (knight, king) = (Uses { knight: true, king: false }, Uses { knight: false, king: true });
        assert_eq!(Uses::of(KnightAttacks, &[[1]]), knight);
        assert_eq!(Uses::of(KingAttacks, &[[1]]), king);
        assert_eq!(Uses::of(Forks::<2>, &[[!0], [0x99 << 56]]), Uses::default());
        assert_eq!(Uses::of(KnightDirections, &[[!0]]), Uses::default());
        assert_eq!(Uses::of(RoyalForks, &[[1, 2]]), knight);
        assert_eq!(Uses::of(Both, &[[0, 0]]), Uses { knight: true, king: true });
        // From a1 to a1 no step is needed, so the loop ends at once.
        assert_eq!(Uses::of(KingSteps, &[[1, 1, !0]]), Uses::default());
        assert_eq!(Uses::of(KingSteps, &[[1, 1, !0], [1, 1 << 63, !0]]), king);
    }

    #[test]
    fn the_same_lanes_and_the_same_used_parts_are_the_same_code() {
        let (knight, king) = (Uses { knight: true, king: false }, Uses { knight: false, king: true });
        let same = |uses: Uses| {
            let prefix = uses.code::<Words<1>, Prefix>();
            let others = [
                uses.code::<Words<1>, PrefixSerial>(),
                uses.code::<Words<1>, EightShifts>(),
                uses.code::<Words<1>, Lookup>(),
                uses.code::<Words<1>, FourMasks>(),
                uses.code::<Words<8>, Prefix>(),
            ];
            others.map(|other| other == prefix)
        };
        assert_eq!(same(Uses::default()), [true, true, true, true, false]);
        assert_eq!(same(knight), [false; 5]);
        assert_eq!(same(king), [true, false, false, false, false]);
    }
}
