//! Tests how kernels are recorded, and that a program computes the same results as its kernel.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use setwise::backend::{EightShifts, Isa, Prefix};
use setwise::patterns::{
    AttackedSquares, KingFlood, KingSteps, KnightAttacks, KnightMoveCount, Passers, ShortestPathSquares,
    VulnerableLines,
};
use setwise::{Bitboard, Color, Kernel, Lanes, Spread, kernel, one_board};
use setwise_ir::{Formula, Kind, Operation, ParsePatternError, Pattern, Program, Record, Recording};
use setwise_testkit::random::Sets;

use crate::spreads::Chosen;

fn computed<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(kernel: K, boards: [u64; IN]) -> Vec<u64> {
    one_board(kernel, boards.map(Bitboard)).map(|result| result.0).to_vec()
}

/// The proofs cover the formulas of a program for all boards. This test covers the interpreter.
#[test]
fn a_program_computes_what_its_kernel_does() {
    fn agrees<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(kernel: K) {
        let mut random = Sets::seeded(7);
        let program = Program::record(kernel, Prefix).unwrap();
        for _ in 0..200 {
            let boards = std::array::from_fn(|n| if n % 2 == 0 { random.sparse() } else { random.dense() });
            assert_eq!(program.run(&boards), computed(kernel, boards), "{program}");
        }
    }
    agrees(KnightMoveCount);
    agrees(Passers { side: Color::Black });
    agrees(AttackedSquares { side: Color::White });
    agrees(VulnerableLines);
}

#[test]
fn operations_on_given_boards_are_those_of_the_rounds_that_these_boards_need() {
    let mut random = Sets::seeded(8);
    for _ in 0..100 {
        let boards = [random.sparse(), random.sparse(), random.dense() | random.dense()];
        let by_boards = Program::record_on(KingSteps, Prefix, boards).unwrap();
        assert_eq!(by_boards.run(&boards), computed(KingSteps, boards));
        let squares = Program::record_on(ShortestPathSquares, Prefix, boards).unwrap();
        assert_eq!(squares.run(&boards), computed(ShortestPathSquares, boards));
        let by_rounds = (0..64).map(|rounds| Program::record_rounds(KingSteps, Prefix, rounds).unwrap());
        assert!(by_rounds.into_iter().any(|program| program == by_boards));
    }
    let [start, path] = [1, 0b1111];
    let three = Program::record_rounds(KingFlood, Prefix, 3).unwrap();
    assert_eq!(three.run(&[start, path]), [0b1111]);
    assert_eq!(Program::record_rounds(KingFlood, Prefix, 2).unwrap().run(&[start, path]), [0b111]);
}

#[test]
fn equal_terms_are_one_value_and_unused_ones_are_dropped() {
    kernel! {
        fn Repeats(_spread, a, b) -> [same, sum] {
            let same = (a | b) & !(b | a);
            let _unused = a.popcount();
            let sum = a.wrapping_add(b).wrapping_add(b.wrapping_add(a));
        }
    }
    let program = Program::record(Repeats, Prefix).unwrap();
    let count = |kind| program.count(kind);
    assert_eq!([count(Kind::Or), count(Kind::And), count(Kind::Not), count(Kind::Add)], [1, 1, 1, 2]);
    assert_eq!((program.total(), program.depth(), count(Kind::Popcount)), (5, 3, 0));
}

#[test]
fn only_neutral_absorbing_and_repeated_operands_and_constants_vanish() {
    kernel! {
        fn Trivial(_spread, a) -> [r0, r1, r2, r3, r4] {
            let r0 = (a & !0) | (a.nothing() ^ a.nothing());
            let r1 = (a | !0).shl::<3>() & !0;
            let r2 = !!(a & a) | a;
            let r3 = (a ^ 0).wrapping_add(a.nothing()).shl::<0>();
            let r4 = a.nothing().popcount();
        }
    }
    let program = Program::record(Trivial, Prefix).unwrap();
    assert_eq!(program.total(), 0, "{program}");
    assert_eq!(program.run(&[6]), [6, !0 << 3, 6, 6, 0]);
    kernel! {
        fn Kept(_spread, a, b) -> [r0, r1, r2] {
            let r0 = a.shl::<1>().shl::<1>();
            let r1 = (a & b) | (a & !b);
            let r2 = a ^ a;
        }
    }
    assert_eq!(Program::record(Kept, Prefix).unwrap().total(), 7);
}

#[test]
fn named_steps_are_recorded_by_name_and_count_as_a_shift_and_a_mask() {
    let program = Program::record(KnightAttacks, Prefix).unwrap();
    let steps = |operation: &&Operation| operation.step().is_some();
    assert_eq!(program.operations().iter().filter(steps).count(), 4);
    assert_eq!([Kind::Shift, Kind::And, Kind::Or].map(|kind| program.count(kind)), [8, 4, 5]);
    let shifts = Program::record(KnightAttacks, EightShifts).unwrap();
    assert_eq!([Kind::Shift, Kind::And, Kind::Or].map(|kind| shifts.count(kind)), [8, 8, 7]);
    assert_eq!((shifts.total(), shifts.depth()), (23, 5));
}

