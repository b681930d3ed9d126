//! `cargo xtask web`: builds the page, one file that contains everything it needs.
//!
//! ```text
//! bindings/web/page/index.html   <style>    <- bindings/web/page/style/*.css
//!                  <script>   <- bindings/web/page/src/main.js and what it imports; worker.js likewise, as a text
//!                  <meta>     <- a hash of all sources, by which a program recognises a stale page
//!                  <script>   <- bindings/web, compiled with simd128 and without, and positions; compressed, in base64
//! ```
//!
//! A page that is opened as a file may load no other file: neither a module script, nor a worker, nor WebAssembly. So there is
//! only one file, which any server can serve as well.

mod bundle;
#[path = "../../../crates/cli/build/sources.rs"]
mod sources;

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use setwise_files::write_whole;

use bundle::bundle;

/// The largest number of bytes of the page.
const MOST_BYTES: usize = 420_000;

/// Positions of master games, for the race. They are those of `setwise bench`.
const POSITIONS: &str = "crates/cli/src/bench/positions.fen";

/// The target of the modules. It has neither files nor a clock, so the modules import only what the page provides.
const TARGET: &str = "wasm32-unknown-unknown";

/// Builds `bindings/web/dist/index.html`, and prints what it consists of.
pub(crate) fn build(root: &Path) -> Result<()> {
    let source = root.join("bindings/web/page/src");
    let parts = [
        // First: sources that change while modules are compiled make the page stale.
        ("sources", sources::mark(root).context("cannot read the sources of the page")?),
        ("style", style(&root.join("bindings/web/page/style"))?),
        ("simd128", packed(&module(root, "simd128", "-Ctarget-feature=+simd128")?)?),
        ("plain", packed(&module(root, "plain", "-Ctarget-feature=-simd128")?)?),
        ("positions", packed(read(&root.join(POSITIONS))?.as_bytes())?),
        ("worker", bundle(&source, "worker.js")?),
        ("main", bundle(&source, "main.js")?),
    ];
    let page = with_parts(&read(&root.join("bindings/web/page/index.html"))?, &parts)?;
    for (name, part) in &parts {
        println!("{name:10} {:8} bytes", part.len());
    }
    println!("{:10} {:8} bytes", "the page", page.len());
    ensure!(page.len() <= MOST_BYTES, "the page has {} bytes, expected at most {MOST_BYTES}", page.len());
    let folder = root.join("bindings/web/dist");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let file = folder.join("index.html");
    write_whole(&file, &page).with_context(|| format!("cannot write {}", file.display()))?;
    println!("written: bindings/web/dist/index.html; open it in a browser, or serve it with `setwise web`");
    Ok(())
}

/// Puts each part into its place in the page, which is `<!-- include NAME -->`.
fn with_parts(page: &str, parts: &[(&str, String)]) -> Result<String> {
    let mut whole = page.to_string();
    for (name, part) in parts {
        let place = format!("<!-- include {name} -->");
        ensure!(page.matches(&place).count() == 1, "index.html must have one place for the part {name}");
        for end in ["</script", "</style", "<!--"] {
            ensure!(
                !part.contains(end),
                "the part {name} must not contain {end}, which means something else in a page"
            );
        }
        whole = whole.replace(&place, part);
    }
    let places = page.matches("<!-- include ").count();
    ensure!(places == parts.len(), "index.html has {places} places for {} parts", parts.len());
    Ok(whole)
}

/// Returns all style sheets in the order of their names.
fn style(folder: &Path) -> Result<String> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    files.sort();
    let sheets: Vec<String> = files.iter().map(|file| read(file)).collect::<Result<_>>()?;
    Ok(sheets.join("\n"))
}

