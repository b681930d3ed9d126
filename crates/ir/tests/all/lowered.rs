//! Proves that lowered programs, from which emitted files are written, compute the same results as the recorded
//! programs. There is a proof for every instruction set. Each proof covers all boards, except for legal moves of knights:
//! their proofs cover all boards with one king on certain squares.

use setwise::kernel;
use setwise_ir::Formula::Prefix;
use setwise_ir::emit::{EmitError, Instruction, InstructionSet, Language, Target, emit, lower};
use setwise_ir::proof::{AllBoards, Failure, Squares, emitted, equivalent, equivalent_on, prove};
use setwise_ir::{BUILT_IN, Leaper, Pattern, Program, Record};

use crate::specifications::{jumps, legality};
use crate::{bound, has_large_diagrams, needs_one_king, straight};

#[test]
fn every_lowered_kernel_is_the_recorded_one_for_all_boards() {
    prove_lowered(straight().filter(|kernel| !needs_one_king(*kernel)));
}

#[test]
fn every_lowered_kernel_of_checks_is_the_recorded_one() {
    prove_lowered(straight().filter(|kernel| needs_one_king(*kernel)));
}

fn prove_lowered(kernels: impl Iterator<Item = Pattern>) {
    // Where the king's square has to be given, each kernel and instruction set gets other squares.
    let mut kings = (0..64).map(|n| n * 27 % 64).cycle();
    for kernel in kernels {
        let program = kernel.record(Prefix).unwrap();
        let has_counts = !kernel.kinds().iter().all(|kind| kind.is_set());
        for set in InstructionSet::ALL {
            // Kernels without counts use the same instructions with and without VPOPCNTQ.
            if set == InstructionSet::Avx512Vpopcnt && !has_counts {
                let same = |set| lower(&program, set).program().operations().to_vec();
                assert_eq!(same(set), same(InstructionSet::Avx512), "{kernel}");
                continue;
            }
            let proof = if has_large_diagrams(kernel) {
                with_kings_on(&kings.by_ref().take(4).collect::<Vec<_>>(), kernel, &program, set)
            } else {
                emitted(&program, set).map(|_| ())
            };
            proof.unwrap_or_else(|failure| panic!("{kernel} {set}: {failure}"));
        }
    }
}

/// Compares the recorded and the lowered program for all boards with one king on each of these squares.
fn with_kings_on(squares: &[usize], pattern: Pattern, program: &Program, set: InstructionSet) -> Result<(), Failure> {
    let lowered = lower(program, set).program();
    squares.iter().try_for_each(|square| {
        let boards = AllBoards::new(program.inputs().len()).given(legality::place(pattern, "king"), 1 << square);
        equivalent_on(&boards, program, &lowered).map(|_| ())
    })
}

/// The emitted functions must have as many operations as the loops of the library, so that both are equally fast.
/// `cargo xtask asm` checks the operations of the library's loops, which are in the same file. The scalar functions are
/// compared with `portable-prefix`.
#[test]
fn emitted_functions_have_as_many_operations_as_the_loops_of_the_library() {
    use InstructionSet::{Avx2, Avx512, Scalar, Sse2};
    let of_library = |backend: &str, column: usize| -> usize {
        let file = include_str!("../../../../xtask/asm-expectations.txt");
        let line = file.lines().map(str::split_whitespace).find(|line| line.clone().next() == Some(backend)).unwrap();
        line.clone().nth(column).unwrap().parse().unwrap()
    };
    let backends =
        [(Avx512, "avx512-prefix"), (Avx2, "avx2-prefix"), (Sse2, "sse2-prefix"), (Scalar, "portable-prefix")];
    for (set, backend) in backends {
        for (kernel, column) in [(Pattern::KnightAttacks, 2), (Pattern::KingAttacks, 3)] {
            let found = lower(&kernel.record(Prefix).unwrap(), set).instructions();
            assert_eq!(found, of_library(backend, column), "{kernel} {set}");
        }
    }
}

/// The program that is built from a leaper's steps at run time must need no more operations than the library's kernel,
/// which is built at compile time.
#[test]
fn every_leaper_is_proved_for_all_boards_and_needs_no_more_operations_than_its_kernel() {
    let mut kernels = 0;
    for leaper in Leaper::built_in() {
        let program = leaper.attacks();
        prove(&program, |boards| vec![Squares::input(boards, 0).moved(&jumps(leaper.steps())).word()])
            .unwrap_or_else(|failure| panic!("{}: {failure}", program.name()));
        if let Ok(kernel) = program.name().parse::<Pattern>() {
            let library = kernel.record(Prefix).unwrap();
            assert!(program.total() <= library.total(), "{kernel}: {}, not {}", program.measure(), library.measure());
            kernels += 1;
        }
    }
    assert_eq!(kernels, BUILT_IN.len());
}