#[test]
fn a_kernel_that_cannot_be_recorded_is_named_with_the_reason() {
    let error = Program::record(KingFlood, Prefix).unwrap_err().to_string();
    assert!(error.starts_with("KingFlood cannot be recorded: it tests whether a set is empty"), "{error}");
    #[derive(Clone, Copy)]
    struct Stores<const N: usize>;
    impl<const N: usize> Kernel<1, 1> for Stores<N> {
        fn eval<S: Spread<V>, V: Lanes>(self, _: S, [set]: [V; 1]) -> [V; 1] {
            set.counts(&mut [0]);
            [set]
        }
    }
    let error = Program::record(Stores::<3>, Prefix).unwrap_err().to_string();
    assert!(error.starts_with("Stores<3> cannot be recorded: it stores boards"), "{error}");
    for spread in Chosen::ALL {
        let loops = Pattern::ALL.iter().filter(|kernel| kernel.record(spread).is_err());
        assert_eq!(loops.count(), 11, "{spread:?}");
    }
}

/// A branch that only saves time must not end a recording, even if the set is known to be empty.
#[test]
fn operations_that_may_be_skipped_are_recorded() {
    kernel! {
        fn Skips(_spread, a, b) -> [common, none] {
            let (mut common, mut none) = (a.nothing(), a.nothing());
            if !(a & b).may_skip() {
                common = (a & b).north();
            }
            if !none.may_skip() {
                none = a ^ b;
            }
        }
    }
    let program = Program::record(Skips, Prefix).unwrap();
    assert_eq!([Kind::And, Kind::Shift, Kind::Xor].map(|kind| program.count(kind)), [1, 1, 1]);
    assert_eq!(program.run(&[6, 3]), [2 << 8, 5]);
    assert_eq!(Program::record_on(Skips, Prefix, [6, 1]).unwrap(), program);
    assert_eq!(computed(Skips, [6, 1]), [0, 0]);
}

#[test]
fn a_kernel_that_waits_for_one_answer_ends_in_a_panic() {
    kernel! {
        fn Waits(_spread, a) -> [a] {
            while a.is_empty() {}
        }
    }
    assert!(catch_unwind(|| Program::record_rounds(Waits, Prefix, 0)).is_err());
    assert!(Program::record(Waits, Prefix).is_err());
}

/// A kernel that records another kernel during its own recording.
#[derive(Clone, Copy)]
struct Nests;

impl Kernel<2, 1> for Nests {
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [a, b]: [V; 2]) -> [V; 1] {
        let before = a & b;
        assert_eq!(Program::record(KnightAttacks, Prefix).unwrap().total(), 17);
        [before | spread.knight(a)]
    }
}

#[test]
fn recordings_inside_others_and_on_other_threads_are_independent() {
    let nested = Program::record(Nests, Prefix).unwrap();
    assert_eq!((nested.total(), nested.operations().len()), (19, 2 + 15));
    let threads: Vec<_> = (0..4).map(|_| thread::spawn(|| Program::record(Nests, Prefix).unwrap())).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), nested);
    }
}

#[test]
fn a_recording_ends_even_if_the_kernel_panics() {
    kernel! {
        fn Panics(_spread, a) -> [a] {
            assert!(Recording::detect().is_some());
            let [a] = [a].map(|_| panic!("no result"));
        }
    }
    assert!(Recording::detect().is_none());
    assert!(catch_unwind(AssertUnwindSafe(|| Program::record(Panics, Prefix))).is_err());
    assert!(Recording::detect().is_none());
    assert_eq!(Program::record(KnightAttacks, Prefix).unwrap().total(), 17);
}

#[test]
fn a_listing_names_inputs_steps_masks_and_results() {
    kernel! {
        fn Sample(_spread, a, b) -> [first, second, third] {
            let first = (a.east() ^ b.shl::<9>()) & 0x0202_0202_0202_0202;
            let second = !first & 0xFF00 & b;
            let third = a.equal(b).wrapping_add(b.popcount()) & 5;
        }
    }
    let program = Program::record(Sample, Prefix).unwrap().with_names("sample", &["pawns", "own"], &["x", "y", "z"]);
    let expected = "\
sample(pawns, own) -> x, y, z: 12 operations (2 shift, 5 and, 1 xor, 1 not, 1 add, 1 equal, 1 popcount), depth 7
  v2 = east(pawns)
  v3 = own << 9
  v4 = v2 ^ v3
  x = v4 & file b
  v7 = !x
  v9 = v7 & rank 2
  y = own & v9
  v11 = equal(pawns, own)
  v12 = popcount(own)
  v13 = v11 + v12
  z = v13 & 0x5
";
    assert_eq!(program.to_string(), expected);
}

#[test]
fn kernels_of_the_library_are_found_by_name() {
    for kernel in Pattern::ALL {
        assert_eq!(kernel.name().parse(), Ok(*kernel));
        let program = kernel.record_rounds(Formula::Prefix, 1).unwrap();
        assert_eq!((program.name(), program.inputs().len()), (kernel.name(), kernel.inputs().len()));
    }
    let error: ParsePatternError = "knight_atacks".parse::<Pattern>().unwrap_err();
    assert!(error.to_string().starts_with("'knight_atacks' is not a pattern; did you mean knight_attacks"), "{error}");
}
