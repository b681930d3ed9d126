//! Writes the dispatcher, which is the Rust function that calls the best of the other functions. Also writes the
//! functions that detect instruction sets. The module also contains the text that all functions over columns share:
//! attributes, parameters, calls, and the documentation of panics.

use crate::emit::module::{Function, Module};
use crate::emit::target::{Architecture, InstructionSet};

/// Returns the text of the dispatcher, which has the given name.
pub(super) fn text(module: &Module<'_>, name: &str) -> String {
    let (arguments, parameters, many) = (module.arguments(), parameters(module), many(module));
    let mut text = format!(
        "
/// Computes `{name}` for every board, with the best instructions that the processor has.
{PANICS}{many}#[allow(unreachable_code, reason = \"some targets need no choice\")]
#[rustfmt::skip]
pub fn {name}({parameters}) {{
"
    );
    let detected = module.of(Architecture::X86).rev().map(|function| {
        format!(
            "        if found >= {} {{
            // SAFETY: the processor has the instructions, as detected.
            return unsafe {{ {}({arguments}) }};
        }}\n",
            level(function.set),
            function.name
        )
    });
    let detected: String = detected.collect();
    if !detected.is_empty() {
        let condition = condition(Architecture::X86);
        text += &format!("    {condition}    {{\n        let found = detected();\n{detected}    }}\n");
    }
    for function in module.of(Architecture::Arm).chain(module.of(Architecture::Wasm)) {
        let architecture = function.set.architecture();
        if architecture == Architecture::Arm {
            text += "    // SAFETY: every processor of this target has the instructions.\n";
        }
        let call = called(function, &format!("{}({arguments})", function.name));
        text += &format!("    {}    return {call};\n", condition(architecture));
    }
    for Function { name, .. } in module.of(Architecture::Any) {
        text += &format!("    {name}({arguments});\n");
    }
    text + "}\n"
}

/// Returns the name of the constant that stands for an instruction set in the result of `detected`.
fn level(set: InstructionSet) -> &'static str {
    match set {
        InstructionSet::Sse2 => "SSE2",
        InstructionSet::Avx2 => "AVX2",
        InstructionSet::Avx512 => "AVX512",
        _ => "AVX512_VPOPCNT",
    }
}

/// The Rust functions that detect the instruction sets of x86-64. They do not use the standard library. Targets such as
/// `x86_64-unknown-none` have no SSE2, so their functions cannot use any of these instruction sets.
pub(super) const DETECTION: &str = r#"
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const SSE2: u8 = 1;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const AVX2: u8 = 2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const AVX512: u8 = 3;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const AVX512_VPOPCNT: u8 = 4;

/// Returns the best instruction set that the processor and the operating system support. The result is cached.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
fn detected() -> u8 {
    use core::sync::atomic::{AtomicU8, Ordering};
    static DETECTED: AtomicU8 = AtomicU8::new(0);
    match DETECTED.load(Ordering::Relaxed) {
        0 => {
            let found = detect();
            DETECTED.store(found, Ordering::Relaxed);
            found
        }
        found => found,
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[cold]
#[allow(unused_unsafe, reason = "newer compilers need no unsafe block here")]
fn detect() -> u8 {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

    /// Returns the mask of the register states that the operating system preserves.
    #[target_feature(enable = "xsave")]
    fn preserved() -> u64 {
        // SAFETY: the function enables the instruction.
        unsafe { _xgetbv(0) }
    }
    const OSXSAVE: u32 = 1 << 27;
    /// The states of SSE and AVX; `ZMM` adds those of AVX-512.
    const YMM: u64 = 0b110;
    const ZMM: u64 = 0b1110_0110;
    /// SSE3, SSSE3, FMA, SSE4.1, SSE4.2, POPCNT, AVX and F16C.
    const FEATURES_1: u32 = 1 | 1 << 9 | 1 << 12 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 28 | 1 << 29;
    const AVX2_BIT: u32 = 1 << 5;
    /// F, DQ and BW.
    const AVX512_BITS: u32 = 1 << 16 | 1 << 17 | 1 << 30;
    const VPOPCNTDQ_BIT: u32 = 1 << 14;

    // SAFETY: every processor with x86-64 has CPUID.
    let (highest, features) = unsafe { (__cpuid(0).eax, __cpuid(1).ecx) };
    if highest < 7 || features & OSXSAVE == 0 || features & FEATURES_1 != FEATURES_1 {
        return SSE2;
    }
    // SAFETY: OSXSAVE means that the operating system has enabled the instruction, and that leaf 7 exists.
    let (preserved, page) = unsafe { (preserved(), __cpuid_count(7, 0)) };
    if preserved & YMM != YMM || page.ebx & AVX2_BIT == 0 {
        SSE2
    } else if preserved & ZMM != ZMM || page.ebx & AVX512_BITS != AVX512_BITS {
        AVX2
    } else if page.ecx & VPOPCNTDQ_BIT == 0 {
        AVX512
    } else {
        AVX512_VPOPCNT
    }
}
"#;

/// The section `# Panics` in the documentation of functions over columns.
pub(super) const PANICS: &str = "///\n/// # Panics\n///\n/// Panics if columns differ in length.\n";

/// Returns the `cfg` attribute for the functions of an architecture, or an empty string if they need none.
pub(super) fn condition(architecture: Architecture) -> &'static str {
    match architecture {
        Architecture::Any => "",
        Architecture::X86 => "#[cfg(all(target_arch = \"x86_64\", target_feature = \"sse2\"))]\n",
        Architecture::Arm => "#[cfg(all(target_arch = \"aarch64\", target_feature = \"neon\"))]\n",
        Architecture::Wasm => "#[cfg(all(target_arch = \"wasm32\", target_feature = \"simd128\"))]\n",
    }
}

pub(super) fn parameters(module: &Module<'_>) -> String {
    let (inputs, results) = module.parameters();
    let inputs = inputs.iter().map(|name| format!("{name}: &[u64]"));
    inputs.chain(results.iter().map(|name| format!("{name}: &mut [u64]"))).collect::<Vec<_>>().join(", ")
}

/// Returns the attribute that allows more parameters than Clippy accepts, or an empty string if it is not needed.
pub(super) fn many(module: &Module<'_>) -> &'static str {
    let (inputs, results) = module.parameters();
    if inputs.len() + results.len() > 7 {
        "#[allow(clippy::too_many_arguments, reason = \"one for each column\")]\n"
    } else {
        ""
    }
}

/// Returns the text of a call of `function`. For a function of AArch64, the call is in an unsafe block.
pub(super) fn called(function: &Function, call: &str) -> String {
    match function.set.architecture() {
        Architecture::Arm => format!("unsafe {{ {call} }}"),
        _ => call.into(),
    }
}
