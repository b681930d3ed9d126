//! The faults that can be planted in a line of a listing.

use setwise_assembly::{Dialect, Flow, Line, functions};

/// A fault: the number of a line, counted from 0, and the text that replaces the line.
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) text: String,
}

/// The kind of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Mask,
    Shift,
    Direction,
    Operator,
    SwappedSources,
    LaneSize,
    SwappedLanes,
    OtherRegister,
    Ternary,
    Displacement,
    Column,
    NoStore,
    Advance,
    Counter,
}

impl Kind {
    /// Returns whether faults of this kind change the boards that are read and written, or the end of the loop. Such
    /// faults leave the arithmetic of an iteration correct, but the prover must never prove them harmless.
    pub(super) fn is_of_addresses(self) -> bool {
        self >= Self::Displacement
    }
}

/// Returns the faults to plant in the instructions of innermost loops, and in masks.
pub(super) fn planted(dialect: Dialect, text: &str) -> Vec<Fault> {
    let lines: Vec<&str> = text.lines().collect();
    let in_loops = in_loops(dialect, text);
    let mut planted = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let of_line = match line.trim() {
            // The recorded loops of NEON need no masks. In the loops of WebAssembly, masks are parts of instructions.
            data if dialect == Dialect::X86 && data.starts_with('.') => masks(line),
            code if !in_loops[n + 1] || code.starts_with("prefetch") => Vec::new(),
            _ => match dialect {
                Dialect::X86 => [x86(line), immediates('$', line), registers_of_x86(line)].concat(),
                Dialect::Arm => [arm(line), immediates('#', line), registers_of_arm(line)].concat(),
                Dialect::Wasm => wasm(line, lines[n + 1]),
            },
        };
        planted.extend(of_line.into_iter().map(|(kind, text)| Fault { line: n, kind, text }));
    }
    planted
}

/// Returns for each line, counted from 1, whether it is an instruction of an innermost loop.
fn in_loops(dialect: Dialect, text: &str) -> Vec<bool> {
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
    in_loops
}

type Faults = Vec<(Kind, String)>;

/// Returns a fault for each entry whose first text is in the line. In the fault, the second text replaces the first.
fn replaced(line: &str, entries: &[(Kind, &str, &str)]) -> Faults {
    let contained = entries.iter().filter(|(_, from, _)| line.contains(from));
    contained.map(|(kind, from, to)| (*kind, line.replacen(from, to, 1))).collect()
}

fn x86(line: &str) -> Faults {
    replaced(
        line,
        &[
            (Kind::Direction, "psrlq $", "psllq $"),
            (Kind::Direction, "psllq $", "psrlq $"),
            (Kind::Operator, "pandn ", "pand "),
            (Kind::Operator, "pandnq ", "pandq "),
            (Kind::Operator, "pand ", "por "),
            (Kind::Operator, "por ", "pxor "),
            (Kind::Operator, "pord ", "pandd "),
            (Kind::LaneSize, "paddb ", "paddw "),
            (Kind::LaneSize, "paddb ", "paddq "),
            (Kind::Displacement, "(%r11,", "8(%r11,"),
            (Kind::Displacement, "(%rax,", "-16(%rax,"),
            (Kind::Displacement, " 16(%", " 32(%"),
            (Kind::Column, "(%r11,", "(%r10,"),
            (Kind::Column, "(%r10,", "(%r11,"),
            (Kind::Column, "(%rax,", "(%rsi,"),
            (Kind::Column, "(%rsi,", "(%rax,"),
            (Kind::Advance, "addq $16,", "addq $32,"),
            (Kind::Advance, "addq $16,", "addq $8,"),
            (Kind::Advance, "addq $32,", "addq $64,"),
            (Kind::Advance, "addq $32,", "addq $16,"),
            (Kind::Advance, "addq $64,", "addq $128,"),
            (Kind::Advance, "addq $64,", "addq $32,"),
            (Kind::Counter, "decq %r", "subq $2, %r"),
            (Kind::Counter, "decq %r", "incq %r"),
            (Kind::Counter, "jne ", "jae "),
        ],
    )
}

fn arm(line: &str) -> Faults {
    let mut faults = replaced(
        line,
        &[
            (Kind::Direction, "\tushr v", "\tshl v"),
            (Kind::Direction, "\tshl v", "\tushr v"),
            (Kind::Operator, "bic ", "and "),
            (Kind::Operator, "and ", "orr "),
            (Kind::Operator, "orr ", "eor "),
            (Kind::Displacement, "], #16", ", #8]"),
            (Kind::Column, "ldr q0, [x12]", "ldr q0, [x14]"),
            (Kind::Column, "ldr q0, [x11]", "ldr q0, [x12]"),
            (Kind::Column, "ldr q1, [x13]", "ldr q1, [x12]"),
            (Kind::Advance, "], #16", "], #32"),
            (Kind::Advance, "], #16", "], #8"),
            (Kind::Counter, "subs x10, x10, #1", "subs x10, x10, #2"),
            (Kind::Counter, "subs x11, x11, #1", "subs x11, x11, #2"),
            (Kind::Counter, "subs x", "adds x"),
            (Kind::Counter, "b.ne ", "b.hs "),
        ],
    );
    if line.contains("16b") && (line.contains("shr") || line.contains("add")) {
        faults.push((Kind::LaneSize, line.replace("16b", "8h")));
    }
    faults
}

