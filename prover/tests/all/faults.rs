//! Faults planted in recorded machine code: in masks, shifts, operators, lanes, displacements, ternary tables, and advances.
//!
//! Each fault is refuted by boards, refused because of a wrong address, or proved harmless. The tests check that harmless faults
//! agree with the oracle on random boards.

use std::collections::BTreeMap;

use setwise_assembly::{Dialect, Flow, Line, functions};
use setwise_prover::prove::Failure;

use crate::recorded::{LISTINGS, recorded};

/// The kind of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Mask,
    Shift,
    Direction,
    Operator,
    SwappedSources,
    LaneSize,
    SwappedLanes,
    OtherRegister,
    Displacement,
    Advance,
    Ternary,
}

/// Returns the faults that can be planted in an instruction of a loop.
fn faults(dialect: Dialect, line: &str) -> Vec<(Kind, String)> {
    let mut faults = Vec::new();
    let mut replace = |kind, from: &str, to: &str| {
        if line.contains(from) {
            faults.push((kind, line.replacen(from, to, 1)));
        }
    };
    match dialect {
        Dialect::X86 => {
            for (from, to) in [("psrlq $", "psllq $"), ("psllq $", "psrlq $")] {
                replace(Kind::Direction, from, to);
            }
            for (from, to) in
                [("pandn ", "pand "), ("pandnq ", "pandq "), ("pand ", "por "), ("por ", "pxor "), ("pord ", "pandd ")]
            {
                replace(Kind::Operator, from, to);
            }
            for size in ["w ", "q "] {
                replace(Kind::LaneSize, "paddb ", &format!("padd{size}"));
            }
            for (from, to) in [
                ("(%r11,", "8(%r11,"),
                ("(%rax,", "-16(%rax,"),
                (" 16(%", " 32(%"),
                ("addq $", "addq $1"),
                ("decq %r", "subq $3, %r"),
            ] {
                let kind = if from.contains('(') { Kind::Displacement } else { Kind::Advance };
                replace(kind, from, to);
            }
        }
        Dialect::Arm => {
            for (from, to) in [("ushr v", "shl v"), ("shl v", "ushr v")] {
                if line.trim_start().starts_with(from) {
                    replace(Kind::Direction, from, to);
                }
            }
            for (from, to) in [("bic ", "and "), ("and ", "orr "), ("orr ", "eor ")] {
                replace(Kind::Operator, from, to);
            }
            if line.contains("16b") && (line.contains("shr") || line.contains("add")) {
                faults.push((Kind::LaneSize, line.replace("16b", "8h")));
            }
            let mut replace = |kind, from: &str, to: &str| {
                if line.contains(from) {
                    faults.push((kind, line.replacen(from, to, 1)));
                }
            };
            replace(Kind::Advance, "], #16", "], #32");
            replace(Kind::Displacement, "], #16", ", #8]");
            replace(Kind::Advance, "x10, #1", "x10, #3");
        }
        Dialect::Wasm => {
            for (from, to) in [("shr_u", "shl"), ("x2.shl", "x2.shr_u")] {
                replace(Kind::Direction, from, to);
            }
            for (from, to) in [("v128.andnot", "v128.and"), ("v128.or", "v128.xor")] {
                replace(Kind::Operator, from, to);
            }
            replace(Kind::LaneSize, "i8x16", "i16x8");
            replace(Kind::Advance, "i32.const 16", "i32.const 8");
            replace(Kind::Displacement, "v128.load 0", "v128.load 8");
        }
    }
    faults.extend(numbers(dialect, line));
    faults.extend(registers(dialect, line));
    faults
}

/// Returns faults in immediates: shift counts that are off by one, and one wrong bit of a ternary table.
fn numbers(dialect: Dialect, line: &str) -> Vec<(Kind, String)> {
    let sign = if dialect == Dialect::X86 { '$' } else { '#' };
    let shifts = line.contains("shl v") || line.contains("shr v") || line.contains("psrl") || line.contains("psll");
    let Some((before, rest)) = line.split_once(sign).filter(|_| shifts || line.contains("ternlog")) else {
        return Vec::new();
    };
    let digits = rest.trim_end_matches(|c: char| !c.is_ascii_digit()).split(',').next().unwrap_or_default();
    let number: u8 = digits.parse().unwrap();
    let with = |new: u8| line.replacen(&format!("{before}{sign}{digits}"), &format!("{before}{sign}{new}"), 1);
    if shifts {
        [number - 1, number + 1].into_iter().filter(|places| *places > 0).map(|new| (Kind::Shift, with(new))).collect()
    } else {
        (0..8).map(|bit| (Kind::Ternary, with(number ^ 1 << bit))).collect()
    }
}

