//! `cargo xtask package`: packs the published packages, then compiles and tests each from its packed files only.
//!
//! A packed package lacks everything outside its folder. So a test or a doc comment that refers to a file outside fails only for
//! users who download the package. The packages are unpacked next to each other into a new workspace, in which they depend on
//! each other, and `cargo test` runs in that workspace.
//!
//! Everything happens in a new folder. The verification of `cargo package` itself passes the packages of a workspace to one
//! another through a registry, whose contents cargo treats as immutable: while path, name and version stay the same, it neither
//! unpacks nor compiles them again. Between two releases only the source changes, so today's program would be compiled with an
//! older library.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The members of the workspace that are not published.
const EXCLUDED: [&str; 10] = [
    "setwise-assembly",
    "setwise-builds",
    "setwise-specimens",
    "setwise-testkit",
    "setwise-benches",
    "setwise-lab",
    "setwise-prover",
    "setwise-c",
    "setwise-web",
    "xtask",
];

/// Packs the published packages of the workspace `root`, and compiles and tests them in a folder that is removed afterwards.
pub(crate) fn check(root: &Path) -> Result<()> {
    let target = root.join("target");
    fs::create_dir_all(&target).with_context(|| format!("cannot create {}", target.display()))?;
    let folder = tempfile::Builder::new().prefix("package-").tempdir_in(&target)?;
    let mut pack = cargo(root);
    pack.args(["package", "--quiet", "--workspace", "--no-verify", "--target-dir"]).arg(folder.path());
    for package in EXCLUDED {
        pack.args(["--exclude", package]);
    }
    run(&mut pack)?;
    let unpacked = unpack(&folder.path().join("package"), &folder.path().join("unpacked"))?;
    write_workspace(&folder.path().join("unpacked"), &unpacked, &root.join("Cargo.lock"))?;
    run(cargo(&folder.path().join("unpacked")).args(["test", "--quiet", "--workspace"]))?;
    println!("{} packages were packed, and pass their tests when unpacked", unpacked.len());
    Ok(())
}

/// Unpacks every `NAME-VERSION.crate` in a folder. Returns the sorted names of the packages and of their folders.
fn unpack(packed: &Path, unpacked: &Path) -> Result<Vec<(String, String)>> {
    fs::create_dir_all(unpacked)?;
    let mut packages = Vec::new();
    for entry in fs::read_dir(packed).with_context(|| format!("cannot read {}", packed.display()))? {
        let file: PathBuf = entry?.path();
        if file.extension().is_some_and(|extension| extension == "crate") {
            run(Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(unpacked))?;
            let folder = file.file_stem().context("a packed file without a name")?.to_string_lossy().into_owned();
            let (name, _) = folder.rsplit_once('-').with_context(|| format!("{folder} has no version"))?;
            packages.push((name.to_string(), folder));
        }
    }
    ensure!(!packages.is_empty(), "nothing was packed");
    packages.sort();
    Ok(packages)
}

/// Makes a workspace of the unpacked packages, in which they depend on each other. Other crates have the versions of `lock`.
fn write_workspace(folder: &Path, packages: &[(String, String)], lock: &Path) -> Result<()> {
    let folders: Vec<&str> = packages.iter().map(|(_, folder)| folder.as_str()).collect();
    let mut manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {folders:?}\n\n[patch.crates-io]\n");
    for (name, folder) in packages {
        writeln!(manifest, "{name} = {{ path = {folder:?} }}")?;
    }
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(lock, folder.join("Cargo.lock")).context("cannot copy Cargo.lock")?;
    Ok(())
}

pub(crate) fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder);
    command
}

pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
