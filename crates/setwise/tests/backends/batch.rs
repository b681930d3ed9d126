//! Tests batches through the public API: kernels with several columns, all lengths, and columns of unequal lengths.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use setwise::backend::{Isa, Job, Runner, Strategy};
use setwise::{Kernel, Lanes, Spread, kernel, patterns::KnightAttacks};
use setwise_specimens::AnyBackend;
use setwise_testkit::conformance::Suite;
use setwise_testkit::oracle::{coordinates, king_attacks, knight_attacks};
use setwise_testkit::random::Sets;
use setwise_testkit::selected;

kernel! {
    /// Knight moves, and the squares that both the king and the knights attack.
    fn MovesAndShared(spread, knights, king, own) -> [moves, shared] {
        let attacks = spread.knight(knights);
        let moves = attacks & !own;
        let shared = attacks & spread.king(king);
    }
}

struct CheckMovesAndShared(&'static str);

impl Job for CheckMovesAndShared {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        Suite::new(self.0, backend)
            .kernel(MovesAndShared, |[knights, king, own]| {
                let attacks = knight_attacks(knights);
                [attacks & !own, attacks & king_attacks(king)]
            })
            .unwrap_or_else(|failure| panic!("{failure}"));
    }
}

#[test]
fn a_fused_kernel_of_three_inputs_conforms_on_every_backend() {
    for (entry, backend) in selected::entries() {
        backend.run(CheckMovesAndShared(entry.name));
    }
}

/// Tests backends that are chosen at run time, which may pass a short batch to another backend. The conformance suite
/// runs each backend by its type, so it does not test this.
#[test]
fn a_chosen_backend_computes_every_length_and_writes_nothing_else() {
    const LONGEST: usize = 40;
    let mut sets = Sets::seeded(7);
    let [knights, king, own]: [Vec<u64>; 3] = std::array::from_fn(|_| (0..LONGEST).map(|_| sets.sparse()).collect());
    let attacks = knights.iter().map(|&set| knight_attacks(set));
    let expected: Vec<[u64; 2]> =
        attacks.enumerate().map(|(n, attacks)| [attacks & !own[n], attacks & king_attacks(king[n])]).collect();
    for backend in selected::backends() {
        for length in 0..=LONGEST {
            let input = [&knights[..length], &king[..length], &own[..length]];
            let (mut results, mut counts) = ([[7_u64; LONGEST + 1]; 2], [[7_u8; LONGEST + 1]; 2]);
            backend.map(MovesAndShared, input, results.each_mut().map(|column| &mut column[..length]));
            backend.counts(MovesAndShared, input, counts.each_mut().map(|column| &mut column[..length]));
            let totals = backend.total(MovesAndShared, input);
            for k in 0..2 {
                let what = format!("{}, {length} boards, result {k}", backend.id());
                let wanted: Vec<u64> = expected[..length].iter().map(|results| results[k]).collect();
                let members: Vec<u8> = wanted.iter().map(|&set| coordinates(set).count() as u8).collect();
                assert_eq!(results[k][..length], wanted, "{what}");
                assert_eq!(counts[k][..length], members, "{what}");
                assert_eq!(totals[k], members.iter().map(|&count| u64::from(count)).sum(), "{what}");
                assert!(results[k][length..].iter().all(|&word| word == 7), "{what}: wrote after the column");
                assert!(counts[k][length..].iter().all(|&byte| byte == 7), "{what}: wrote after the column");
            }
        }
    }
}

/// A kernel that records the instruction set and the number of lanes of each evaluation.
#[derive(Debug, Clone, Copy)]
struct Recorded<'a>(&'a Mutex<Vec<(&'static str, usize)>>);

impl Kernel<1, 1> for Recorded<'_> {
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, input: [V; 1]) -> [V; 1] {
        self.0.lock().unwrap().push((V::Isa::NAME, V::COUNT));
        input
    }
}

