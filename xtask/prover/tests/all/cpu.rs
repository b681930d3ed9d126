//! Executes every instruction in the vector tables of x86-64 and `AArch64` on random bits, both on a CPU and in the
//! prover, and compares the results.
//!
//! A program is assembled with a function for each instruction. Each function loads registers 0 to 2, executes the
//! instruction, and stores register 0. The program for x86-64 runs on this machine. The program for `AArch64` runs
//! under qemu, unless this machine is an `AArch64` machine. If a tool or a CPU feature is missing, the test prints
//! what it skips.

use std::fs;
use std::process::Command;

use setwise_assembly::{Data, Dialect, Instruction};
use setwise_prover::bits::{BitVec, fixed};
use setwise_prover::instructions::step;
use setwise_prover::linear_expr::{LinearExpr, Symbol};
use setwise_prover::machine::{Machine, State};
use setwise_testkit::random::Sets;
use setwise_testkit::skip;
use tempfile::tempdir;

use crate::samples::{self, Class};

/// The number of bytes that a register takes in memory, whatever its width.
const REGISTER: usize = 64;
const ROUNDS: usize = 16;

/// Returns the registers of each round: three registers of random bits. In every second round, the bits are sparse.
fn rounds() -> Vec<Vec<u8>> {
    let mut random = Sets::seeded(23);
    let mut words = |round: usize| if round.is_multiple_of(2) { random.dense() } else { random.sparse() };
    let round = |round: usize| (0..24).flat_map(|_| words(round).to_le_bytes()).collect();
    (0..ROUNDS).map(round).collect()
}

