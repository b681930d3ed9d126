//! Plants faults in recorded machine code, each of which the prover must find. Faults in the arithmetic must be refuted by
//! boards with a wrong result. All other faults change the boards that a loop accesses, the number of iterations, or the
//! content of registers at the start of the loop. Such a fault is written for one recorded loop, which must be refused for
//! the expected reason.

use setwise_assembly::Dialect;
use setwise_prover::prove::Failure;

use crate::{LISTINGS, recorded, with_fault};

/// Faults in the arithmetic of a loop: the dialect of the listings, a text, and the text that replaces it.
const ARITHMETIC: [(Dialect, &str, &str); 13] = [
    (Dialect::X86, "psrlq $", "psllq $"),
    (Dialect::X86, "psllq $8,", "psllq $9,"),
    (Dialect::X86, "pand ", "por "),
    (Dialect::X86, "por ", "pand "),
    (Dialect::X86, "paddb ", "paddq "),
    (Dialect::X86, "pandn ", "pand "),
    (Dialect::Arm, "\tushr v", "\tshl v"),
    (Dialect::Arm, "orr v", "and v"),
    (Dialect::Arm, "bic v", "and v"),
    (Dialect::Wasm, "i64x2.shr_u", "i64x2.shl"),
    (Dialect::Wasm, "v128.or", "v128.and"),
    (Dialect::Wasm, "v128.andnot", "v128.and"),
    (Dialect::Wasm, "v128.const -", "v128.const -1"),
];

/// Replaces each text of [`ARITHMETIC`] in every function that contains it.
#[test]
fn wrong_operations_are_refuted() {
    for (dialect, from, to) in ARITHMETIC {
        let (_, text) = LISTINGS.into_iter().find(|(known, _)| *known == dialect).unwrap();
        let [original, planted] = [text, &text.replace(from, to)].map(|text| recorded(dialect, text));
        let mut refuted = 0;
        for (original, planted) in original.iter().zip(&planted) {
            if original.function.lines != planted.function.lines {
                let name = &planted.function.name;
                match planted.prove() {
                    Err(Failure::Differs(counterexample)) => assert_ne!(counterexample.expected, counterexample.found),
                    other => panic!("{name}: {to} instead of {from}: {other:?}"),
                }
                refuted += 1;
            }
        }
        assert!(refuted > 0, "{from} was not found");
    }
}

