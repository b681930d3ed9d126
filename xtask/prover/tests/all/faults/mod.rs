//! Plants faults in recorded machine code: in masks, shifts, operators, lanes, addresses, ternary tables, and
//! counters.
//!
//! For each fault, the prover must find boards with a wrong result, refuse the loop (for example because of a wrong
//! address), or prove that the fault is harmless. A loop with a harmless fault must agree with the oracle on random
//! boards.

mod iterations;
mod planted;

use std::collections::BTreeMap;

use setwise_prover::prove::Failure;

use crate::{LISTINGS, recorded, with_fault};
use planted::{Fault, Kind, planted};

/// The numbers of faults that are refuted, refused, and proved harmless.
type Counts<K> = BTreeMap<K, [usize; 3]>;

fn print<K>(title: &str, counts: &Counts<K>, name: impl Fn(&K) -> String) {
    println!("{title:15} {:>8} {:>8} {:>8}", "refuted", "refused", "harmless");
    for (key, [refuted, refused, harmless]) in counts {
        println!("{:15} {refuted:8} {refused:8} {harmless:8}", name(key));
    }
}

/// Plants all faults in a listing. Prints the numbers of faults, and each fault that is proved harmless. The command
/// `cargo test -p setwise-prover faults -- --nocapture --test-threads 1` shows this output.
fn each_fault_is_found(listing: usize) {
    let (dialect, text) = LISTINGS[listing];
    let lines: Vec<&str> = text.lines().collect();
    let (mut kinds, mut sets) = (Counts::<Kind>::new(), Counts::<String>::new());
    for Fault { line, kind, text: fault } in planted(dialect, text) {
        // The code and the data of a function come after its name.
        let function = lines[..line].iter().filter(|line| line.starts_with("_R")).count() - 1;
        let faulty = [&lines[..line], &[fault.as_str()], &lines[line + 1..]].concat().join("\n");
        let faulty = &recorded(dialect, &faulty)[function];
        let outcome = match faulty.prove() {
            Err(Failure::Differs(counterexample)) => {
                assert_ne!(counterexample.expected, counterexample.found);
                0
            }
            Err(Failure::Refused(reason)) => {
                let is_parsed =
                    ["instruction", "operand", "form"].iter().all(|what| !reason.contains(&format!("unknown {what}")));
                assert!(is_parsed, "{fault} instead of {}: {reason}", lines[line]);
                1
            }
            Ok(_) => {
                println!("harmless in {}: {fault} instead of {}", faulty.function.name, lines[line]);
                assert!(faulty.agrees_with_the_oracle());
                assert!(!kind.is_of_addresses(), "{kind:?}: {fault} instead of {}", lines[line]);
                2
            }
        };
        kinds.entry(kind).or_default()[outcome] += 1;
        sets.entry(faulty.set().to_string()).or_default()[outcome] += 1;
    }
    print("fault", &kinds, |kind| format!("{kind:?}"));
    print("set", &sets, String::clone);
    for (kind, [refuted, refused, harmless]) in &kinds {
        assert!(refuted + refused > *harmless, "{kind:?}: {harmless} faults were proved harmless");
    }
    for (set, [refuted, ..]) in &sets {
        assert!(*refuted >= 50, "{set}: {refuted} faults are refuted");
    }
}

#[test]
#[ignore = "nightly"]
fn faults_in_loops_of_x86_are_found_or_proved_harmless() {
    each_fault_is_found(0);
}

#[test]
#[ignore = "nightly"]
fn faults_in_loops_of_aarch64_are_found_or_proved_harmless() {
    each_fault_is_found(1);
}

#[test]
#[ignore = "nightly"]
fn faults_in_loops_of_webassembly_are_found_or_proved_harmless() {
    each_fault_is_found(2);
}

/// Returns the counterexample for one fault in a recorded loop.
fn refutation(function: &str, from: &str, to: &str) -> String {
    with_fault(function, from, to).prove().unwrap_err().to_string()
}

/// The faulty mask lacks g1, so a knight on h1 does not reach g3 by way of g1.
#[test]
fn a_wrong_mask_is_refuted_by_one_knight() {
    let expected = "\
KnightAttacks: lane 0 differs: expected 0x402000, found 0x2000
knights 0         expected          found
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . X .   . . . . . . . .
. . . . . . . .   . . . . . X . .   . . . . . X . .
. . . . . . . X   . . . . . . . .   . . . . . . . .
";
    assert_eq!(refutation("avx2_knights", "9187201950435737471", "9187201950435737407"), expected);
}

/// In each half of the register, the two quarters are exchanged before the store.
#[test]
fn swapped_lanes_are_refuted_by_one_king() {
    let expected = "\
KingAttacks: lane 0 differs: expected 0x0, found 0x70507
kings 0           kings 2           expected          found
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   X X X . . . . .
. . . . . . . .   . X . . . . . .   . . . . . . . .   X . X . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   X X X . . . . .
";
    assert_eq!(
        refutation("avx512_kings", "\tvmovdqu64 %zmm1, (", "\tvpermq $78, %zmm1, %zmm1\n\tvmovdqu64 %zmm1, ("),
        expected
    );
}

/// The faulty ternary table computes `a & b & c` instead of `b | (a & c)`.
#[test]
fn a_wrong_table_is_refuted_by_two_targets() {
    let expected = "\
Forks: lane 0 differs: expected 0x8000001, found 0x0
targets 0         expected          found
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . X . . . .   . . . . . . . .
. X . . . . . .   . . . . . . . .   . . . . . . . .
. . X . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   X . . . . . . .   . . . . . . . .
";
    assert_eq!(refutation("avx512_forks", "vpternlogq $236", "vpternlogq $128"), expected);
}
