//! Names a CPU by its microarchitecture, such as Zen 4.
//!
//! A virtual machine may hide the name of the CPU and even report the model of another CPU. A row of the table can
//! therefore require a CPU feature. For example, the row that requires AMX comes before the rows for models without
//! AMX, so it is used even if the reported model is wrong.

use std::ops::RangeInclusive;

use crate::machine::Machine;

const AMD: &str = "AuthenticAMD";
const INTEL: &str = "GenuineIntel";
const ANY: RangeInclusive<u32> = 0..=u32::MAX;

/// The vendor, the family, the models, a feature that the CPU must have (empty if none), the name of the
/// microarchitecture, and LLVM's name for a CPU with the same execution ports (empty if there is none).
type Row = (&'static str, u32, RangeInclusive<u32>, &'static str, &'static str, &'static str);

/// The known microarchitectures. The first row that fits is used.
const TABLE: [Row; 28] = [
    (AMD, 23, 0..=47, "", "Zen", "znver1"),
    (AMD, 23, 80..=95, "", "Zen", "znver1"),
    (AMD, 23, 48..=175, "", "Zen 2", "znver2"),
    (AMD, 25, 16..=31, "", "Zen 4", "znver4"),
    (AMD, 25, 96..=175, "", "Zen 4", "znver4"),
    (AMD, 25, 0..=95, "", "Zen 3", "znver3"),
    (AMD, 26, 0..=47, "", "Zen 5", "znver5"),
    (AMD, 26, 64..=79, "", "Zen 5", "znver5"),
    (AMD, 26, 96..=127, "", "Zen 5", "znver5"),
    (INTEL, 6, 143..=143, "", "Sapphire Rapids", "sapphirerapids"),
    (INTEL, 6, 207..=207, "", "Emerald Rapids", "sapphirerapids"),
    (INTEL, 6, 173..=174, "", "Granite Rapids", "sapphirerapids"),
    (INTEL, 6, ANY, "amx_tile", "Sapphire Rapids or later", "sapphirerapids"),
    (INTEL, 6, 85..=85, "avx512_bf16", "Cooper Lake", "cooperlake"),
    (INTEL, 6, 85..=85, "avx512_vnni", "Cascade Lake", "cascadelake"),
    (INTEL, 6, 85..=85, "avx512f", "Skylake-SP", "skylake-avx512"),
    (INTEL, 6, 60..=60, "", "Haswell", "haswell"),
    (INTEL, 6, 63..=63, "", "Haswell", "haswell"),
    (INTEL, 6, 79..=79, "", "Broadwell", "broadwell"),
    (INTEL, 6, 94..=94, "", "Skylake", "skylake"),
    (INTEL, 6, 106..=108, "", "Ice Lake", "icelake-server"),
    (INTEL, 6, 125..=126, "", "Ice Lake", "icelake-server"),
    (INTEL, 6, 140..=141, "", "Tiger Lake", "tigerlake"),
    (INTEL, 6, 151..=154, "", "Alder Lake", "alderlake"),
    (INTEL, 6, 167..=167, "", "Rocket Lake", "rocketlake"),
    (INTEL, 6, 170..=170, "", "Meteor Lake", "alderlake"),
    (INTEL, 6, 175..=175, "", "Sierra Forest", ""),
    (INTEL, 6, 183..=183, "", "Raptor Lake", "alderlake"),
];

impl Machine {
    /// Returns the name of the CPU with its microarchitecture, such as `AMD Zen 5 (EPYC)`. If the microarchitecture is
    /// unknown, returns the name that the operating system reports, with family and model if both are known.
    #[must_use]
    pub fn name(&self) -> String {
        if let Some((vendor, name, _)) = self.microarchitecture() {
            let vendor = if vendor == AMD { "AMD" } else { "Intel" };
            return format!("{vendor} {name} ({})", product(&self.cpu));
        }
        match (self.family, self.model) {
            (Some(family), Some(model)) => format!("{} (family {family}, model {model})", self.cpu),
            _ => self.cpu.clone(),
        }
    }

