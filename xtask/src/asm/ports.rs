//! `cargo xtask ports`: how fast each batch loop could run, by llvm-mca's model of this CPU.
//!
//! A loop is bound by the busiest of the core's ports, by its loads and stores, and by the number of operations that the core can
//! begin in a cycle. llvm-mca knows these numbers for many CPUs. The bound beside a measured time shows what is left to gain.
//! The model can be wrong: see "Port bounds" in METHODOLOGY.md.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::expectation::Expectations;
use super::listing::Function;
use super::loops::{Loop, innermost_loops};

/// The questions of the laboratory whose loops are in `downstream/batch-loops`, with the kernel as in the names of functions.
const QUESTIONS: [(&str, &str); 4] = [
    ("knights-real", "KnightAttacks"),
    ("kings-real", "KingAttacks"),
    ("forks", "ForkSquares"),
    ("attacked-squares", "AttackedSquares"),
];

/// The bounds of all loops, by one model.
#[derive(Debug, Serialize)]
pub(crate) struct Bounds {
    /// The version of llvm-mca, such as `14.0.6`.
    llvm: String,
    /// The CPU whose model was used, by LLVM's name.
    cpu: String,
    /// One entry per loop.
    loops: Vec<Bound>,
    /// Loops without a bound, each with the reason.
    skipped: Vec<String>,
}

/// The bound of one loop.
#[derive(Debug, Serialize)]
struct Bound {
    /// The id of the question.
    question: &'static str,
    /// The name of the row, which is the backend.
    row: String,
    /// The least number of cycles per board.
    cycles: f64,
    /// The number of instructions per board.
    instructions: f64,
    /// The busiest port, or `dispatch` if no port is as busy as the beginning of the loop's operations.
    busiest: String,
}

impl Bounds {
    /// Asks llvm-mca about the loops of every backend in the expectations. `cpu` is LLVM's name for a CPU; `native` is this one.
    pub(super) fn of(functions: &[Function], expectations: &Expectations, cpu: &str) -> Result<Self> {
        let mut bounds = Self { llvm: version()?, cpu: cpu.to_string(), loops: Vec::new(), skipped: Vec::new() };
        let mut backends: Vec<(&str, &str)> = Vec::new();
        for one in &expectations.loops {
            if backends.iter().all(|(name, _)| *name != one.backend) {
                backends.push((&one.backend, &one.types));
            }
        }
        for (question, kernel) in QUESTIONS {
            for (backend, types) in &backends {
                let own = functions.iter().filter(|function| function.is_of(types, kernel));
                let loops: Vec<Loop> = own.flat_map(innermost_loops).filter(|body| body.stores() > 0).collect();
                let [body] = loops.as_slice() else {
                    bounds
                        .skipped
                        .push(format!("{question}, {backend}: {} loops store to a column, expected one", loops.len()));
                    continue;
                };
                let told = ask(&body.to_string(), cpu)?;
                bounds.cpu.clone_from(&told.target.cpu);
                bounds.loops.push(told.bound(question, backend, body.boards() as f64)?);
            }
        }
        ensure!(!bounds.loops.is_empty(), "no batch loop was found");
        Ok(bounds)
    }

