//! Runs llvm-mca on a loop, and reads its output.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// Runs llvm-mca on the lines of a loop. Returns `None` if the model of the CPU lacks an instruction. This happens, for
/// example, if an old version of llvm-mca uses the model of an older CPU for a new CPU.
pub(super) fn analysed(lines: &str, cpu: &str) -> Result<Option<Report>> {
    let mut mca = Command::new("llvm-mca")
        .args(["--json", &format!("--mcpu={cpu}"), "--iterations=200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start llvm-mca")?;
    mca.stdin.take().context("llvm-mca has no input")?.write_all(lines.as_bytes())?;
    let output = mca.wait_with_output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.contains("unsupported instruction") {
        return Ok(None);
    }
    ensure!(output.status.success(), "llvm-mca: {errors}for the loop\n{lines}");
    serde_json::from_slice(&output.stdout).context("llvm-mca printed no valid JSON").map(Some)
}

pub(super) fn version() -> Result<String> {
    let output = Command::new("llvm-mca").arg("--version").output().context(
        "llvm-mca is not installed: on Debian and Ubuntu `apt-get install llvm`, on Fedora `dnf install llvm`",
    )?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version =
        text.lines().find_map(|line| line.split_once("version ")).map(|(_, version)| version.trim().to_string());
    version.context("cannot find the version in the output of llvm-mca --version")
}

/// The output of llvm-mca for a loop.
#[derive(Deserialize)]
pub(super) struct Report {
    #[serde(rename = "CodeRegions")]
    pub(super) regions: Vec<Region>,
    #[serde(rename = "TargetInfo")]
    pub(super) target: Target,
}

#[derive(Deserialize)]
pub(super) struct Region {
    #[serde(rename = "Instructions")]
    pub(super) instructions: Vec<String>,
    #[serde(rename = "SummaryView")]
    pub(super) summary: Summary,
    #[serde(rename = "ResourcePressureView")]
    pub(super) pressure: Pressure,
}

#[derive(Deserialize)]
pub(super) struct Summary {
    #[serde(rename = "BlockRThroughput")]
    pub(super) cycles: f64,
}

#[derive(Deserialize)]
pub(super) struct Pressure {
    #[serde(rename = "ResourcePressureInfo")]
    pub(super) uses: Vec<Use>,
}

/// The number of cycles for which an instruction occupies a resource.
#[derive(Deserialize)]
pub(super) struct Use {
    #[serde(rename = "InstructionIndex")]
    pub(super) instruction: usize,
    #[serde(rename = "ResourceIndex")]
    pub(super) resource: usize,
    #[serde(rename = "ResourceUsage")]
    pub(super) cycles: f64,
}

#[derive(Deserialize)]
pub(super) struct Target {
    #[serde(rename = "CPUName")]
    pub(super) cpu: String,
    #[serde(rename = "Resources")]
    pub(super) resources: Vec<String>,
}

#[cfg(test)]
mod tests {
    use setwise_testkit::skip::has_programs;

    use super::*;

    #[test]
    fn a_model_without_an_instruction_has_no_answer() {
        if !has_programs(&["llvm-mca"]) {
            return;
        }
        let cycles = |line: &str| analysed(line, "znver3").unwrap().map(|report| report.regions[0].summary.cycles);
        assert_eq!(cycles("vpsrlq $1, %zmm2, %zmm3"), None);
        assert!(cycles("vpsrlq $1, %ymm2, %ymm3").is_some());
    }

    #[test]
    fn other_errors_are_reported() {
        if !has_programs(&["llvm-mca"]) {
            return;
        }
        assert!(analysed("vpsrlq nonsense", "znver3").is_err());
    }
}