/// Returns faults in an instruction of WebAssembly. The next line, `next`, shows how a constant is used.
fn wasm(line: &str, next: &str) -> Faults {
    let mut faults = replaced(
        line,
        &[
            (Kind::Direction, "shr_u", "shl"),
            (Kind::Direction, "x2.shl", "x2.shr_u"),
            (Kind::Operator, "v128.andnot", "v128.and"),
            (Kind::Operator, "v128.or", "v128.xor"),
            (Kind::LaneSize, "i64x2", "i32x4"),
            (Kind::Displacement, "v128.load 0", "v128.load 8"),
            (Kind::Displacement, "v128.store 0", "v128.store 16"),
            (Kind::Counter, "i32.const -1", "i32.const -2"),
            (Kind::Counter, "br_if 0", "i32.eqz\n\tbr_if 0"),
        ],
    );
    if line.trim() == "v128.and" {
        faults.push((Kind::Operator, "\tv128.or".into()));
    }
    if let Some(number) = line.strip_prefix("\ti32.const ").and_then(|number| number.parse::<i32>().ok()) {
        let with = |number: i32| format!("\ti32.const {number}");
        if next.contains(".sh") {
            faults.extend([(Kind::Shift, with(number - 1)), (Kind::Shift, with(number + 1))]);
        } else if number > 0 {
            faults.extend([(Kind::Advance, with(number / 2)), (Kind::Advance, with(2 * number))]);
        }
    }
    if let Some((first, second)) = line.strip_prefix("\tv128.const ").and_then(|lanes| lanes.split_once(", ")) {
        let second: i64 = second.parse().unwrap();
        let wrong = |bit: u32| (Kind::Mask, format!("\tv128.const {first}, {}", second ^ 1 << bit));
        faults.extend([0, 7, 13, 36, 63].map(wrong));
    }
    // A local contains a vector or a number. If a local of the other type replaces it, the loop is refused.
    for mnemonic in ["local.get", "local.tee"] {
        let local = line.strip_prefix(&format!("\t{mnemonic} ")).and_then(|local| local.parse::<u32>().ok());
        let other = |local| (Kind::OtherRegister, format!("\t{mnemonic} {local}"));
        faults.extend(local.iter().flat_map(|local| [other(local.abs_diff(1)), other(local + 1)]));
    }
    faults
}

/// Returns faults in immediates: shift counts that are off by one, and ternary tables with one wrong bit.
fn immediates(sign: char, line: &str) -> Faults {
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

/// Returns faults in registers and stores: swapped sources, swapped lanes, no store, or a wrong register.
fn registers_of_x86(line: &str) -> Faults {
    let Some((mnemonic, operands)) = line.trim().split_once(' ') else { return Vec::new() };
    let parts: Vec<&str> = operands.split(", ").collect();
    match parts.as_slice() {
        [a, b, c] if mnemonic.contains("andn") => vec![(Kind::SwappedSources, format!("\t{mnemonic} {b}, {a}, {c}"))],
        [a, to] if mnemonic.contains("andn") => {
            vec![(Kind::SwappedSources, format!("\t{mnemonic} {to}, {a}\n\tmovdqa {a}, {to}"))]
        }
        [stored, memory] if memory.ends_with(')') && mnemonic.contains("mov") => {
            let swap = if stored.contains("xmm") { "pshufd $78" } else { "vpermq $78" };
            vec![(Kind::SwappedLanes, format!("\t{swap}, {stored}, {stored}\n{line}")), (Kind::NoStore, String::new())]
        }
        [a, b, c] if a.starts_with('%') && a != b => {
            vec![(Kind::OtherRegister, format!("\t{mnemonic} {b}, {b}, {c}"))]
        }
        _ => Vec::new(),
    }
}

fn registers_of_arm(line: &str) -> Faults {
    let Some((mnemonic, operands)) = line.trim().split_once(' ') else { return Vec::new() };
    let parts: Vec<&str> = operands.split(", ").collect();
    match parts.as_slice() {
        [to, a, b] if mnemonic == "bic" => vec![(Kind::SwappedSources, format!("\t{mnemonic} {to}, {b}, {a}"))],
        [to, a, b] if b.starts_with('v') && a != b => {
            vec![(Kind::OtherRegister, format!("\t{mnemonic} {to}, {a}, {a}"))]
        }
        [stored, ..] if mnemonic == "str" && stored.starts_with('q') => {
            let number = &stored[1..];
            let swapped = format!("\tdup v{number}.2d, v{number}.d[1]\n{line}");
            vec![(Kind::SwappedLanes, swapped), (Kind::NoStore, "\tadd x12, x12, #16".into())]
        }
        _ => Vec::new(),
    }
}

/// Returns copies of a data directive, each with a different bit of the mask changed.
fn masks(line: &str) -> Faults {
    let Some((directive, number)) = line.rsplit_once(['\t', ' ', ',']) else { return Vec::new() };
    let Ok(number) = number.parse::<i64>() else { return Vec::new() };
    let directive = &line[..directive.len() + 1];
    let bits = if line.contains("quad") { vec![0, 7, 13, 36, 63] } else { vec![0, 6, 7] };
    bits.into_iter().map(|bit| (Kind::Mask, format!("{directive}{}", number ^ 1 << bit))).collect()
}
