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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_name_is_found_and_folded() {
        assert_eq!(cpu_name_in("processor : 0\nmodel name\t: A  CPU @ 2 GHz\n").as_deref(), Some("A CPU @ 2 GHz"));
        assert_eq!(cpu_name_in("processor : 0\n"), None);
        assert!(!cpu_name().is_empty());
    }
}