    /// Returns a table for people.
    pub(crate) fn table(&self) -> String {
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

/// What llvm-mca says about a loop.
#[derive(Deserialize)]
struct Told {
    #[serde(rename = "CodeRegions")]
    regions: Vec<Region>,
    #[serde(rename = "TargetInfo")]
    target: Target,
}

#[derive(Deserialize)]
struct Region {
    #[serde(rename = "Instructions")]
    instructions: Vec<String>,
    #[serde(rename = "SummaryView")]
    summary: Summary,
    #[serde(rename = "ResourcePressureView")]
    pressure: Pressure,
}

#[derive(Deserialize)]
struct Summary {
    #[serde(rename = "BlockRThroughput")]
    cycles: f64,
}

#[derive(Deserialize)]
struct Pressure {
    #[serde(rename = "ResourcePressureInfo")]
    uses: Vec<Use>,
}

/// How long an instruction occupies a resource. The uses behind those of the last instruction are the sums of the loop.
#[derive(Deserialize)]
struct Use {
    #[serde(rename = "InstructionIndex")]
    instruction: usize,
    #[serde(rename = "ResourceIndex")]
    resource: usize,
    #[serde(rename = "ResourceUsage")]
    cycles: f64,
}

#[derive(Deserialize)]
struct Target {
    #[serde(rename = "CPUName")]
    cpu: String,
    #[serde(rename = "Resources")]
    resources: Vec<String>,
}

impl Told {
    fn bound(&self, question: &'static str, row: &str, boards: f64) -> Result<Bound> {
        let region = self.regions.first().context("llvm-mca read no loop")?;
        let cycles = region.summary.cycles;
        let sums = region.pressure.uses.iter().filter(|one| one.instruction >= region.instructions.len());
        let busiest = sums.max_by(|a, b| a.cycles.total_cmp(&b.cycles)).context("llvm-mca names no port")?;
        // In simulation the operations of a loop are spread over equal ports only nearly evenly.
        let is_port = busiest.cycles >= 0.9 * cycles;
        let port = self.target.resources.get(busiest.resource).context("llvm-mca names an unknown port")?;
        Ok(Bound {
            question,
            row: row.to_string(),
            cycles: rounded(cycles / boards),
            instructions: rounded(region.instructions.len() as f64 / boards),
            busiest: if is_port { port.clone() } else { "dispatch".to_string() },
        })
    }
}

/// Rounds to four decimals.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Asks llvm-mca about the lines of a loop.
fn ask(lines: &str, cpu: &str) -> Result<Told> {
    let mut mca = Command::new("llvm-mca")
        .args(["--json", &format!("--mcpu={cpu}"), "--iterations=200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start llvm-mca")?;
    mca.stdin.take().context("llvm-mca has no input")?.write_all(lines.as_bytes())?;
    let told = mca.wait_with_output()?;
    let errors = String::from_utf8_lossy(&told.stderr);
    ensure!(told.status.success(), "llvm-mca: {errors}for the loop\n{lines}");
    serde_json::from_slice(&told.stdout).context("llvm-mca printed no valid JSON")
}

/// Returns the version of llvm-mca.
fn version() -> Result<String> {
    let told = Command::new("llvm-mca").arg("--version").output().context(
        "llvm-mca is not installed: on Debian and Ubuntu `apt-get install llvm`, on Fedora `dnf install llvm`",
    )?;
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    let version =
        text.lines().find_map(|line| line.split_once("version ")).map(|(_, version)| version.trim().to_string());
    version.context("llvm-mca tells no version")
}

impl std::fmt::Display for Loop {
    /// Writes the instructions as an assembler reads them.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.instructions().try_for_each(|(mnemonic, operands)| writeln!(f, "{mnemonic} {operands}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::listing::{Line, functions};

    const TOLD: &str = r#"{
        "CodeRegions": [{
            "Instructions": ["a", "b"],
            "SummaryView": {"BlockRThroughput": 8.0},
            "ResourcePressureView": {"ResourcePressureInfo": [
                {"InstructionIndex": 0, "ResourceIndex": 1, "ResourceUsage": 9.0},
                {"InstructionIndex": 2, "ResourceIndex": 0, "ResourceUsage": 7.9},
                {"InstructionIndex": 2, "ResourceIndex": 1, "ResourceUsage": 2.0}
            ]}
        }],
        "TargetInfo": {"CPUName": "haswell", "Resources": ["HWPort0", "HWPort1"]}
    }"#;

    #[test]
    fn the_sums_name_the_busiest_port_and_boards_share_the_cycles() {
        let told: Told = serde_json::from_str(TOLD).unwrap();
        let bound = told.bound("q", "row", 4.0).unwrap();
        assert_eq!((bound.cycles, bound.instructions, bound.busiest.as_str()), (2.0, 0.5, "HWPort0"));
    }

    #[test]
    fn where_no_port_is_busy_the_bound_is_dispatch() {
        let told: Told = serde_json::from_str(&TOLD.replace("8.0", "12.0")).unwrap();
        assert_eq!(told.bound("q", "row", 4.0).unwrap().busiest, "dispatch");
    }

    #[test]
    fn a_loop_is_written_as_an_assembler_reads_it() {
        let function = &functions(
            "_RNvC1a1b:\n.LBB0_1:\n\tvpsllq\t$2, %zmm0, %zmm1\n\tvmovdqu64\t%zmm1, (%rdi,%rax)\n\tjne\t.LBB0_1\n\tretq\n",
        )[0];
        assert!(matches!(function.lines[0], Line::Label(_)));
        let body = &innermost_loops(function)[0];
        assert_eq!(body.to_string(), "vpsllq $2, %zmm0, %zmm1\nvmovdqu64 %zmm1, (%rdi,%rax)\njne .LBB0_1\n");
        assert_eq!(body.boards(), 8);
    }
}