const MAIN: &str = "
#include <stdio.h>
extern void (*const cases[])(const unsigned char *, unsigned char *);
extern const unsigned char inputs[];
int main(void) {
    for (int n = 0; cases[n]; n++)
        for (int round = 0; round < 16; round++) {
            unsigned char out[64] = {0};
            cases[n](inputs + 192 * round, out);
            for (int i = 0; i < 64; i++) printf(\"%02x\", out[i]);
            puts(\"\");
        }
    return 0;
}
";

/// Assembles the cases and runs each case in every round. Returns the contents of register 0 after each run.
fn executed(compiler: &[&str], runner: &[&str], cases: &[String]) -> Vec<Vec<u8>> {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let bytes: Vec<String> = rounds().concat().iter().map(u8::to_string).collect();
    let mut text = String::from(".text\n");
    cases.iter().enumerate().for_each(|(n, case)| text += &format!("case_{n}:\n{case}\n"));
    text += ".data\n.globl cases, inputs\n.balign 64\ncases:\n";
    (0..cases.len()).for_each(|n| text += &format!(".quad case_{n}\n"));
    text += &format!(".quad 0\n.balign 64\ninputs: .byte {}\n.section .note.GNU-stack,\"\"\n", bytes.join(","));
    fs::write(path("cases.s"), text).unwrap();
    fs::write(path("main.c"), MAIN).unwrap();
    let (main, cases_file, program) = (path("main.c"), path("cases.s"), path("program"));
    let compiled =
        Command::new(compiler[0]).args(&compiler[1..]).args([&main, &cases_file, "-o", &program]).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let command: Vec<&str> = runner.iter().copied().chain([program.as_str()]).collect();
    let output = Command::new(command[0]).args(&command[1..]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let byte = |line: &str, n: usize| u8::from_str_radix(&line[2 * n..2 * n + 2], 16).unwrap();
    text.lines().map(|line| (0..REGISTER).map(|n| byte(line, n)).collect()).collect()
}

/// Returns the content of register 0 after the prover has executed an instruction on the registers of a round.
fn computed(dialect: Dialect, text: &str, registers: [&str; 3], width: usize, round: &[u8]) -> BitVec {
    let inputs = |address: &LinearExpr, width: usize| {
        let start = LinearExpr::symbol(Symbol::Start("rdi".into()));
        let offset = address.minus(&start).as_constant().unwrap() as usize;
        fixed(&round[offset..offset + width / 8])
    };
    let data = Data::default();
    let mut machine = Machine::new(State::default(), &data, &inputs);
    for (register, bytes) in registers.iter().zip(round.chunks(REGISTER)) {
        machine.set_bits(register, fixed(&bytes[..width / 8]));
    }
    let (mnemonic, operands) = text.split_once(' ').unwrap();
    let instruction = Instruction { mnemonic: mnemonic.into(), operands: operands.into(), line: 1 };
    step(&mut machine, dialect, &instruction).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    machine.bits(registers[0], width)
}

fn compare(dialect: Dialect, texts: &[String], registers: [&str; 3], width: usize, executed: &[Vec<u8>]) {
    assert_eq!(executed.len(), texts.len() * ROUNDS);
    let rounds = rounds();
    for (n, found) in executed.iter().enumerate() {
        let (text, round) = (&texts[n / ROUNDS], &rounds[n % ROUNDS]);
        let expected: BitVec = fixed(&found[..width / 8]);
        assert_eq!(computed(dialect, text, registers, width, round), expected, "{text}, round {}", n % ROUNDS);
    }
}

#[test]
fn every_instruction_of_x86_computes_what_the_cpu_computes() {
    if !cfg!(target_arch = "x86_64") {
        skip::not_on_this_cpu("x86-64");
        return;
    }
    if !skip::has_programs(&["cc"]) {
        return;
    }
    let flags = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let has = |flag: &str| flags.split_whitespace().any(|known| known == flag);
    let widest = if has("avx512bw") {
        Class::Zmm
    } else if has("avx2") {
        Class::Ymm
    } else {
        skip::not_on_this_cpu("AVX2");
        Class::Xmm
    };
    if widest != Class::Zmm {
        skip::not_on_this_cpu("AVX-512 BW");
    }
    let (class, moves, width) = match widest {
        Class::Xmm => (widest.name(), "movdqu", 128),
        Class::Ymm => (widest.name(), "vmovdqu", 256),
        Class::Zmm => (widest.name(), "vmovdqu64", 512),
    };
    let texts: Vec<String> =
        samples::x86().into_iter().filter(|(class, _)| *class <= widest).map(|(_, text)| text).collect();
    let case = |text: &String| {
        let loads: String = (0..3).map(|n| format!("{moves} {}(%rdi), %{class}{n}\n", n * REGISTER)).collect();
        format!("{loads}{text}\n{moves} %{class}0, (%rsi)\nret")
    };
    let cases: Vec<String> = texts.iter().map(case).collect();
    let executed = executed(&["cc"], &[], &cases);
    compare(Dialect::X86, &texts, ["zmm0", "zmm1", "zmm2"], width, &executed);
    println!("{} instructions of x86-64 compared", texts.len());
}

#[test]
fn every_instruction_of_aarch64_computes_what_an_emulated_cpu_computes() {
    let is_host = cfg!(all(target_arch = "aarch64", target_os = "linux"));
    let (compiler, runner) = if is_host { ("cc", None) } else { ("aarch64-linux-gnu-gcc", Some("qemu-aarch64")) };
    let runner: Vec<&str> = runner.into_iter().collect();
    if !skip::has_programs(&[&[compiler], &runner[..]].concat()) {
        return;
    }
    let texts = samples::arm();
    let case = |text: &String| {
        let loads: String = (0..3).map(|n| format!("ldr q{n}, [x0, #{}]\n", n * REGISTER)).collect();
        format!("{loads}{text}\nstr q0, [x1]\nret")
    };
    let cases: Vec<String> = texts.iter().map(case).collect();
    let executed = executed(&[compiler, "-static"], &runner, &cases);
    compare(Dialect::Arm, &texts, ["v0", "v1", "v2"], 128, &executed);
    println!("{} instructions of AArch64 compared", texts.len());
}