/// Returns faults in registers: a wrong register, swapped sources, and swapped lanes before a store.
fn registers(dialect: Dialect, line: &str) -> Vec<(Kind, String)> {
    let mut faults = Vec::new();
    let Some((mnemonic, operands)) = line.trim().split_once(' ') else { return faults };
    let parts: Vec<&str> = operands.split(", ").collect();
    match (dialect, parts.as_slice()) {
        (Dialect::X86, [a, b, c]) if mnemonic.contains("andn") => {
            faults.push((Kind::SwappedSources, format!("\t{mnemonic} {b}, {a}, {c}")));
        }
        (Dialect::X86, [a, to]) if mnemonic.contains("andn") => {
            faults.push((Kind::SwappedSources, format!("\t{mnemonic} {to}, {a}\n\tmovdqa {a}, {to}")));
        }
        (Dialect::X86, [stored, memory]) if memory.ends_with(')') && mnemonic.contains("mov") => {
            let swap = if stored.contains("xmm") { "pshufd $78" } else { "vpermq $78" };
            faults.push((Kind::SwappedLanes, format!("\t{swap}, {stored}, {stored}\n{line}")));
        }
        (Dialect::X86, [a, b, c]) if a.starts_with('%') && a != b => {
            faults.push((Kind::OtherRegister, format!("\t{mnemonic} {b}, {b}, {c}")));
        }
        (Dialect::Arm, [to, a, b]) if mnemonic == "bic" => {
            faults.push((Kind::SwappedSources, format!("\t{mnemonic} {to}, {b}, {a}")));
        }
        (Dialect::Arm, [to, a, b]) if b.starts_with('v') && a != b => {
            faults.push((Kind::OtherRegister, format!("\t{mnemonic} {to}, {a}, {a}")));
        }
        (Dialect::Arm, [stored, ..]) if mnemonic == "str" && stored.starts_with('q') => {
            let number = &stored[1..];
            faults.push((Kind::SwappedLanes, format!("\tdup v{number}.2d, v{number}.d[1]\n{line}")));
        }
        _ => {}
    }
    faults
}

/// Returns a data directive with one bit of its mask changed, for several bits.
fn masks(line: &str) -> Vec<(Kind, String)> {
    let Some((directive, number)) = line.rsplit_once(['\t', ' ', ',']) else { return Vec::new() };
    let Ok(number) = number.parse::<i64>() else { return Vec::new() };
    let directive = &line[..directive.len() + 1];
    let bits = if line.contains("quad") { vec![0, 7, 13, 36, 63] } else { vec![0, 6, 7] };
    bits.into_iter().map(|bit| (Kind::Mask, format!("{directive}{}", number ^ 1 << bit))).collect()
}

/// Returns the faults to plant in the lines of innermost loops and in data lines.
fn planted(dialect: Dialect, text: &str) -> Vec<(usize, Kind, String)> {
    let mut in_loops = vec![false; text.lines().count() + 1];
    for function in functions(text, dialect) {
        let flow = Flow::of(&function.lines, dialect);
        for block in flow.innermost_loops().iter().flat_map(|found| &found.blocks) {
            for line in &function.lines[flow.blocks[*block].lines.clone()] {
                if let Line::Instruction(instruction) = line {
                    in_loops[instruction.line] = true;
                }
            }
        }
    }
    let mut planted = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let of_line = match line.trim() {
            // The recorded loops of the other instruction sets need no masks.
            data if dialect == Dialect::X86 && data.starts_with('.') => masks(line),
            code if in_loops[n + 1] && !code.starts_with("prefetch") => faults(dialect, line),
            _ => Vec::new(),
        };
        planted.extend(of_line.into_iter().map(|(kind, fault)| (n, kind, fault)));
    }
    planted
}

/// Prints the number of faults of each kind, and each fault that is proved harmless:
/// `cargo test -p setwise-prover faults -- --nocapture`.
#[test]
fn planted_faults_are_refuted_or_proved_to_be_none() {
    let mut counts: BTreeMap<Kind, [usize; 3]> = BTreeMap::new();
    for (dialect, text) in LISTINGS {
        for (n, kind, fault) in planted(dialect, text) {
            let lines: Vec<&str> = text.lines().collect();
            // Code and data of a function follow its name.
            let function = lines[..n].iter().filter(|line| line.starts_with("_R")).count() - 1;
            let faulty = [&lines[..n], &[fault.as_str()], &lines[n + 1..]].concat().join("\n");
            let faulty = &recorded(dialect, &faulty)[function];
            let outcome = match faulty.prove() {
                Err(Failure::Differs(counterexample)) => {
                    assert_ne!(counterexample.expected, counterexample.found);
                    0
                }
                Err(Failure::Refused(reason)) => {
                    assert!(!reason.contains("unknown"), "{fault} instead of {}: {reason}", lines[n]);
                    1
                }
                Ok(_) => {
                    println!("harmless in {}: {fault} instead of {}", faulty.function.name, lines[n]);
                    assert!(faulty.agrees_with_the_oracle());
                    2
                }
            };
            counts.entry(kind).or_default()[outcome] += 1;
        }
    }
    println!("{:15} {:>8} {:>8} {:>8}", "fault", "refuted", "refused", "harmless");
    for (kind, [refuted, refused, none]) in &counts {
        println!("{:15} {refuted:8} {refused:8} {none:8}", format!("{kind:?}"));
        assert!(refuted + refused > 2 * none, "{kind:?}: {none} faults were proved harmless");
    }
    let refuted: usize = counts.values().map(|[refuted, ..]| refuted).sum();
    assert!(refuted >= 50 && counts.len() == 11, "{counts:?}");
}

/// Returns the counterexample for one fault in a recorded loop of x86-64.
fn refutation(function: &str, from: &str, to: &str) -> String {
    let (dialect, text) = LISTINGS[0];
    let start = text.find(&format!("{function}:")).unwrap();
    let planted = text[..start].to_string() + &text[start..].replacen(from, to, 1);
    assert_ne!(planted, text);
    let functions = recorded(dialect, &planted);
    let faulty = functions.iter().find(|loops| loops.function.name == function).unwrap();
    faulty.prove().unwrap_err().to_string()
}

/// A mask lacks g1, so a knight on h1 is not moved west to g1 and on to g3.
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

/// The halves of each half register are exchanged before the store.
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

/// The last table is "in both and in the third" instead of "in both, or in the third".
#[test]
fn a_wrong_table_is_refuted_by_two_targets() {
    let expected = "\
ForkSquares: lane 0 differs: expected 0x8000001, found 0x0
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
