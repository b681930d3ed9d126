//! What the machine says about itself.

use std::fs;

/// The CPU's name as the operating system tells it, or the architecture where it tells none.
#[must_use]
pub fn cpu_name() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_name_in(&text));
    told.unwrap_or_else(|| format!("unnamed {} CPU", std::env::consts::ARCH))
}

/// The first model name in the text of `/proc/cpuinfo`, blanks folded.
fn cpu_name_in(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}

/// Bytes of the largest cache that the operating system tells of; 32 MiB where it tells none.
#[must_use]
pub fn last_level_cache() -> usize {
    const UNKNOWN: usize = 32 << 20;
    let sizes =
        (0..8).filter_map(|n| fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{n}/size")).ok());
    sizes.filter_map(|size| bytes(size.trim())).max().unwrap_or(UNKNOWN)
}

/// A size such as `48K` or `32M`.
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

    #[test]
    fn sizes_of_caches_are_read() {
        assert_eq!(
            ["48K", "32768K", "32M", "64", "x"].map(bytes),
            [Some(49152), Some(1 << 25), Some(1 << 25), Some(64), None]
        );
        assert!(last_level_cache() >= 1 << 15);
    }

    #[test]
    fn the_model_name_is_found_and_folded() {
        assert_eq!(cpu_name_in("processor : 0\nmodel name\t: A  CPU @ 2 GHz\n").as_deref(), Some("A CPU @ 2 GHz"));
        assert_eq!(cpu_name_in("processor : 0\n"), None);
        assert!(!cpu_name().is_empty());
    }
}
