//! Port bounds: the minimum time of each batch loop, according to llvm-mca's model of a CPU.
//!
//! The speed of a loop is limited by the busiest port of the core, and by loads and stores. It is also limited by the
//! number of operations that the core can dispatch per cycle. The models of llvm-mca contain these limits for many
//! CPUs. The difference between a measured time and the bound is the most time that the same instructions could save.
//! The model can be wrong: see "Port bounds" in METHODOLOGY.md.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::Function;

use super::expectation::Expectation;
use super::loops::{Loop, innermost_loops};
use super::mca::{Report, analysed, version};

/// The laboratory's questions for which `tests/downstream/batch-loops` contains loops. Each question is paired with the
/// name of its kernel in function names.
const QUESTIONS: [(&str, &str); 5] = [
    ("knights-real", "KnightAttacks"),
    ("kings-real", "KingAttacks"),
    ("forks", "Forks"),
    ("attacked-squares", "AttackedSquares"),
    ("legal-moves", "LegalMoveCount"),
];

/// The bounds of all loops, from the model of one CPU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The version of llvm-mca, such as `14.0.6`.
    pub llvm: String,
    /// LLVM's name of the CPU whose model was used.
    pub cpu: String,
    /// One entry per loop.
    pub loops: Vec<Bound>,
    /// Loops without a bound, each with the reason.
    pub skipped: Vec<String>,
}

/// The bound of one loop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// The id of the question.
    pub question: String,
    /// The name of the row, which is the name of the backend.
    pub row: String,
    /// The minimum number of cycles per board.
    pub cycles: f64,
    /// The number of instructions per board.
    pub instructions: f64,
    /// The busiest ports, or `dispatch` if dispatching the operations takes longer than any port is busy.
    pub busiest: String,
}

impl Bounds {
    /// Computes the bounds for every backend in the expectations. `cpu` is LLVM's name for a CPU, and `native` means
    /// the CPU of this machine.
    pub(super) fn of(functions: &[Function], expectations: &[Expectation], cpu: &str) -> Result<Self> {
        let mut bounds = Self { llvm: version()?, cpu: cpu.to_string(), loops: Vec::new(), skipped: Vec::new() };
        let mut backends: Vec<(&str, &str)> = Vec::new();
        for one in expectations {
            if backends.iter().all(|(name, _)| *name != one.backend) {
                backends.push((&one.backend, &one.types));
            }
        }
        for (question, kernel) in QUESTIONS {
            for (backend, types) in &backends {
                let own = functions.iter().filter(|function| function.is_of(types, kernel));
                let of_columns = |body: &Loop| body.stores() > 0 && !body.is_for_long_batches();
                let loops: Vec<Loop> = own.flat_map(innermost_loops).filter(of_columns).collect();
                let [body] = loops.as_slice() else {
                    let why = if loops.is_empty() {
                        "the compiler merged its loop with an equal one"
                    } else {
                        "several loops"
                    };
                    bounds.skipped.push(format!("{question}, {backend}: {why}"));
                    continue;
                };
                let Some(report) = analysed(&body.to_string(), cpu)? else {
                    bounds.skipped.push(format!("{question}, {backend}: the model lacks an instruction"));
                    continue;
                };
                bounds.cpu.clone_from(&report.cpu);
                bounds.loops.push(report.bound(question, backend, &Kind::of(body), body.boards() as f64)?);
            }
        }
        ensure!(!bounds.loops.is_empty(), "no batch loop was found");
        Ok(bounds)
    }

    /// Returns the bounds as a text table.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = format!("llvm-mca {}, model of {}\n\n", self.llvm, self.cpu);
        text +=
            &format!("{:18} {:22} {:>12} {:>18}  busiest\n", "question", "row", "cycles/board", "instructions/board");
        for Bound { question, row, cycles, instructions, busiest } in &self.loops {
            text += &format!("{question:18} {row:22} {cycles:12.3} {instructions:18.2}  {busiest}\n");
        }
        self.skipped.iter().for_each(|what| text += &format!("skipped: {what}\n"));
        text
    }
}

/// The kind of an instruction.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The instruction computes on vector registers only.
    Computes,
    /// The instruction computes on vector registers and loads an operand.
    ComputesAndLoads,
    Other,
}

impl Kind {
    fn of(body: &Loop) -> Vec<Self> {
        let kind = |(computes, (_, operands)): (bool, (&str, &str))| match (computes, operands.contains('(')) {
            (true, false) => Self::Computes,
            (true, true) => Self::ComputesAndLoads,
            _ => Self::Other,
        };
        body.computes().zip(body.instructions()).map(kind).collect()
    }
}

