//! `cargo xtask release`: builds the parts of a release. When a tag is pushed, `.github/workflows/release.yml` also
//! builds these parts, with a program for each supported system.
//!
//! ```text
//! setwise-VERSION-TARGET.tar.gz     the program, its licences and those of the crates in it; a .zip for Windows
//! NAME-VERSION.crate                the published packages, which `cargo xtask package` checks
//! setwise-VERSION-*.whl             the Python package, which scripts/python.sh has built
//! SHA256SUMS                        the checksums of the other files
//! ```
//!
//! This task publishes nothing.

mod licences;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use setwise_files::ending::print_line;

use crate::commands::{cargo, output, run as run_command, skip, target};
use crate::package::{self, LICENCES};

#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Arguments {
    /// Build and check, in target/release-parts, everything that this machine can build; list the files, and publish
    /// nothing
    #[arg(long)]
    dry_run: bool,
    /// Build the program with optimisation, and write its archive for this machine into this folder
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
}

pub(crate) fn run(root: &Path, arguments: Arguments) -> Result<()> {
    match arguments.archive {
        Some(folder) => archive(root, &folder, "release").map(|_| ()),
        None => dry_run(root),
    }
}

fn dry_run(root: &Path) -> Result<()> {
    let parts = target(root).join("release-parts");
    if parts.exists() {
        fs::remove_dir_all(&parts).with_context(|| format!("cannot remove {}", parts.display()))?;
    }
    fs::create_dir_all(&parts)?;
    let mut sources = files(&package::check(root)?, "crate")?;
    let cache = env::var_os("SETWISE_PYTHON_CACHE").map(PathBuf::from);
    let cache = cache.unwrap_or_else(|| env::home_dir().unwrap_or_default().join(".cache/setwise-python"));
    let wheels = files(&cache.join("wheels"), "whl").unwrap_or_default();
    if wheels.is_empty() {
        skip("there is no wheel, which scripts/python.sh builds,")?;
    }
    sources.extend(wheels);
    for source in &sources {
        fs::copy(source, parts.join(source.file_name().unwrap_or_default()))?;
    }
    // The archive is built only as a test, so the profile `dev` is used, which takes less time to compile.
    let archive = archive(root, &parts, "dev")?;
    let mut list = vec![output(Command::new("tar").arg("-tvf").arg(&archive))?];
    for part in files(&parts, "crate")? {
        list.push(output(Command::new("tar").arg("-tf").arg(part))?);
    }
    for part in files(&parts, "whl")? {
        list.push(output(Command::new("python3").args(["-m", "zipfile", "-l"]).arg(part))?);
    }
    run_command(Command::new("sh").args(["-c", "sha256sum * > SHA256SUMS && cat SHA256SUMS"]).current_dir(&parts))?;
    print_line(format_args!("\nfiles:\n{}", list.join("\n")))?;
    Ok(())
}

/// Builds the program with the given cargo profile, packs it, and runs it from the archive. Returns the path of the
/// archive.
fn archive(root: &Path, folder: &Path, profile: &str) -> Result<PathBuf> {
    let rustc = output(Command::new("rustc").arg("-vV"))?;
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let stem = format!("setwise-{}-{host}", env!("CARGO_PKG_VERSION"));
    let work = tempfile::tempdir()?;
    let content = work.path().join(&stem);
    let mut install = cargo(root);
    install.args(["install", "--quiet", "--locked", "--no-track", "--path", "crates/cli", "--features", "parquet"]);
    run_command(install.args(["--profile", profile, "--target-dir"]).arg(target(root)).arg("--root").arg(&content))?;
    let program = format!("setwise{}", env::consts::EXE_SUFFIX);
    fs::rename(content.join("bin").join(&program), content.join(&program))?;
    fs::remove_dir(content.join("bin"))?;
    for file in ["crates/cli/README.md", "CHANGELOG.md"].into_iter().chain(LICENCES) {
        let name = file.rsplit('/').next().unwrap_or(file);
        fs::copy(root.join(file), content.join(name)).with_context(|| format!("cannot copy {file}"))?;
    }
    fs::write(content.join("LICENSES-OF-DEPENDENCIES.txt"), licences::text(root, host)?)?;

    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let extension = if cfg!(windows) { "zip" } else { "tar.gz" };
    // With `-a`, `tar` chooses the format by the file name, also on Windows.
    let archive = root.join(folder).join(format!("{stem}.{extension}"));
    run_command(Command::new("tar").arg("-acf").arg(&archive).arg(&stem).current_dir(work.path()))?;

    let unpacked = tempfile::tempdir()?;
    run_command(Command::new("tar").arg("-xf").arg(&archive).current_dir(unpacked.path()))?;
    let boards = unpacked.path().join("boards.txt");
    fs::write(&boards, "0x42\n")?;
    let mut sets = Command::new(unpacked.path().join(&stem).join(&program));
    let result = output(sets.args(["sets", "knight_attacks"]).arg(&boards))?;
    ensure!(result.trim_end().ends_with("0x0000000000a51800"), "the program is wrong: {result}");
    Ok(archive)
}

/// Returns the files with the given extension in a folder, sorted by name.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    Ok(files)
}
