//! Lists one or more instructions for each row of the tables of x86-64 and `AArch64`.
//!
//! Registers 0 to 2 contain random bits. Every instruction writes register 0.

use setwise_prover::bits::registers::{Direction, Pair};
use setwise_prover::{arm, x86};

/// The register class of an instruction, which determines the CPUs that can execute the instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Xmm,
    Ymm,
    Zmm,
}

impl Class {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Xmm => "xmm",
            Self::Ymm => "ymm",
            Self::Zmm => "zmm",
        }
    }
}

/// Names of instructions that need AVX-512, or are tested only together with AVX-512.
const EVEX: &str = "
    movdqa32 movdqa64 movdqu8 movdqu16 movdqu32 movdqu64 pandd pandq pandnd pandnq pord porq pxord pxorq pternlogd
    pternlogq";

/// Names of instructions that also have a 512-bit form, from AVX-512 F or BW.
const ZMM_TOO: &str = "
    paddb paddw paddd paddq psllw pslld psllq psrlw psrld psrlq pbroadcastd pbroadcastq broadcastss broadcastsd";

/// Names of instructions without an SSE form that takes the same operands.
const NO_SSE: &str = "pbroadcastd pbroadcastq broadcastss broadcastsd";

/// Returns instructions for every name of the x86-64 table, each with the class of its registers.
pub(crate) fn x86() -> Vec<(Class, String)> {
    let mut samples = Vec::new();
    for (name, operation) in
        x86::vector::TABLE.iter().flat_map(|(names, of)| names.split(' ').map(move |name| (name, of)))
    {
        let is_in = |names: &str| names.split_whitespace().any(|known| known == name);
        let with_v = format!("v{name}");
        let forms = [
            (Class::Xmm, name, !is_in(EVEX) && !is_in(NO_SSE)),
            (Class::Ymm, &with_v, !is_in(EVEX)),
            (Class::Zmm, &with_v, is_in(EVEX) || is_in(ZMM_TOO)),
        ];
        for (class, name, _) in forms.into_iter().filter(|(.., exists)| *exists) {
            samples.extend(of_x86(name, *operation, class).into_iter().map(|text| (class, text)));
        }
    }
    samples
}

fn of_x86(name: &str, operation: x86::vector::Operation, class: Class) -> Vec<String> {
    use x86::vector::Operation;
    let is_legacy = class == Class::Xmm;
    let r = |n: usize| format!("%{}{n}", class.name());
    let (to, a, b) = (r(0), r(1), r(2));
    match operation {
        Operation::Move => vec![format!("{name} {a}, {to}"), format!("{name} 64(%rdi), {to}")],
        Operation::Broadcast(_) => vec![format!("{name} %xmm1, {to}"), format!("{name} 24(%rdi), {to}")],
        Operation::Pair(..) | Operation::NotAnd if is_legacy => {
            vec![format!("{name} {a}, {to}"), format!("{name} {to}, {to}")]
        }
        Operation::Pair(..) | Operation::NotAnd => vec![
            format!("{name} {b}, {a}, {to}"),
            format!("{name} {a}, {a}, {to}"),
            format!("{name} 8(%rdi), {a}, {to}"),
        ],
        Operation::Shift(..) if is_legacy => vec![format!("{name} $7, {to}"), format!("{name} $70, {to}")],
        Operation::Shift(..) => {
            vec![format!("{name} $7, {a}, {to}"), format!("{name} $70, {a}, {to}"), format!("{name} %xmm2, {a}, {to}")]
        }
        Operation::Ternary => [0, 0xFF, 0x80, 0xF8, 0xEC, 0x96, 0xE8, 0x2D, 0x1B]
            .map(|table| format!("{name} ${table}, {b}, {a}, {to}"))
            .to_vec(),
    }
}

/// Returns instructions for every row of the `AArch64` table.
pub(crate) fn arm() -> Vec<String> {
    arm::vector::TABLE.iter().flat_map(|(name, operation)| of_arm(name, *operation)).collect()
}

fn of_arm(name: &str, operation: arm::vector::Operation) -> Vec<String> {
    use arm::vector::Operation as O;
    let two = |arrangements: &[&str]| -> Vec<String> {
        arrangements.iter().map(|shape| format!("{name} v0.{shape}, v1.{shape}, v2.{shape}")).collect()
    };
    let shift = |places: [u32; 2]| {
        ["16b", "8h", "4s", "2d", "8b"]
            .iter()
            .flat_map(move |shape| places.map(|places| format!("{name} v0.{shape}, v1.{shape}, #{places}")))
            .collect()
    };
    match (name, operation) {
        ("bic" | "orr", _) => {
            [two(&["16b", "8b"]), vec![format!("{name} v0.8h, #0x81, lsl #8"), format!("{name} v0.4s, #3")]].concat()
        }
        (_, O::Pair(Pair::Add)) => two(&["16b", "8h", "4s", "2d", "8b"]),
        (_, O::Pair(_)) => two(&["16b", "8b"]),
        ("movi", _) => {
            vec!["movi v0.16b, #127".into(), "movi v0.2d, #0xff00ff0000ffff00".into(), "movi v0.4s, #3, lsl #16".into()]
        }
        ("mov", _) => vec!["mov v0.16b, v1.16b".into()],
        ("fmov", _) => vec!["fmov d0, d1".into()],
        ("dup", _) => vec!["dup v0.2d, v1.d[1]".into(), "dup v0.16b, v1.b[3]".into(), "dup v0.4s, v2.s[2]".into()],
        (_, O::Shift(Direction::Up)) => shift([0, 7]),
        (_, O::Shift(_)) => shift([1, 8]),
        (_, O::Move) => panic!("{name} has no sample"),
    }
}