impl Report {
    /// Returns the bound of a loop that processes `boards` boards per iteration.
    ///
    /// llvm-mca's bound includes the dispatch width and the load of each port, but ignores that operations compete for
    /// several ports. For example, sixteen operations on three ports take more than five cycles. This function
    /// therefore computes a second bound, which assumes that vector operations are spread evenly over the ports that
    /// they use. The second bound ignores load and store ports, and also register copies, which need no port on current
    /// cores. The function returns the greater of the two bounds.
    fn bound(&self, question: &str, row: &str, kinds: &[Kind], boards: f64) -> Result<Bound> {
        let of_kind = |wanted: &[Kind]| self.ports(|n| kinds.get(n).is_some_and(|kind| wanted.contains(kind)));
        let alone = of_kind(&[Kind::Computes]);
        let mut ports = of_kind(&[Kind::Computes, Kind::ComputesAndLoads]);
        ports.retain(|port, _| alone.contains_key(port));
        let shared = ports.values().sum::<f64>() / ports.len().max(1) as f64;
        let own = self.cycles;
        let busiest = if shared >= own {
            ports.keys().copied().collect::<Vec<_>>().join("+")
        } else {
            let sums = self.ports(|instruction| instruction >= self.instructions);
            let busiest = sums.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).context("llvm-mca names no port")?;
            if busiest.1 >= 0.9 * own { busiest.0.to_string() } else { "dispatch".to_string() }
        };
        Ok(Bound {
            question: question.to_string(),
            row: row.to_string(),
            cycles: rounded(own.max(shared) / boards),
            instructions: rounded(self.instructions as f64 / boards),
            busiest,
        })
    }

    /// Returns each port that the selected instructions use, with the number of cycles for which they use it.
    fn ports(&self, selected: impl Fn(usize) -> bool) -> BTreeMap<&str, f64> {
        let mut ports = BTreeMap::new();
        for (_, port, cycles) in self.uses.iter().filter(|(instruction, ..)| selected(*instruction)) {
            *ports.entry(port.as_str()).or_insert(0.0) += cycles;
        }
        ports
    }
}

/// Rounds to four decimals.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

impl std::fmt::Display for Loop {
    /// Writes the instructions in the syntax of an assembler.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.instructions().try_for_each(|(mnemonic, operands)| writeln!(f, "{mnemonic} {operands}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report for three instructions: a vector operation that also loads, a vector operation on two ports, and an
    /// instruction of another kind. The sums over the loop come last.
    const REPORT: &str = r#"{
        "CodeRegions": [{
            "Instructions": ["a", "b", "c"],
            "SummaryView": {"BlockRThroughput": 8.0},
            "ResourcePressureView": {"ResourcePressureInfo": [
                {"InstructionIndex": 0, "ResourceIndex": 0, "ResourceUsage": 5.0},
                {"InstructionIndex": 1, "ResourceIndex": 0, "ResourceUsage": 2.9},
                {"InstructionIndex": 1, "ResourceIndex": 1, "ResourceUsage": 2.1},
                {"InstructionIndex": 0, "ResourceIndex": 2, "ResourceUsage": 1.0},
                {"InstructionIndex": 2, "ResourceIndex": 2, "ResourceUsage": 99.0},
                {"InstructionIndex": 3, "ResourceIndex": 0, "ResourceUsage": 7.9},
                {"InstructionIndex": 3, "ResourceIndex": 1, "ResourceUsage": 2.1}
            ]}
        }],
        "TargetInfo": {"CPUName": "haswell", "Resources": ["Port0", "Port1", "Port2"]}
    }"#;

    fn bound(own: &str) -> Bound {
        let report = Report::read(&serde_json::from_str(&REPORT.replace("8.0", own)).unwrap()).unwrap();
        report.bound("q", "row", &[Kind::ComputesAndLoads, Kind::Computes, Kind::Other], 4.0).unwrap()
    }

    #[test]
    fn the_busiest_port_is_named_and_boards_share_the_cycles() {
        let bound = bound("8.0");
        assert_eq!((bound.cycles, bound.instructions, bound.busiest.as_str()), (2.0, 0.75, "Port0"));
    }

    /// If two ports share ten cycles of vector operations, the bound must be five cycles.
    #[test]
    fn operations_that_share_ports_are_spread_over_them() {
        let bound = bound("4.0");
        assert_eq!((bound.cycles, bound.busiest.as_str()), (1.25, "Port0+Port1"));
    }
}
