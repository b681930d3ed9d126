//! `cargo xtask package`: packs the published packages, checks what a registry would show of them, then compiles and
//! tests each from its packed files only.
//!
//! A packed package lacks everything outside its folder. A test or a doc comment that refers to a file outside the
//! folder therefore fails only for users who download the package. The packages are unpacked next to each other into a
//! new workspace, in which they depend on each other. `cargo test` runs in that workspace, because the verification of
//! `cargo package` runs no tests.

use std::env;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use setwise_files::ending::print_line;

/// The files that every package and every archive contains.
pub(crate) const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The categories of crates.io that fit our packages. A registry drops unknown categories without an error.
const CATEGORIES: [&str; 9] = [
    "command-line-utilities",
    "development-tools::profiling",
    "encoding",
    "filesystem",
    "game-development",
    "games",
    "no-std",
    "parser-implementations",
    "science",
];

/// Features whose types exist only on a target other than x86-64, each with that target. docs.rs must also build the
/// documentation for this target.
const OTHER_TARGETS: [(&str, &str); 2] = [("neon", "aarch64-unknown-linux-gnu"), ("simd128", "wasm32-unknown-unknown")];

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

/// Returns what is missing or wrong in the manifest of a package, one line for each problem.
fn in_manifest(package: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let mut object = |is_wrong: bool, what: String| {
        if is_wrong {
            problems.push(format!("{}: {what}", text(&package["name"])));
        }
    };
    for field in ["description", "license", "rust_version"] {
        object(package[field].is_null(), format!("there is no {field}"));
    }
    object(package["readme"] != "README.md", "its folder has no README.md".into());
    let keywords = texts(&package["keywords"]);
    let is_keyword = |word: &&str| word.len() <= 20 && word.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    object(
        !(1..=5).contains(&keywords.len()) || !keywords.iter().all(is_keyword),
        format!("the keywords are {keywords:?}"),
    );
    let categories = texts(&package["categories"]);
    let are_known = categories.iter().all(|name| CATEGORIES.contains(name));
    object(categories.is_empty() || !are_known, format!("the categories are {categories:?}"));

    let targets = package["targets"].as_array().map_or(&[][..], Vec::as_slice);
    let Some(library) = targets.iter().find(|target| texts(&target["kind"]).contains(&"lib")) else { return problems };
    let source = fs::read_to_string(text(&library["src_path"])).unwrap_or_default();
    object(
        categories.contains(&"no-std") != source.contains("#![no_std]"),
        "the category no-std and the code differ".into(),
    );
    object(!source.contains("feature(doc_cfg)"), "docs.rs does not show which features an item needs".into());
    let docs = &package["metadata"]["docs"]["rs"];
    object(docs["all-features"] != true, "docs.rs does not enable all features".into());
    let has = |feature: &str| package["features"].get(feature).is_some();
    for (feature, target) in OTHER_TARGETS {
        let is_shown = texts(&docs["targets"]).contains(&target);
        object(has(feature) && !is_shown, format!("docs.rs does not show {feature}: add {target}"));
    }
    for options in ["rustc-args", "rustdoc-args"] {
        let is_on = texts(&docs[options]).contains(&"target-feature=+simd128");
        object(has("simd128") && !is_on, format!("docs.rs does not show simd128 without +simd128 in {options}"));
    }
    problems
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

fn texts(values: &Value) -> Vec<&str> {
    values.as_array().into_iter().flatten().map(text).collect()
}

/// Returns the folder in which cargo builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").as_deref().unwrap_or(OsStr::new("target")))
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

/// Runs a command and returns its output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).with_context(|| format!("the output of {command:?} is not text"))
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
