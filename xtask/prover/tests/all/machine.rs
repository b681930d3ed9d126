//! Tests what the prover finds out about the values of registers before a loop, and about the addresses in the loop.

use setwise_assembly::{Data, Dialect, functions};
use setwise_prover::dataflow::Source;
use setwise_prover::prove::{Failure, KERNELS, Proof, prove};

use crate::{LISTINGS, recorded};

/// Returns a loop that computes the attacks of kings on four boards, with the given code before and inside the loop. As
/// in a compiled loop, `rcx` is the number of remaining iterations, and `r8` is an offset in bytes, which starts at the
/// first board.
fn kings(before: &str, address: &str, mask: &str, end: &str) -> String {
    format!(
        "_RNvC1a1b:
movq (%rdi), %rax
movq %rdx, %rcx
shrq $2, %rcx
xorl %r8d, %r8d
{before}
.LBB0_1:
vmovdqu {address}(%rax,%r8), %ymm1
vpaddb %ymm1, %ymm1, %ymm2
vpsrlq $1, %ymm1, %ymm3
vpand {mask}, %ymm3, %ymm3
vpor %ymm2, %ymm3, %ymm2
vpor %ymm1, %ymm2, %ymm1
vpsllq $8, %ymm1, %ymm3
vpsrlq $8, %ymm1, %ymm1
vpor %ymm3, %ymm1, %ymm1
vpor %ymm2, %ymm1, %ymm1
vmovdqu %ymm1, (%rsi,%r8)
{end}
jne .LBB0_1
.LBB0_2:
retq
.LCPI0_0:
.zero 32,127
"
    )
}

const END: &str = "addq $32, %r8\ndecq %rcx";
const LOAD: &str = "vmovdqa .LCPI0_0(%rip), %ymm0";

fn proved_as(kernel: &str, text: &str) -> Result<Vec<Proof>, Failure> {
    let kernel = KERNELS.iter().find(|known| known.name == kernel).unwrap();
    let function = &functions(text, Dialect::X86)[0];
    let data = Data::of(text, Dialect::X86);
    prove(Source { function, dialect: Dialect::X86, data: &data }, kernel)
}

fn proved(text: &str) -> Result<Vec<Proof>, Failure> {
    proved_as("KingAttacks", text)
}