/// Compiles the module with a choice of features. Returns its bytes.
fn module(root: &Path, name: &str, flags: &str) -> Result<Vec<u8>> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    // Two folders, so that neither module is compiled again because the other one was.
    let folder = target.join("web").join(name);
    let mut cargo = Command::new(root.join("scripts/cross.sh"));
    cargo.args([TARGET, "build", "--quiet", "--locked", "--profile", "web", "--package", "setwise-web", "--lib"]);
    cargo.env("CARGO_TARGET_DIR", &folder).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags_with(flags));
    // Both have precedence over the flags of a target.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let status = cargo.status().context("cannot run scripts/cross.sh")?;
    ensure!(status.success(), "the module {name} could not be compiled for {TARGET}");
    let file = folder.join("cross-build").join(TARGET).join("web/setwise_web.wasm");
    check_sources(root, &read(&file.with_extension("d"))?)?;
    fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}

/// Checks that the mark of the page covers every file of a module. Cargo lists them: `MODULE: FILE FILE ...`, with `\ ` for a
/// space in a name.
fn check_sources(root: &Path, listing: &str) -> Result<()> {
    let files = listing.trim().replace("\\ ", "\0");
    let (_, files) = files.split_once(": ").context("cargo lists no files of the module")?;
    for file in files.split(' ').map(|file| file.replace('\0', " ")) {
        let is_source = sources::sources().any(|source| Path::new(&file).starts_with(root.join(source)));
        ensure!(is_source, "{file} is part of the page, but missing from crates/cli/build/sources.rs");
    }
    Ok(())
}

/// Adds a flag that replaces the folder of downloaded crates in panic messages, which are part of the module.
fn flags_with(flags: &str) -> String {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")));
    match home.as_deref().and_then(Path::to_str).filter(|home| !home.contains(' ')) {
        Some(home) => format!("{flags} --remap-path-prefix={home}=cargo"),
        None => flags.to_string(),
    }
}

/// Returns bytes compressed and in base64.
fn packed(bytes: &[u8]) -> Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_one_place() {
        let part = |text: &str| [("style", text.to_string())];
        let whole = with_parts("<style><!-- include style --></style>", &part("p {}")).unwrap();
        assert_eq!(whole, "<style>p {}</style>");
        let fails = |page: &str, text: &str| with_parts(page, &part(text)).unwrap_err().to_string();
        assert_eq!(fails("<style></style>", "p {}"), "index.html must have one place for the part style");
        let other = "<!-- include style --><!-- include script -->";
        assert_eq!(fails(other, "p {}"), "index.html has 2 places for 1 parts");
        assert!(fails("<!-- include style -->", "'</style>'").contains("must not contain </style"));
    }

    /// Makes a repository with the sources of the page, each of which is a file with its own name as its content.
    fn repository() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for source in sources::sources() {
            let file = root.path().join(&source);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, source).unwrap();
        }
        root
    }

    #[test]
    fn the_mark_changes_with_every_source() {
        let root = repository();
        let mark = || sources::mark(root.path()).unwrap();
        let mut marks = vec![mark()];
        assert_eq!(mark(), marks[0], "the same sources have the same mark");
        for source in sources::sources() {
            fs::write(root.path().join(source), "changed").unwrap();
            marks.push(mark());
        }
        let folder = root.path().join("bindings/web/page/src");
        fs::remove_file(&folder).unwrap();
        fs::create_dir(&folder).unwrap();
        for (name, content) in [("a.js", "1"), ("b.js", ""), ("a.js", "2")] {
            fs::write(folder.join(name), content).unwrap();
            marks.push(mark());
        }
        fs::rename(folder.join("b.js"), folder.join("c.js")).unwrap();
        marks.push(mark());
        let different: std::collections::BTreeSet<&String> = marks.iter().collect();
        assert_eq!(different.len(), marks.len());
    }

    #[test]
    fn a_file_of_a_module_that_the_mark_does_not_cover_is_an_error() {
        let root = Path::new("/a b");
        let listing = "/t/m.wasm: /a\\ b/bindings/web/src/lib.rs /a\\ b/crates/core/src/lanes.rs";
        check_sources(root, &format!("{listing}\n")).unwrap();
        let error = check_sources(root, &format!("{listing} /a\\ b/crates/files/src/lib.rs\n")).unwrap_err();
        let expected = "/a b/crates/files/src/lib.rs is part of the page, but missing from crates/cli/build/sources.rs";
        assert_eq!(error.to_string(), expected);
        assert!(check_sources(root, "").is_err());
    }
}
