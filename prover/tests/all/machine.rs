//! The values of registers before a loop, and the addresses in it.

use setwise_assembly::{Data, Dialect, functions};
use setwise_prover::kernels::{KERNELS, Kernel};
use setwise_prover::prove::{Failure, Proof, prove};
use setwise_prover::turn::Source;

/// Returns a loop for the kings of four boards, with the given code before the loop and in it.
fn kings(before: &str, address: &str, mask: &str, end: &str) -> String {
    format!(
        "_RNvC1a1b:
xorl %ecx, %ecx
{before}
.LBB0_1:
vmovdqu {address}(%rdi,%rcx,8), %ymm1
vpaddb %ymm1, %ymm1, %ymm2
vpsrlq $1, %ymm1, %ymm3
vpand {mask}, %ymm3, %ymm3
vpor %ymm2, %ymm3, %ymm2
vpor %ymm1, %ymm2, %ymm1
vpsllq $8, %ymm1, %ymm3
vpsrlq $8, %ymm1, %ymm1
vpor %ymm3, %ymm1, %ymm1
vpor %ymm2, %ymm1, %ymm1
vmovdqu %ymm1, (%rsi,%rcx,8)
{end}
jne .LBB0_1
retq
.LCPI0_0:
.zero 32,127
"
    )
}

const END: &str = "addq $4, %rcx\ncmpq %rdx, %rcx";
const LOAD: &str = "vmovdqa .LCPI0_0(%rip), %ymm0";

fn kernel(name: &str) -> &'static Kernel {
    KERNELS.iter().find(|kernel| kernel.name == name).unwrap()
}

fn proved(text: &str) -> Result<Vec<Proof>, Failure> {
    let function = &functions(text, Dialect::X86)[0];
    let data = Data::of(text, Dialect::X86);
    prove(Source { function, dialect: Dialect::X86, data: &data, register: 4 }, kernel("KingAttacks"))
}

fn reason(text: &str) -> String {
    match proved(text) {
        Err(Failure::Refused(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn constants_come_from_data_immediates_and_the_stack() {
    assert_eq!(proved(&kings(LOAD, "", "%ymm0", END)).unwrap().len(), 1);
    let immediate = "movabsq $9187201950435737471, %rax\nvmovq %rax, %xmm0\nvpbroadcastq %xmm0, %ymm0";
    assert!(proved(&kings(immediate, "", "%ymm0", END)).is_ok());
    let spilled = format!("subq $40, %rsp\n{LOAD}\nvmovups %ymm0, 8(%rsp)\nvpxor %ymm0, %ymm0, %ymm0");
    assert!(proved(&kings(&spilled, "", "8(%rsp)", END)).is_ok());
    assert!(proved(&kings("", "", ".LCPI0_0(%rip)", END)).is_ok());
}

#[test]
fn a_spilled_constant_that_is_partly_overwritten_is_unknown() {
    let spilled = format!("subq $40, %rsp\n{LOAD}\nvmovups %ymm0, (%rsp)\nmovq %rax, 24(%rsp)");
    assert!(
        reason(&kings(&spilled, "", "(%rsp)", END)).contains("lane 0 depends on a value that the loop did not load")
    );
}

#[test]
fn a_constant_of_only_one_path_is_unknown() {
    let joined = format!("{LOAD}\ntestq %rdx, %rdx\nje .LBB0_1\nvpcmpeqd %ymm0, %ymm0, %ymm0");
    assert!(reason(&kings(&joined, "", "%ymm0", END)).contains("lane 0 depends on"));
    let same = format!("{LOAD}\ntestq %rdx, %rdx\nje .LBB0_1\nvmovdqa .LCPI0_0(%rip), %ymm0");
    assert!(proved(&kings(&same, "", "%ymm0", END)).is_ok());
}

#[test]
fn calls_and_cleared_registers_lose_constants() {
    let cleared = format!("{LOAD}\nvzeroupper");
    assert!(matches!(proved(&kings(&cleared, "", "%ymm0", END)), Err(Failure::Differs(_))));
    let called = format!("{LOAD}\ncallq f\nxorl %ecx, %ecx");
    assert!(reason(&kings(&called, "", "%ymm0", END)).contains("lane 0 depends on"));
    let unknown = format!("{LOAD}\nvpermb %ymm1, %ymm2, %ymm0");
    assert!(reason(&kings(&unknown, "", "%ymm0", END)).contains("lane 0 depends on"));
}

#[test]
fn a_register_that_the_loop_changes_is_not_a_constant() {
    let end = format!("vpaddb %ymm0, %ymm0, %ymm0\n{END}");
    assert!(reason(&kings(LOAD, "", "%ymm0", &end)).contains("lane 0 depends on"));
}

#[test]
fn wrong_addresses_are_refused() {
    assert!(reason(&kings(LOAD, "32", "%ymm0", END)).ends_with("which is not its first board"));
    assert!(
        reason(&kings(&format!("{LOAD}\naddq $4, %rcx"), "", "%ymm0", END)).ends_with("which is not its first board")
    );
    assert!(
        reason(&kings(LOAD, "", "%ymm0", "addq $8, %rcx\ncmpq %rdx, %rcx"))
            .contains("advances by 64 bytes, expected 32")
    );
    assert!(reason(&kings(LOAD, "", "%ymm0", "addq $4, %rcx\nsubq $5, %rdx")).contains("the counter grows by -5"));
    assert!(reason(&kings(LOAD, "", "%ymm0", "addq $4, %rcx\ncmpl %edx, %ecx")).contains("no counter ends the loop"));
    let twice = format!("vmovdqu %ymm1, (%rsi,%rcx,8)\n{END}");
    assert!(reason(&kings(LOAD, "", "%ymm0", &twice)).contains("written twice"));
    let gap = format!("vmovdqu %ymm1, 64(%rsi,%rcx,8)\n{END}");
    assert!(reason(&kings(LOAD, "", "%ymm0", &gap)).contains("bytes 32 to 96 contain a gap"));
    let third = format!("vmovdqu (%r8,%rcx,8), %ymm4\n{END}");
    assert!(reason(&kings(LOAD, "", "%ymm0", &third)).contains("2 input columns, expected 1"));
}

/// The loop of another kernel is refuted, although its addresses are correct.
#[test]
fn kings_are_not_knights() {
    let text = kings(LOAD, "", "%ymm0", END);
    let function = &functions(&text, Dialect::X86)[0];
    let data = Data::of(&text, Dialect::X86);
    let source = Source { function, dialect: Dialect::X86, data: &data, register: 4 };
    let failure = prove(source, kernel("KnightAttacks")).unwrap_err();
    let Failure::Differs(counterexample) = failure else { panic!("{failure}") };
    assert_eq!(counterexample.boards.iter().map(|(_, board)| board.0.count_ones()).sum::<u32>(), 1);
}
