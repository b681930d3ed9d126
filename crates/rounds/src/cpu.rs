//! The CPU as the operating system describes it.

/// Returns the name of the CPU, or one made of the architecture if the operating system does not report a name.
#[must_use]
pub fn cpu_name() -> String {
    cpu_name_in(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
}

/// Returns the name of the CPU in the text of `/proc/cpuinfo`.
#[must_use]
pub fn cpu_name_in(cpuinfo: &str) -> String {
    cpuinfo_field(cpuinfo, "model name").unwrap_or_else(|| format!("unnamed {} CPU", std::env::consts::ARCH))
}

/// Returns the first value of a key in `/proc/cpuinfo`, with whitespace collapsed; `None` if it is missing or empty.
#[must_use]
pub fn cpuinfo_field(cpuinfo: &str, key: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.split(':').next().is_some_and(|found| found.trim() == key))?;
    let value = line.split_once(':')?.1.split_whitespace().collect::<Vec<_>>().join(" ");
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cpu_has_its_name_or_that_of_its_architecture() {
        assert_eq!(cpu_name_in("processor\t: 0\nmodel name\t: A (R)  CPU @ 2 GHz\n"), "A (R) CPU @ 2 GHz");
        assert_eq!(cpu_name_in("model name\t: \n"), format!("unnamed {} CPU", std::env::consts::ARCH));
    }
}
