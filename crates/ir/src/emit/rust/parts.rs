//! Parts of functions over columns, and of what calls them: the documentation of panics, attributes, parameters, and calls.

use crate::emit::module::{Function, Module};
use crate::emit::set::Architecture;

/// The section about panics of functions over columns.
pub(super) const PANICS: &str = "///\n/// # Panics\n///\n/// Panics if columns differ in length.\n";

/// Returns the condition under which the functions of an instruction set are compiled.
pub(super) fn condition(architecture: Architecture) -> &'static str {
    match architecture {
        Architecture::Any => "",
        Architecture::X86 => "#[cfg(target_arch = \"x86_64\")]\n",
        Architecture::Arm => "#[cfg(all(target_arch = \"aarch64\", target_feature = \"neon\"))]\n",
        Architecture::Wasm => "#[cfg(all(target_arch = \"wasm32\", target_feature = \"simd128\"))]\n",
    }
}

pub(super) fn parameters(module: &Module<'_>) -> String {
    let (inputs, results) = module.parameters();
    let inputs = inputs.iter().map(|name| format!("{name}: &[u64]"));
    inputs.chain(results.iter().map(|name| format!("{name}: &mut [u64]"))).collect::<Vec<_>>().join(", ")
}

/// Returns the attribute for a function with more parameters than Clippy accepts.
pub(super) fn many(module: &Module<'_>) -> &'static str {
    let (inputs, results) = module.parameters();
    if inputs.len() + results.len() > 7 {
        "#[allow(clippy::too_many_arguments, reason = \"one for each column\")]\n"
    } else {
        ""
    }
}

/// Returns a call of a function whose features the whole target has. Only WebAssembly needs no unsafe block for that.
pub(super) fn called(function: &Function, call: &str) -> String {
    match function.set.architecture() {
        Architecture::Arm => format!("unsafe {{ {call} }}"),
        _ => call.into(),
    }
}
