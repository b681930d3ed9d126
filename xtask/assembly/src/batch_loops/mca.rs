//! Runs llvm-mca on a loop, and reads its output.

use std::io::Write;
use std::ops::RangeInclusive;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// The versions of LLVM that are looked for under names with the version, such as `llvm-mca-19`.
const VERSIONS: RangeInclusive<u32> = 14..=40;

/// An installed llvm-mca.
struct Mca {
    program: String,
    /// The version, such as `14.0.6`.
    version: String,
}

/// The newest llvm-mca that is installed, or `None` if none is. It is used because new versions have models of new
/// CPUs.
static NEWEST: LazyLock<Option<Mca>> = LazyLock::new(|| {
    let names = VERSIONS.map(|version| format!("llvm-mca-{version}")).chain(["llvm-mca".to_string()]);
    names.filter_map(|program| Mca::find(&program)).max_by_key(Mca::major)
});

impl Mca {
    fn find(program: &str) -> Option<Self> {
        let output = Command::new(program).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (_, version) = text.lines().find_map(|line| line.split_once("version "))?;
        Some(Self { program: program.to_string(), version: version.trim().to_string() })
    }

    /// Returns the first number of the version.
    fn major(&self) -> u32 {
        self.version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or_default()
    }

    fn newest() -> Result<&'static Self> {
        NEWEST.as_ref().context(
            "llvm-mca is not installed: on Debian and Ubuntu `apt-get install llvm`, on Fedora `dnf install llvm`",
        )
    }
}

/// Runs llvm-mca on the lines of a loop. Returns `None` if the model of the CPU lacks an instruction. This happens, for
/// example, with the model of an older CPU.
///
/// # Errors
///
/// Returns an error if llvm-mca is missing or fails, or if it has no model with the name `cpu`.
pub(super) fn analysed(lines: &str, cpu: &str) -> Result<Option<Report>> {
    let newest = Mca::newest()?;
    let mut mca = Command::new(&newest.program)
        .args(["--json", &format!("--mcpu={cpu}"), "--iterations=200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start llvm-mca")?;
    mca.stdin.take().context("llvm-mca has no input")?.write_all(lines.as_bytes())?;
    let output = mca.wait_with_output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.contains("is not a recognized processor") || errors.contains("unable to find target for this triple") {
        bail!("llvm-mca {} has no model of {cpu}: install a newer version, or choose another CPU", newest.version);
    }
    if errors.contains("unsupported instruction") {
        return Ok(None);
    }
    ensure!(output.status.success(), "llvm-mca: {errors}for the loop\n{lines}");
    let json = serde_json::from_slice(&output.stdout).context("llvm-mca printed no valid JSON")?;
    Report::read(&json).context("llvm-mca printed JSON of an unknown form").map(Some)
}

/// Returns the version of the newest installed llvm-mca, such as `14.0.6`.
pub(super) fn version() -> Result<String> {
    Ok(Mca::newest()?.version.clone())
}

/// The analysis of a loop.
pub(super) struct Report {
    /// LLVM's name of the CPU whose model was used.
    pub(super) cpu: String,
    /// The minimum number of cycles of an iteration.
    pub(super) cycles: f64,
    /// The number of instructions.
    pub(super) instructions: usize,
    /// The index of an instruction, a resource, and the number of cycles for which the instruction occupies it. Entries with
    /// an index after the last instruction are sums over the loop.
    pub(super) uses: Vec<(usize, String, f64)>,
}

impl Report {
    /// Reads the output of llvm-mca. Returns `None` if the output has another form.
    pub(super) fn read(json: &Value) -> Option<Self> {
        let (region, target) = (&json["CodeRegions"][0], &json["TargetInfo"]);
        let index = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let of_instruction = |one: &Value| {
            let resource = target["Resources"][index(&one["ResourceIndex"])?].as_str()?;
            Some((index(&one["InstructionIndex"])?, resource.to_string(), one["ResourceUsage"].as_f64()?))
        };
        let uses = region["ResourcePressureView"]["ResourcePressureInfo"].as_array()?;
        Some(Self {
            cpu: target["CPUName"].as_str()?.to_string(),
            cycles: region["SummaryView"]["BlockRThroughput"].as_f64()?,
            instructions: region["Instructions"].as_array()?.len(),
            uses: uses.iter().map(of_instruction).collect::<Option<_>>()?,
        })
    }
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
        let cycles = |line: &str| analysed(line, "znver3").unwrap().map(|report| report.cycles);
        assert_eq!(cycles("vpsrlq $1, %zmm2, %zmm3"), None);
        assert!(cycles("vpsrlq $1, %ymm2, %ymm3").is_some());
    }
}