#[test]
fn squares_that_two_leapers_attack_are_proved_for_all_boards() {
    for leaper in Leaper::built_in() {
        let program = leaper.attacks_at_least_two();
        let mut jumps = jumps(leaper.steps());
        jumps.sort_unstable();
        jumps.dedup();
        prove(&program, |boards| {
            let leapers = Squares::input(boards, 0);
            vec![Squares::of(boards, |file, rank| boards.at_least(2, leapers.around(&jumps, file, rank))).word()]
        })
        .unwrap_or_else(|failure| panic!("{}: {failure}", program.name()));
        emitted(&program, InstructionSet::Scalar).unwrap();
    }
    // Both formulas do part of the counting before they shift sets to other ranks, so they need about the same number
    // of operations.
    let forks = Pattern::Forks.record(Prefix).unwrap();
    let knights = "knight".parse::<Leaper>().unwrap().attacks_at_least_two();
    equivalent(&forks, &knights).unwrap();
    assert!(knights.total() <= forks.total(), "{}, not {}", knights.measure(), forks.measure());
}

/// One rotation must move a set both four ranks up and four ranks down, even on the scalar instruction set.
#[test]
fn a_fourleaper_needs_a_rotation_on_every_set() {
    let program = "fourleaper".parse::<Leaper>().unwrap().attacks();
    for set in InstructionSet::ALL {
        let found = lower(&program, set);
        assert!(found.lines().iter().any(|line| matches!(line.instruction, Instruction::Exchange(_))), "{set}");
        assert!(found.instructions() <= 7, "{set}: {} instructions", found.instructions());
        emitted(&program, set).unwrap();
    }
}

#[test]
fn a_table_needs_one_input_and_one_result() {
    let target = Target::one_board(Language::C);
    let moves = Pattern::KnightMoves.record(Prefix).unwrap();
    assert_eq!(emit(&moves, &target), Err(EmitError::Several("knight_moves".into())));
    let text = emit(&bound("knight_fill(2)"), &target).unwrap();
    assert!(text.contains("static inline uint64_t knight_fill2_setwise(uint64_t knights) {"), "{text}");
}

/// The limits are the numbers of instructions in the library's batch loops for attacked squares, without loads and
/// stores.
#[test]
fn attacked_squares_need_no_more_instructions_than_in_the_library() {
    let program = Pattern::WhiteAttackedSquares.record(Prefix).unwrap();
    for (set, most) in [(InstructionSet::Avx512, 112), (InstructionSet::Avx2, 146)] {
        let found = lower(&program, set).instructions();
        assert!(found <= most, "{set}: {found} instructions, the library has {most}");
    }
}

kernel! {
    /// Logic for which some instruction sets have a better form.
    fn Sample(_spread, a, b, c, d) -> [outside, halves, sum, carry, equal, many] {
        let outside = c & !a & !b;
        let halves = !(a.shl::<32>() | a.shr::<32>());
        let sum = a ^ b ^ c;
        let carry = ((a ^ b) & c) | (a & b);
        let equal = (!a).equal(!b);
        let many = (a | b) | ((c & d) | a.shl::<8>()) | b.shr::<8>();
    }
}

#[test]
fn logic_takes_the_form_that_an_instruction_set_has() {
    let program = Program::record(Sample, Prefix).unwrap();
    let instructions = InstructionSet::ALL.map(|set| (set.name(), lower(&program, set).instructions()));
    for set in InstructionSet::ALL {
        equivalent(&program, &lower(&program, set).program()).unwrap();
    }
    let of = |name: &str| instructions.iter().find(|(set, _)| *set == name).unwrap().1;
    // AVX-512 needs 1 + 2 + 1 + 1 + 1 + 5 instructions for the six results. Other instruction sets need 2 + 2 + 2 + 3 +
    // 1 + 7. SSE2 needs two more instructions for equality.
    assert_eq!((of("avx512"), of("avx2"), of("sse2"), of("neon")), (11, 17, 19, 17));
}

kernel! {
    /// A union of more sets than any pattern has.
    fn LongUnion(_spread, a, b) -> [union] {
        let (mut union, mut term) = (a, b);
        for _ in 0..2000 {
            term = term.shl::<1>() ^ a;
            union |= term & b;
        }
    }
}

/// A chain must be lowered to one line for each operand, not to another chain for each operand.
#[test]
fn long_chains_are_lowered_once() {
    let program = Program::record(LongUnion, Prefix).unwrap();
    let lowered = lower(&program, InstructionSet::Avx512);
    assert!(lowered.instructions() <= 6000, "{} instructions", lowered.instructions());
    let boards = [0x1234_5678_9ABC_DEF0, 0x0F0F_3355_6699_A5A5];
    assert_eq!(lowered.program().run(&boards), program.run(&boards));
}

/// The name of a program becomes the name of a public function, so `emit` never changes it. A name that cannot be the
/// name of a function is an error.
#[test]
fn programs_may_not_have_every_name() {
    let kernel = Pattern::KnightAttacks.record(Prefix).unwrap();
    let target = Target::all(Language::C);
    for name in ["while", "self", "main", "char16_t", "uint64_t", "size_t", "linux", "wrong", "square", "co_await"] {
        let program = kernel.clone().with_names(name, &["a"], &["out"]);
        assert_eq!(emit(&program, &target), Err(EmitError::Reserved(name.into())));
    }
    // The parameter for this column would have the same name as the AVX2 function, which calls itself for few boards.
    let program = kernel.with_names("in_a", &["a_avx2"], &["out"]);
    assert_eq!(emit(&program, &target), Err(EmitError::Reserved("in_a_avx2".into())));
}
