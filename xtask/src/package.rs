//! `cargo xtask package`: packs the published packages, checks what a registry would show of them, then compiles and
//! tests each from its packed files only.
//!
//! A packed package lacks everything outside its folder. A test or a doc comment that refers to a file outside the
//! folder therefore fails only for users who download the package. The packages are unpacked next to each other into a
//! new workspace, in which they depend on each other. `cargo test` runs in that workspace, because the verification of
//! `cargo package` runs no tests.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use setwise_files::ending::print_line;

use crate::commands::{cargo, output, run, target};

/// The files that every package and every archive contains.
pub(crate) const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Packs the published packages of the workspace `root`, and checks, compiles and tests them. Returns the folder with
/// the packed files. While packing, cargo prints the packages in the order in which `cargo publish --workspace`
/// publishes them.
pub(crate) fn check(root: &Path) -> Result<PathBuf> {
    let packages = published(root)?;
    let folder = target(root).join("published");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    let names = packages.iter().flat_map(|package| ["--package", text(&package["name"])]);
    run(cargo(root).args(["package", "--no-verify", "--target-dir"]).arg(&folder).args(names))?;

    let (packed, unpacked) = (folder.join("package"), folder.join("unpacked"));
    fs::create_dir_all(&unpacked)?;
    let mut problems = Vec::new();
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n[patch.crates-io]\n".to_string();
    for package in &packages {
        let stem = format!("{}-{}", text(&package["name"]), text(&package["version"]));
        // `-m` ignores the modification times in the archive. They are all equal, so cargo would not notice changed
        // files.
        run(Command::new("tar").arg("-xmf").arg(packed.join(format!("{stem}.crate"))).arg("-C").arg(&unpacked))?;
        problems.extend(in_manifest(package).into_iter().chain(in_files(root, &unpacked.join(&stem))));
        writeln!(manifest, "{} = {{ path = {stem:?} }}", text(&package["name"]))?;
    }
    ensure!(problems.is_empty(), "the packages are not ready:\n{}", problems.join("\n"));
    fs::write(unpacked.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), unpacked.join("Cargo.lock")).context("cannot copy Cargo.lock")?;
    run(cargo(&unpacked).args(["test", "--quiet", "--workspace", "--target-dir"]).arg(target(root).join("unpacked")))?;
    print_line(format_args!("{} packages were packed, and pass their tests when unpacked", packages.len()))?;
    Ok(packed)
}

/// Returns the published packages as `cargo metadata` describes them.
fn published(root: &Path) -> Result<Vec<Value>> {
    let output = output(cargo(root).args(["metadata", "--format-version", "1", "--no-deps", "--locked"]))?;
    let mut metadata: Value = serde_json::from_str(&output).context("cannot read cargo metadata")?;
    let Value::Array(mut packages) = metadata["packages"].take() else { return Ok(Vec::new()) };
    packages.retain(|package| package["publish"].is_null());
    ensure!(!packages.is_empty(), "no package is published");
    Ok(packages)
}

/// Returns a line for each item that a registry or docs.rs needs and the manifest of a package lacks.
fn in_manifest(package: &Value) -> Vec<String> {
    let fields = ["description", "license", "rust_version"].map(|field| (!package[field].is_null(), field));
    let lists = ["keywords", "categories"].map(|list| (package[list] != Value::Array(Vec::new()), list));
    let is_shown = package["metadata"]["docs"]["rs"]["all-features"] == true;
    let is_program = package["name"] == "setwise-cli";
    let others =
        [(package["readme"] == "README.md", "README.md"), (is_shown || is_program, "all-features for docs.rs")];
    let missing = fields.into_iter().chain(lists).chain(others).filter(|(is_there, _)| !is_there);
    missing.map(|(_, what)| format!("{}: there is no {what}", text(&package["name"]))).collect()
}

/// Returns what is missing or wrong in the folder of an unpacked package. The licences must be regular files, although
/// in the repository the package's folder contains symbolic links to them.
fn in_files(root: &Path, folder: &Path) -> Vec<String> {
    let name = folder.file_name().unwrap_or_default().display();
    let read = |folder: &Path, file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
    let is_other = |file: &&str| read(folder, file) != read(root, file);
    let mut problems: Vec<String> = LICENCES
        .into_iter()
        .filter(is_other)
        .map(|file| format!("{name}: {file} is not that of the repository"))
        .collect();
    // A registry resolves relative links with the address of the repository. Our packages state no such address, so
    // relative links would be dead.
    if read(folder, "README.md").split("](").skip(1).any(|link| !link.starts_with("http")) {
        problems.push(format!("{name}: README.md has a relative link, which leads nowhere on a registry"));
    }
    problems
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_ready() {
        let packages = published(&crate::workspace_root()).unwrap();
        let problems: Vec<String> = packages.iter().flat_map(in_manifest).collect();
        assert_eq!(problems, [""; 0]);
    }
}
