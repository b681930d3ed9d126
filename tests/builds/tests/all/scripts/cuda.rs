//! Compiles the texts for CUDA, and runs them on the CPU.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use setwise_ir::script::Script;
use setwise_testkit::skip;

use super::{Case, cases, printed};

/// Compiles the functions to PTX with the front end of clang, and runs them on the CPU, compiled as C++.
#[test]
#[ignore = "nightly"]
fn clang_compiles_every_pattern_for_cuda() {
    if !skip::has_programs(&["clang", "clang++"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut functions, mut checks) = (String::new(), String::new());
    let cases = cases(Script::Cuda);
    for Case { name, text, rows, .. } in &cases {
        functions += text;
        for (inputs, results) in rows.iter().step_by(10) {
            let words = |words: &[u64]| words.iter().map(|word| format!("{word}ull")).collect::<Vec<_>>().join(", ");
            let (inputs, count) = (words(inputs), results.len());
            if count == 1 {
                writeln!(checks, "    wrong += {name}({inputs}) != {};", words(results)).unwrap();
            } else {
                let pointers: Vec<String> = (0..count).map(|n| format!("out + {n}")).collect();
                writeln!(checks, "    {name}({inputs}, {});", pointers.join(", ")).unwrap();
                for (n, result) in results.iter().enumerate() {
                    writeln!(checks, "    wrong += out[{n}] != {result}ull;").unwrap();
                }
            }
        }
    }
    let device =
        "#define __device__ __attribute__((device))\nextern \"C\" __device__ int __popcll(unsigned long long);\n";
    let path = |name: &str| folder.path().join(name);
    // Inline functions that nothing calls are left out, so the attribute keeps them.
    fs::write(path("kernels.cu"), format!("{device}{}", functions.replace(" inline ", " __attribute__((used)) ")))
        .unwrap();
    let options = ["--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_70", "-S", "-O1", "-o", "-"];
    let ptx = printed(Command::new("clang").args(options).args(["-x", "cuda"]).arg(path("kernels.cu")));
    for name in cases.iter().map(|case| &case.name) {
        assert!(ptx.contains(&format!("_Z{}{name}y", name.len())), "{name} is not in the PTX");
    }

    let host = "#define __device__ static\n#define __popcll __builtin_popcountll\n";
    let main = format!(
        "int main() {{\n    unsigned long long out[16];\n    int wrong = 0;\n{checks}    return wrong != 0;\n}}\n"
    );
    fs::write(path("host.cpp"), format!("{host}{functions}{main}")).unwrap();
    printed(Command::new("clang++").arg("-o").arg(path("host")).arg(path("host.cpp")));
    printed(&mut Command::new(path("host")));
}