fn reason(text: &str) -> String {
    match proved(text) {
        Err(Failure::Refused(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn constants_come_from_data_immediates_and_the_stack() {
    let spilled = format!("subq $40, %rsp\n{LOAD}\nvmovups %ymm0, 8(%rsp)\nvpxor %ymm0, %ymm0, %ymm0");
    for (before, mask) in [
        (LOAD, "%ymm0"),
        ("", ".LCPI0_0(%rip)"),
        ("movabsq $9187201950435737471, %r9\nvpbroadcastq %r9, %ymm0", "%ymm0"),
        ("movabsq $9187201950435737471, %r9\nmovq %r9, (%rsp)\nvpbroadcastq (%rsp), %ymm0", "%ymm0"),
        (&spilled, "8(%rsp)"),
        // Both paths load the same mask.
        (&format!("{LOAD}\ntestq %rdx, %rdx\nje .LBB0_1\n{LOAD}"), "%ymm0"),
        // The arguments are saved in registers that a call preserves.
        (&format!("{SAVE}\ncallq f\n{RESTORE}\n{LOAD}"), "%ymm0"),
    ] {
        assert_eq!(proved(&kings(before, "", mask, END)).unwrap().len(), 1, "{before}");
    }
}

const SAVE: &str = "movq %rdi, %rbx\nmovq %rsi, %r12\nmovq %rdx, %r13";
const RESTORE: &str = "movq (%rbx), %rax\nmovq %r12, %rsi\nmovq %r13, %rcx\nshrq $2, %rcx\nxorl %r8d, %r8d";

/// A mask that is partly overwritten, partly written, lost by a call, different on another path, or changed in the loop
/// must be unknown.
#[test]
fn a_mask_that_may_have_changed_is_unknown() {
    let changed = format!("vpaddb %ymm0, %ymm0, %ymm0\n{END}");
    for (before, mask, end) in [
        (format!("subq $40, %rsp\n{LOAD}\nvmovups %ymm0, (%rsp)\nmovq %rdx, 24(%rsp)"), "(%rsp)", END),
        ("movl $2139062143, (%rsp)\nvpbroadcastq (%rsp), %ymm0".into(), "%ymm0", END),
        (format!("{LOAD}\ntestq %rdx, %rdx\nje .LBB0_1\nvpxor %ymm0, %ymm0, %ymm0"), "%ymm0", END),
        (format!("{SAVE}\n{LOAD}\ncallq f\n{RESTORE}"), "%ymm0", END),
        (LOAD.into(), "%ymm0", &changed),
    ] {
        let reason = reason(&kings(&before, "", mask, end));
        assert!(reason.contains("lane 0 depends on a value that the loop did not load"), "{before}: {reason}");
    }
}

#[test]
fn pointers_that_may_have_changed_are_refused() {
    // The address of a column may differ in the next iteration.
    let text = kings(LOAD, "", "%ymm0", END).replace(".LBB0_1:\n", ".LBB0_1:\ncmovneq %r9, %rax\n");
    assert!(reason(&text).contains("is not known in the next iteration"));
    // The call makes an argument unknown even if no instruction before it has written the argument's register.
    let unsaved = RESTORE.replace("movq %r12, %rsi\n", "");
    let lost = kings(&format!("{SAVE}\ncallq f\n{unsaved}\n{LOAD}"), "", "%ymm0", END);
    assert!(reason(&lost).contains("the loop writes at rsi of line"));
    let unknown = format!("{LOAD}\nvpermb %ymm1, %ymm2, %ymm0");
    assert!(reason(&kings(&unknown, "", "%ymm0", END)).contains("which is not in its output"));
    let (dialect, text) = LISTINGS[1];
    let called = text.replacen("\tldr x8, [x0, #8]", "\tbl f\n\tldr x8, [x0, #8]", 1);
    let Err(Failure::Refused(reason)) = recorded(dialect, &called)[0].prove() else { panic!("accepted") };
    assert!(reason.contains("x1 of line 6"), "{reason}");
}

/// The page address of one label plus the lowest bits of another label is not the address of either label.
#[test]
fn a_mask_of_aarch64_is_read_from_one_label() {
    let (dialect, text) = LISTINGS[1];
    let with_mask = |label: &str| {
        let load = format!("adrp x16, .LCPI28_9\n\tldr q16, [x16, :lo12:{label}]\n.LBB28_10:");
        let data = ".LCPI28_9:\n\t.xword -1\n\t.xword -1\n.LCPI28_8:\n\t.xword 1\n\t.xword 1\n.LCPI28_0:";
        let planted = text
            .replacen(".LBB28_10:", &load, 1)
            .replacen("\tstr q0, [x12], #16", "\tand v0.16b, v0.16b, v16.16b\n\tstr q0, [x12], #16", 1)
            .replacen(".LCPI28_0:", data, 1);
        recorded(dialect, &planted)[0].prove()
    };
    assert!(with_mask(".LCPI28_9").is_ok());
    let Err(Failure::Refused(reason)) = with_mask(".LCPI28_8") else { panic!("accepted") };
    assert!(reason.contains("depends on a value"), "{reason}");
}

/// `vzeroupper` clears the mask, so the loop is refuted.
#[test]
fn cleared_registers_lose_constants() {
    let cleared = format!("{LOAD}\nvzeroupper");
    assert!(matches!(proved(&kings(&cleared, "", "%ymm0", END)), Err(Failure::Differs(_))));
}

/// The loop of another kernel must be refuted, although its addresses are correct.
#[test]
fn kings_are_not_knights() {
    let failure = proved_as("KnightAttacks", &kings(LOAD, "", "%ymm0", END)).unwrap_err();
    let Failure::Differs(counterexample) = failure else { panic!("{failure}") };
    assert_eq!(counterexample.boards.iter().map(|(_, board)| board.0.count_ones()).sum::<u32>(), 1);
}
