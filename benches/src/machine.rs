//! The description of the machine, read from the operating system. The description does not name the host or a user.

use std::fs;

use serde::{Deserialize, Serialize};
use setwise_rounds::{cpu_name_in, cpuinfo_field as field};

/// A machine as its operating system describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the CPU.
    pub cpu: String,
    /// The vendor, such as `GenuineIntel`; empty if unknown.
    pub vendor: String,
    /// The CPU family; `None` if unknown.
    pub family: Option<u32>,
    /// The CPU model; `None` if unknown.
    pub model: Option<u32>,
    /// The CPU stepping; `None` if unknown.
    pub stepping: Option<u32>,
    /// Instruction set extensions, as the operating system names them.
    pub features: Vec<String>,
    /// Caches of the first core, smallest level first.
    pub caches: Vec<Cache>,
    /// The number of logical cores that the process may use; 1 if unknown.
    pub cores: usize,
    /// Whether the CPU reports a hypervisor.
    pub hypervisor: bool,
    /// The architecture that the laboratory was compiled for, such as `x86_64`.
    pub architecture: String,
    /// The operating system, such as `linux`.
    pub os: String,
}

/// A cache of the first core.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cache {
    /// The level: 1, 2 or 3.
    pub level: u32,
    /// `Data`, `Instruction` or `Unified`.
    pub kind: String,
    /// The size in bytes.
    pub bytes: usize,
}

impl Machine {
    /// Returns the description of this machine.
    #[must_use]
    pub fn read() -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::from_cpuinfo(&cpuinfo, caches(), cores)
    }

    fn from_cpuinfo(cpuinfo: &str, caches: Vec<Cache>, cores: usize) -> Self {
        let number = |key: &str| field(cpuinfo, key).and_then(|value| value.parse().ok());
        let flags = field(cpuinfo, "flags").or_else(|| field(cpuinfo, "Features")).unwrap_or_default();
        let features: Vec<String> = flags.split_whitespace().map(str::to_string).collect();
        Self {
            cpu: cpu_name_in(cpuinfo),
            vendor: field(cpuinfo, "vendor_id").unwrap_or_default(),
            family: number("cpu family"),
            model: number("model"),
            stepping: number("stepping"),
            hypervisor: features.iter().any(|feature| feature == "hypervisor"),
            features,
            caches,
            cores,
            architecture: std::env::consts::ARCH.to_string(),
            os: std::env::consts::OS.to_string(),
        }
    }

    /// Returns the name of the machine's folder: the CPU's name in lower case, with family and model if they are known.
    #[must_use]
    pub fn folder(&self) -> String {
        let name = self.cpu.to_lowercase();
        let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut words: Vec<String> = words.map(str::to_string).collect();
        if let (Some(family), Some(model)) = (self.family, self.model) {
            words.push(format!("f{family}m{model}"));
        }
        words.join("-")
    }

    /// Describes the machine in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let model = match (self.family, self.model, self.stepping) {
            (Some(family), Some(model), Some(stepping)) => {
                format!(" (family {family}, model {model}, stepping {stepping})")
            }
            _ => String::new(),
        };
        let size = |bytes: usize| {
            if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{} KiB", bytes >> 10) }
        };
        let data = self.caches.iter().filter(|cache| cache.kind != "Instruction");
        let caches: Vec<String> = data.map(|cache| format!("L{} {}", cache.level, size(cache.bytes))).collect();
        let virtual_machine = if self.hypervisor { ", a virtual machine" } else { "" };
        format!("{}{model}, {} cores, {}{virtual_machine}", self.cpu, self.cores, caches.join(", "))
    }
}

/// Returns the size in bytes of the largest cache that the operating system reports for the first core, or 32 MiB if it
/// reports none.
#[must_use]
pub fn last_level_cache() -> usize {
    largest(&caches())
}

fn largest(caches: &[Cache]) -> usize {
    const UNKNOWN: usize = 32 << 20;
    caches.iter().map(|cache| cache.bytes).max().unwrap_or(UNKNOWN)
}

/// Returns the load average over the last minute, or `None` if the operating system does not report it.
#[must_use]
pub fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

fn caches() -> Vec<Cache> {
    let cache = |n: u32| {
        let read = |file: &str| fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{n}/{file}")).ok();
        let (level, kind, size) = (read("level")?, read("type")?, read("size")?);
        Some(Cache { level: level.trim().parse().ok()?, kind: kind.trim().to_string(), bytes: bytes(size.trim())? })
    };
    (0..8).filter_map(cache).collect()
}

/// Parses a size such as `48K` or `32M`.
fn bytes(size: &str) -> Option<usize> {
    let unit = match size.as_bytes().last()? {
        b'K' => 1 << 10,
        b'M' => 1 << 20,
        _ => return size.parse().ok(),
    };
    size[..size.len() - 1].parse::<usize>().ok().map(|number| number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CPUINFO: &str = "processor\t: 0\nvendor_id\t: Maker\ncpu family\t: 6\nmodel\t\t: 143\n\
        model name\t: A (R)  CPU @ 2 GHz\nstepping\t: 8\nflags\t\t: fpu sse2 hypervisor\n\nprocessor\t: 1\n";

    #[test]
    fn sizes_of_caches_are_read() {
        assert_eq!(
            ["48K", "32768K", "32M", "64", "x"].map(bytes),
            [Some(49152), Some(1 << 25), Some(1 << 25), Some(64), None]
        );
    }

    #[test]
    fn a_machine_is_what_its_system_reports() {
        let caches = vec![
            Cache { level: 1, kind: "Data".into(), bytes: 48 << 10 },
            Cache { level: 1, kind: "Instruction".into(), bytes: 32 << 10 },
            Cache { level: 3, kind: "Unified".into(), bytes: 32 << 20 },
        ];
        assert_eq!([largest(&caches), largest(&[])], [32 << 20, 32 << 20]);
        let machine = Machine::from_cpuinfo(CPUINFO, caches, 2);
        assert_eq!(machine.folder(), "a-r-cpu-2-ghz-f6m143");
        let summary =
            "A (R) CPU @ 2 GHz (family 6, model 143, stepping 8), 2 cores, L1 48 KiB, L3 32 MiB, a virtual machine";
        assert_eq!(machine.summary(), summary);
        assert_eq!(machine.features, ["fpu", "sse2", "hypervisor"]);
        let unknown = Machine::from_cpuinfo("", vec![], 1);
        assert!(unknown.cpu.starts_with("unnamed") && !unknown.hypervisor && unknown.family.is_none());
    }
}
