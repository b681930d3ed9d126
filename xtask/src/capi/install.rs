//! Builds the C library and installs it:
//!
//! ```text
//! include/setwise.h
//! lib/libsetwise.so -> libsetwise.so.1        the number is that of the ABI
//! lib/libsetwise.a
//! lib/pkgconfig/setwise.pc, setwise-static.pc
//! lib/cmake/setwise/setwise-config.cmake, setwise-config-version.cmake
//! ```
//!
//! The installed files find each other by relative paths, so the folder can be moved. `cargo-c` could do most of this
//! work, but it takes minutes to build, writes no files for CMake, and generates its own header.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use setwise_files::{WholeFile, write_whole};

use super::header::{self, ABI_VERSION};
use crate::commands::{cargo, output};

/// The environment variable with a folder that contains the shared and the static library. `scripts/members.sh` sets it,
/// because it has compiled the libraries together with their tests.
const BUILT: &str = "SETWISE_C_LIBRARIES";

/// The compiled library.
pub(super) struct Built {
    shared: PathBuf,
    archive: PathBuf,
}

impl Built {
    /// Compiles the library for users, with optimisation.
    pub(super) fn for_users(root: &Path) -> Result<Self> {
        ensure_elf()?;
        build(root, "release")
    }

    /// Compiles the library for tests, without optimisation, unless the environment variable [`BUILT`] is set.
    pub(super) fn for_tests(root: &Path) -> Result<Self> {
        ensure_elf()?;
        match env::var_os(BUILT).map(PathBuf::from) {
            Some(folder) => Ok(Self { shared: folder.join("libsetwise_c.so"), archive: folder.join("libsetwise_c.a") }),
            None => build(root, "dev"),
        }
    }
}

/// The name of the shared library on systems with ELF files, with the version of the ABI.
pub(super) fn shared_name() -> String {
    format!("libsetwise.so.{ABI_VERSION}")
}

fn ensure_elf() -> Result<()> {
    ensure!(
        cfg!(unix) && !cfg!(target_vendor = "apple"),
        "this task installs on systems with ELF files; elsewhere, build the library with `cargo build --release -p setwise-c`"
    );
    Ok(())
}

/// Installs the library into the folder `prefix`.
pub(super) fn install(root: &Path, prefix: &Path, Built { shared, archive }: &Built) -> Result<()> {
    let library = prefix.join("lib");
    for folder in [prefix.join("include"), library.join("pkgconfig"), library.join("cmake/setwise")] {
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    copy(&root.join(header::PATH), &prefix.join("include/setwise.h"))?;
    copy(archive, &library.join("libsetwise.a"))?;
    copy(shared, &library.join(shared_name()))?;
    link(&shared_name(), &library.join("libsetwise.so"))?;
    let private = native_libraries()?;
    for (name, place) in [
        ("setwise.pc.in", "pkgconfig/setwise.pc"),
        ("setwise-static.pc.in", "pkgconfig/setwise-static.pc"),
        ("setwise-config.cmake.in", "cmake/setwise/setwise-config.cmake"),
        ("setwise-config-version.cmake.in", "cmake/setwise/setwise-config-version.cmake"),
    ] {
        let template = root.join("bindings/c").join(name);
        let text = fs::read_to_string(&template).with_context(|| format!("cannot read {}", template.display()))?;
        let text = text
            .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
            .replace("@ABI@", ABI_VERSION)
            .replace("@PRIVATE_LIST@", &private.replace(' ', ";"))
            .replace("@PRIVATE@", &private);
        let path = library.join(place);
        write_whole(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn build(root: &Path, profile: &str) -> Result<Built> {
    let arguments = ["build", "-p", "setwise-c", "--lib", "--profile", profile];
    let messages = output(cargo(root).args(arguments).args(["--message-format", "json-render-diagnostics"]))?;
    let mut files = Vec::new();
    for message in messages.lines() {
        let message: Value = serde_json::from_str(message).context("cannot read a message of cargo")?;
        if message["target"]["name"] == "setwise_c" {
            let names = message["filenames"].as_array().into_iter().flatten();
            files = names.filter_map(Value::as_str).map(PathBuf::from).collect();
        }
    }
    let with = |end: &str| files.iter().find(|name| name.extension().is_some_and(|found| found == end)).cloned();
    match (with("so"), with("a")) {
        (Some(shared), Some(archive)) => Ok(Built { shared, archive }),
        _ => bail!("cargo built {files:?}, expected a shared and a static library"),
    }
}

/// Returns the linker options for the system libraries that the static library needs. Only Rust's standard library
/// needs system libraries, so an empty library needs the same options.
///
/// `-lgcc_s` is omitted, because it would make `-static` fail: `libgcc_s` exists only as a shared library. Even without
/// this option, compilers link the unwinder: `libgcc_s`, or `libgcc_eh` with `-static`.
fn native_libraries() -> Result<String> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("empty.rs"), "")?;
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(&rustc);
    command.args(["--crate-type", "staticlib", "--print", "native-static-libs=libraries", "empty.rs"]);
    output(command.current_dir(folder.path()))?;
    let text = fs::read_to_string(folder.path().join("libraries")).context("rustc printed no list of libraries")?;
    Ok(text.split_whitespace().filter(|option| *option != "-lgcc_s").collect::<Vec<_>>().join(" "))
}

/// Copies a file. An existing file is not overwritten in place: the finished copy replaces it in one step. A running
/// program therefore keeps the library that it has loaded.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut source = File::open(from).with_context(|| format!("cannot read {}", from.display()))?;
    let copied = WholeFile::create(to).and_then(|mut file| {
        io::copy(&mut source, &mut file)?;
        file.finish()
    });
    copied.with_context(|| format!("cannot write {}", to.display()))
}

#[cfg(unix)]
fn link(target: &str, path: &Path) -> Result<()> {
    if path.is_symlink() {
        fs::remove_file(path).with_context(|| format!("cannot replace {}", path.display()))?;
    }
    std::os::unix::fs::symlink(target, path).with_context(|| format!("cannot make the link {}", path.display()))
}

#[cfg(not(unix))]
fn link(_: &str, path: &Path) -> Result<()> {
    bail!("cannot make the link {}", path.display())
}