/// A fault: a text in a function, the replacement of its first occurrence, and a part of the expected reason.
type Fault = (&'static str, &'static str, &'static str);

/// Plants each fault in a function, and checks that the loop is refused for the expected reason.
fn refused(function: &str, faults: &[Fault]) {
    for (from, to, expected) in faults {
        match with_fault(function, from, to).prove() {
            Err(Failure::Refused(reason)) => assert!(reason.contains(expected), "{to} instead of {from}: {reason}"),
            other => panic!("{to} instead of {from}: {other:?}"),
        }
    }
}

#[test]
fn a_wrong_number_of_turns_is_refused_on_x86() {
    refused(
        "avx2_moves",
        &[
            ("decq %rsi", "subq $2, %rsi", "the counter grows by -2"),
            ("decq %rsi", "subq $4, %rsi", "the counter grows by -4"),
            ("decq %rsi", "decq %rcx", "the counter starts at"),
            ("shrq $2, %rsi", "shrq $1, %rsi", "the counter starts at"),
            ("shrq $2, %rsi", "shrq $3, %rsi", "the counter starts at"),
            ("movq %rcx, %rsi", "movq %r9, %rsi", "the counter starts at"),
            ("subq %rdi, %rsi", "subq %r8, %rsi", "the counter starts at"),
            ("jne .LBB78_17", "je .LBB78_17", "does not end when a known counter is zero"),
            ("jne .LBB78_17", "jb .LBB78_17", "does not end when a known counter is zero"),
            ("xorl %edi, %edi", "movl $4, %edi", "the counter starts at"),
            ("leaq (,%rdi,8), %r8", "xorl %r8d, %r8d", "the counter starts at"),
            ("leaq (,%rdi,8), %r8", "leaq (,%rdi,4), %r8", "the counter starts at"),
            ("leaq (,%rdi,8), %r8", "leaq (,%r9,8), %r8", "the counter starts at"),
        ],
    );
    refused(
        "sse2_knights",
        &[
            ("addq $16, %r9\n\tdecq %r8", "addq $16, %r9\n\tsubq $2, %r8", "the counter grows by -2"),
            ("addq $16, %r9", "addq $8, %r9", "advances by 8 bytes, expected 16"),
            ("shrq %r8\n\tje .LBB52_8", "shrq $4, %r8\n\tje .LBB52_8", "the counter starts at"),
        ],
    );
}

#[test]
fn a_loop_with_another_way_in_or_out_or_an_unknown_instruction_is_refused() {
    refused(
        "avx2_moves",
        &[
            ("vpandn %ymm2, %ymm3", "cmpq %r11, %rax\n\tje .LBB78_20\n\tvpandn %ymm2, %ymm3", "2 exits on one path"),
            (
                "vmovdqu %ymm2, (%r10,%r8)\n\taddq $32, %r8\n\tdecq %rsi\n\tjne .LBB78_17",
                "decq %rsi\n\tje .LBB78_3\n\tvmovdqu %ymm2, (%r10,%r8)\n\taddq $32, %r8\n\tjmp .LBB78_17",
                "may end before its last store",
            ),
            ("leaq (,%rdi,8), %r8", "leaq (,%rdi,8), %r8\n\tje .LBB78_19", "entered at several places"),
            (".LBB78_9:", ".LBB78_9:\n\tjmpq *%rax", "the target is unknown"),
            (
                "\tdecq %rsi",
                "\tvpermb %ymm1, %ymm2, %ymm3\n\tdecq %rsi",
                "line 648: `vpermb %ymm1, %ymm2, %ymm3`: unknown",
            ),
        ],
    );
    refused(
        "neon_moves",
        &[
            (".LBB27_5:", "\tbr x9\n.LBB27_5:", "the target is unknown"),
            ("\tsubs x11, x11, #1", "\tbl east\n\tsubs x11, x11, #1", "`bl east`: a call"),
        ],
    );
    refused(
        "simd128_moves",
        &[(
            "local.tee 10\n\tbr_if 0\n\tend_loop",
            "local.tee 10\n\tlocal.get 9\n\tbr_if 2\n\tbr_if 0\n\tend_loop",
            "values remain",
        )],
    );
}

#[test]
fn wrong_columns_are_refused_on_x86() {
    refused(
        "avx2_moves",
        &[
            ("vmovdqu (%r14,%r8), %ymm3", "vmovdqu (%r11,%r8), %ymm3", "found 1 input columns, expected 2"),
            ("vmovdqu (%r14,%r8), %ymm3", "vmovdqu (%r10,%r8), %ymm3", "no column is read at"),
            ("vmovdqu (%r14,%r8), %ymm3", "vmovdqu 8(%r14,%r8), %ymm3", "no column is read at"),
            ("vmovdqu (%r14,%r8), %ymm3", "vmovdqu (%r14,%rdi), %ymm3", "advances by 0 bytes"),
            ("movq 16(%rdi), %r14", "movq 24(%rdi), %r14", "no column is read at"),
            ("movq 16(%rdi), %r14", "movq 32(%rdi), %r14", "no column is read at"),
            ("vmovdqu %ymm2, (%r10,%r8)", "vmovdqu %ymm2, (%r11,%r8)", "which is not in its output"),
            ("vmovdqu %ymm2, (%r10,%r8)", "vmovdqu %ymm2, 32(%r10,%r8)", "no column is read at"),
            ("vmovdqu %ymm2, (%r10,%r8)", "vmovdqu %xmm2, (%r10,%r8)", "32 bytes are read"),
            ("addq $32, %r8", "addq $32, %r8\n\tmovq %r10, %r11", "grows by"),
        ],
    );
    refused(
        "portable_kings",
        &[
            ("movdqu -16(%rax,%r9)", "movdqu -8(%rax,%r9)", "contain a gap"),
            ("movdqu %xmm2, -16(%rsi,%r9)", "movdqu %xmm2, -32(%rsi,%r9)", "contain a gap"),
            ("\tmovdqu %xmm2, -48(%rsi,%r9)\n", "", "64 bytes are read"),
            ("leaq 48(,%rdi,8), %r9", "leaq 64(,%rdi,8), %r9", "the counter starts at"),
        ],
    );
}

#[test]
fn wrong_columns_and_turns_are_refused_on_aarch64() {
    refused(
        "neon_moves",
        &[
            ("subs x11, x11, #1", "subs x11, x11, #2", "the counter grows by -2"),
            ("subs x11, x2, x0", "subs x11, x10, x0", "the counter starts at"),
            ("lsr x11, x11, #1", "lsr x11, x11, #2", "the counter starts at"),
            ("b.ne .LBB27_11", "b.hi .LBB27_11", "does not end when a known counter is zero"),
            ("mov x0, xzr", "mov x0, #2", "the counter starts at"),
            ("ldr q1, [x13], #16", "ldr q1, [x13], #8", "advances by 8 bytes"),
            ("ldr q1, [x13], #16", "ldr q1, [x13, #16]!", "no column is read at"),
            ("str q0, [x14], #16", "str q0, [x14], #32", "advances by 32 bytes"),
            ("add x14, x1, x14", "add x14, x8, x14", "which is not in its output"),
            ("add x13, x8, x14", "add x13, x1, x14", "no column is read at"),
            ("lsl x14, x0, #3", "lsl x14, x0, #4", "the counter starts at"),
            ("ldr x8, [x0, #16]", "ldr x8, [x0, #24]", "no column is read at"),
        ],
    );
}

#[test]
fn wrong_columns_and_turns_are_refused_on_webassembly() {
    refused(
        "simd128_moves",
        &[
            (
                "i32.const -1\n\ti32.add\n\tlocal.tee 10",
                "i32.const -2\n\ti32.add\n\tlocal.tee 10",
                "the counter grows by -2",
            ),
            ("i32.const 1\n\ti32.shr_u", "i32.const 2\n\ti32.shr_u", "the counter starts at"),
            ("local.get 8\n\ti32.sub", "local.get 9\n\ti32.sub", "the counter starts at"),
            ("br_if 0\n\tend_loop", "i32.eqz\n\tbr_if 0\n\tend_loop", "does not end when a known counter is zero"),
            ("i32.const 0\n\tlocal.set 8", "i32.const 2\n\tlocal.set 8", "the counter starts at"),
            ("v128.load 0:p2align=0\n\tv128.andnot", "v128.load 8:p2align=0\n\tv128.andnot", "no column is read at"),
            ("i32.const 3\n\ti32.shl", "i32.const 4\n\ti32.shl", "the counter starts at"),
            ("local.get 0\n\tv128.load 0", "local.get 4\n\tv128.load 0", "found 1 input columns"),
            ("i32.load 8\n\tlocal.set 6", "i32.load 12\n\tlocal.set 6", "no column is read at"),
        ],
    );
}

/// If an iteration changes a mask, the next iteration uses a different mask, so the loop must be refused.
#[test]
fn registers_that_change_between_turns_are_refused() {
    refused(
        "avx2_moves",
        &[
            ("addq $32, %r8", "addq $32, %r8\n\tvpor %ymm2, %ymm0, %ymm0", "lane 0 depends on a value"),
            ("addq $32, %r8", "addq $32, %r8\n\tvpxor %xmm0, %xmm0, %xmm0", "lane 0 depends on a value"),
            (".LBB78_3:", ".LBB78_3:\n\tvmovdqa %ymm1, %ymm0", "lane 0 depends on a value"),
        ],
    );
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