/// The evaluations of the kernel in each of the four operations `map`, `counts`, `total` and `heat` on a batch.
type Evaluations = [Vec<(&'static str, usize)>; 4];

/// Runs each operation of a backend on a batch and returns the evaluations. This is a macro because `$backend.map(...)`
/// calls different methods for a value of the type `Backend` and for a value of a type parameter.
macro_rules! evaluations {
    ($backend:expr, $boards:expr) => {{
        let (boards, mut sets, mut counts): (&[u64], _, _) = ($boards, vec![0; $boards.len()], vec![0; $boards.len()]);
        let recorded: [Mutex<Vec<_>>; 4] = Default::default();
        let [map, counted, total, heat] = recorded.each_ref().map(Recorded);
        $backend.map(map, [boards], [&mut sets]);
        $backend.counts(counted, [boards], [&mut counts]);
        let ([_], [_]) = ($backend.total(total, [boards]), $backend.heat(heat, [boards]));
        recorded.map(|recorded| recorded.into_inner().unwrap()) as Evaluations
    }};
}

/// Calls the operations through the trait [`Runner`], as a user's generic code would.
fn by_runner(runner: impl Runner, boards: &[u64]) -> Evaluations {
    evaluations!(runner, boards)
}

/// Tests that generic code uses the same registers for a batch as a direct call on the backend. The results are the
/// same on all registers, so they cannot show a difference. The kernel therefore records the registers. A batch must be
/// computed by registers that it fills.
#[test]
fn generic_code_runs_a_batch_on_the_registers_that_the_chosen_backend_takes() {
    let (wide, narrow) = (cfg!(all(target_arch = "x86_64", feature = "avx2")), cfg!(not(target_arch = "x86_64")));
    for (entry, any) in selected::entries() {
        let AnyBackend::Library(backend) = any else { continue };
        for boards in 0..20 {
            let (boards, what) = (&[7; 20][..boards], format!("{}, {boards} boards", entry.name));
            let chosen = evaluations!(backend, boards);
            assert_eq!(by_runner(backend, boards), chosen, "{what}");
            assert_eq!(by_runner(any, boards), chosen, "{what}");
            let (few, lanes) = (boards.len(), backend.id().lanes());
            let first = match few {
                0 => None,
                1 => Some(1),
                2 | 3 if wide => Some(if cfg!(feature = "sse2") { 2 } else { 1 }),
                _ if few < lanes && entry.name.starts_with("avx512") => Some(4),
                _ => Some(if few < lanes { 1 } else { lanes }),
            };
            let [map, counts, total, _] = chosen.map(|evaluations| evaluations.first().map(|(_, lanes)| *lanes));
            assert!(!(wide || narrow) || [map, counts, total] == [first; 3], "{what}: {map:?}, expected {first:?}");
        }
    }
}

/// Tests batches that are long enough to be prefetched. At the end of the columns, the prefetched addresses are outside
/// the columns, but the results of the last boards must be correct.
#[test]
fn long_batches_are_right_up_to_the_last_board() {
    const PERIOD: usize = 37;
    let mut sets = Sets::seeded(11);
    let few: Vec<u64> = (0..PERIOD).map(|_| sets.sparse()).collect();
    let expected: Vec<u64> = few.iter().map(|&set| knight_attacks(set)).collect();
    for length in [1_usize << 15, (1 << 15) + 1, (1 << 15) + 523] {
        let repeated = |sets: &[u64]| sets.repeat(length.div_ceil(PERIOD))[..length].to_vec();
        let (knights, wanted) = (repeated(&few), repeated(&expected));
        let wanted_counts: Vec<u8> = wanted.iter().map(|set| set.count_ones() as u8).collect();
        let total: u64 = wanted_counts.iter().map(|&count| u64::from(count)).sum();
        for backend in selected::backends() {
            let (mut attacks, mut counts) = (vec![0; length], vec![0; length]);
            backend.map(KnightAttacks, [&knights], [&mut attacks]);
            backend.counts(KnightAttacks, [&knights], [&mut counts]);
            assert!(attacks == wanted, "{}, {length} boards", backend.id());
            assert!(counts == wanted_counts, "{}, {length} boards", backend.id());
            assert_eq!(backend.total(KnightAttacks, [&knights]), [total], "{}", backend.id());
        }
    }
}

kernel! {
    /// The set and its complement.
    fn SetAndComplement(_spread, set) -> [same, complement] {
        let same = set;
        let complement = !set;
    }
}

/// Full boards have the largest counts. The total of 4099 of them does not fit in 16 bits.
#[test]
fn counts_and_totals_of_full_boards_do_not_overflow() {
    const BOARDS: usize = 4099;
    for backend in selected::backends() {
        let mut counts = [[7; BOARDS]; 2];
        let [same, complement] = &mut counts;
        backend.counts(SetAndComplement, [&[!0; BOARDS]], [same, complement]);
        assert!(counts == [[64; BOARDS], [0; BOARDS]], "{}", backend.id());
        assert_eq!(backend.total(SetAndComplement, [&[!0; BOARDS]]), [64 * BOARDS as u64, 0], "{}", backend.id());
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn unequal_columns_panic_before_the_first_write() {
    for backend in selected::backends() {
        for (inputs, outputs) in [
            ([9, 9, 9], [9, 8]),
            ([9, 8, 9], [9, 9]),
            ([9, 9, 9], [0, 9]),
            ([0, 0, 1], [0, 0]),
            ([5, 5, 5], [5, 3]),
            ([1, 1, 9], [1, 1]),
        ] {
            let [knights, king, own] = inputs.map(|length| vec![1; length]);
            let input = [&knights[..], &king, &own];
            let (mut sets, mut counts) = (outputs.map(|length| vec![7; length]), outputs.map(|length| vec![7; length]));
            let [moves, shared] = &mut sets;
            let map = catch_unwind(AssertUnwindSafe(|| backend.map(MovesAndShared, input, [moves, shared])));
            let panic = map.expect_err("unequal columns must panic");
            let message = panic.downcast_ref::<String>().expect("a formatted message");
            let expected = format!("inputs have {inputs:?} boards and the outputs {outputs:?}");
            assert!(message.contains(&expected), "{message}");
            let [moves, shared] = &mut counts;
            let run = AssertUnwindSafe(|| backend.counts(MovesAndShared, input, [moves, shared]));
            assert!(catch_unwind(run).is_err(), "{}", backend.id());
            let written =
                sets.iter().flatten().any(|word| *word != 7) || counts.iter().flatten().any(|byte| *byte != 7);
            assert!(!written, "{}: written before the panic", backend.id());
            if inputs != [inputs[0]; 3] {
                let totals = AssertUnwindSafe(|| backend.total(MovesAndShared, input));
                let heat = AssertUnwindSafe(|| backend.heat(MovesAndShared, input));
                assert!(catch_unwind(totals).is_err() && catch_unwind(heat).is_err(), "{}", backend.id());
            }
        }
    }
}