    /// Returns LLVM's name for a CPU with the execution ports of this CPU, such as `znver4`. Returns `None` if the
    /// microarchitecture is unknown, or if LLVM has no such CPU.
    #[must_use]
    pub fn llvm_name(&self) -> Option<&'static str> {
        self.microarchitecture().map(|(.., llvm)| llvm).filter(|name| !name.is_empty())
    }

    /// Returns the vendor, the name of the microarchitecture, and LLVM's name.
    fn microarchitecture(&self) -> Option<(&'static str, &'static str, &'static str)> {
        let (family, model) = (self.family?, self.model?);
        let has = |feature: &str| feature.is_empty() || self.features.iter().any(|known| known == feature);
        TABLE.iter().find_map(|(vendor, of, models, feature, name, llvm)| {
            let fits = *vendor == self.vendor && *of == family && models.contains(&model) && has(feature);
            fits.then_some((*vendor, *name, *llvm))
        })
    }
}

/// Returns the words of a CPU's name that distinguish products. Removes the maker, the trademark signs, the words `CPU`
/// and `Processor`, the number of cores and the clock speed.
fn product(cpu: &str) -> String {
    let name = cpu.split('@').next().unwrap_or(cpu).replace("(R)", "").replace("(TM)", "");
    let is_common = |word: &&str| ["AMD", "Intel", "CPU", "Processor"].contains(word) || word.ends_with("-Core");
    name.split_whitespace().filter(|word| !is_common(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(cpu: &str, vendor: &str, family: u32, model: u32, features: &str) -> Machine {
        let features = features.split_whitespace().map(str::to_string).collect();
        let (cpu, vendor, family, model) = (cpu.into(), vendor.into(), Some(family), Some(model));
        Machine { cpu, vendor, family, model, features, ..Machine::read() }
    }

    fn name(cpu: &str, vendor: &str, family: u32, model: u32, features: &str) -> String {
        machine(cpu, vendor, family, model, features).name()
    }

    #[test]
    fn llvm_names_cpus_with_the_same_ports() {
        let llvm = |vendor, family, model, features| machine("", vendor, family, model, features).llvm_name();
        assert_eq!(llvm(AMD, 25, 17, ""), Some("znver4"));
        assert_eq!(llvm(AMD, 26, 2, ""), Some("znver5"));
        assert_eq!(llvm(INTEL, 6, 167, "amx_tile"), Some("sapphirerapids"));
        assert_eq!([llvm(INTEL, 6, 175, ""), llvm(AMD, 99, 1, "")], [None, None]);
    }

    #[test]
    fn cpus_have_the_names_that_people_use() {
        assert_eq!(name("AMD EPYC", AMD, 26, 2, ""), "AMD Zen 5 (EPYC)");
        assert_eq!(name("AMD EPYC", AMD, 25, 17, ""), "AMD Zen 4 (EPYC)");
        assert_eq!(name("AMD Ryzen 9 5950X 16-Core Processor", AMD, 25, 33, ""), "AMD Zen 3 (Ryzen 9 5950X)");
        let xeon = |model, features| name("Intel(R) Xeon(R) Processor @ 2.50GHz", INTEL, 6, model, features);
        assert_eq!(xeon(85, "avx512f avx512_vnni"), "Intel Cascade Lake (Xeon)");
        assert_eq!(xeon(85, "avx512f avx512_vnni avx512_bf16"), "Intel Cooper Lake (Xeon)");
        assert_eq!(xeon(85, "avx512f"), "Intel Skylake-SP (Xeon)");
        assert_eq!(xeon(143, "amx_tile"), "Intel Sapphire Rapids (Xeon)");
        assert_eq!(
            name("Intel(R) Core(TM) i7-1065G7 CPU @ 1.30GHz", INTEL, 6, 126, ""),
            "Intel Ice Lake (Core i7-1065G7)"
        );
    }

    /// Checks a virtual machine that has AMX but reports model 167, which is a CPU without AMX. Its name must follow
    /// from the feature and not from the model.
    #[test]
    fn a_feature_that_the_model_cannot_have_overrides_the_model() {
        let xeon = |features| name("Intel(R) Xeon(R) Processor", INTEL, 6, 167, features);
        assert_eq!(xeon("avx512f"), "Intel Rocket Lake (Xeon)");
        assert_eq!(xeon("avx512f amx_tile"), "Intel Sapphire Rapids or later (Xeon)");
    }

    #[test]
    fn an_unknown_cpu_keeps_what_is_known() {
        assert_eq!(name("AMD EPYC", AMD, 26, 80, ""), "AMD EPYC (family 26, model 80)");
        assert_eq!(name("A CPU", "Maker", 6, 167, "amx_tile"), "A CPU (family 6, model 167)");
        assert_eq!(Machine { family: None, cpu: "A CPU".into(), ..Machine::read() }.name(), "A CPU");
    }
}
