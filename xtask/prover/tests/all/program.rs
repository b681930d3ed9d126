//! The program reports the loops that it did not prove.

use std::process::{Command, Output};

fn prover(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_prover")).args(arguments).output().unwrap()
}

#[test]
fn a_listing_without_the_loops_is_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let output = prover(&[&format!("aarch64={path}")]);
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told, format!("error: neon: no loop of KnightAttacks was found in {path}\n"));
}

#[test]
fn an_unknown_architecture_is_an_error() {
    let output = prover(&["riscv64=x.s"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told, "error: unknown architecture \"riscv64\"; expected x86_64, aarch64 or wasm32\n");
}
