//! Tests the prover: compares its results for single instructions with those of CPUs, proves recorded loops, and plants
//! faults in these loops.
//!
//! The loops were recorded from the output of the compiler, so no test compiles them for another target.

mod cpu;
mod faults;
mod machine;
mod samples;
mod wasm;

use setwise_assembly::{Data, Dialect, Function, functions};
use setwise_prover::dataflow::Source;
use setwise_prover::prove::{Failure, KERNELS, Kernel, Proof, prove};

/// The recorded listings.
pub(crate) const LISTINGS: [(Dialect, &str); 3] = [
    (Dialect::X86, include_str!("../listings/x86_64.s")),
    (Dialect::Arm, include_str!("../listings/aarch64.s")),
    (Dialect::Wasm, include_str!("../listings/wasm32.s")),
];

/// A recorded function, and the kernel that its name stands for.
pub(crate) struct Recorded {
    pub(crate) function: Function,
    pub(crate) kernel: &'static Kernel,
    dialect: Dialect,
    data: Data,
}

/// Returns the functions of a listing. The listing may contain a planted fault.
pub(crate) fn recorded(dialect: Dialect, text: &str) -> Vec<Recorded> {
    let with_kernel = |function: Function| {
        let name = match function.name.split_once('_') {
            Some((_, "knights")) => "KnightAttacks",
            Some((_, "kings")) => "KingAttacks",
            Some((_, "moves")) => "KnightMoves",
            Some((_, "forks")) => "Forks",
            _ => panic!("{} has no kernel", function.name),
        };
        let kernel = KERNELS.iter().find(|kernel| kernel.name == name).unwrap();
        Recorded { function, kernel, dialect, data: Data::of(text, dialect) }
    };
    functions(text, dialect).into_iter().map(with_kernel).collect()
}

/// Returns a recorded function after replacing the first occurrence of a text in its code or data.
pub(crate) fn with_fault(function: &str, from: &str, to: &str) -> Recorded {
    let label = format!("{function}:");
    let (dialect, text) = LISTINGS.into_iter().find(|(_, text)| text.contains(&label)).unwrap();
    let start = text.find(&label).unwrap();
    let planted = text[..start].to_string() + &text[start..].replacen(from, to, 1);
    assert_ne!(planted, text, "{from} was not found");
    recorded(dialect, &planted).into_iter().find(|loops| loops.function.name == function).unwrap()
}

impl Recorded {
    pub(crate) fn prove(&self) -> Result<Vec<Proof>, Failure> {
        prove(Source { function: &self.function, dialect: self.dialect, data: &self.data }, self.kernel)
    }

    /// Returns the number of boards per iteration. The name of the function begins with the instruction set.
    fn lanes(&self) -> usize {
        match self.function.name.split('_').next() {
            Some("portable" | "avx512") => 8,
            Some("avx2") => 4,
            _ => 2,
        }
    }
}

#[test]
fn recorded_loops_of_every_instruction_set_are_proved() {
    let mut names = Vec::new();
    for (dialect, text) in LISTINGS {
        for loops in recorded(dialect, text) {
            let name = &loops.function.name;
            let proofs = loops.prove().unwrap_or_else(|failure| panic!("{name}: {failure}"));
            assert!(!proofs.is_empty(), "{name}: no loop was found");
            let lanes = loops.lanes();
            let bits = 64 * lanes * loops.kernel.inputs.len();
            assert!(proofs.iter().all(|proof| (proof.lanes, proof.bits) == (lanes, bits)), "{name}: {proofs:?}");
            names.push(name.clone());
        }
    }
    assert_eq!(names.len(), 15, "{names:?}");
}
