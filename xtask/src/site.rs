//! `cargo xtask site`: writes the folder `target/site`, which any static host can serve, and checks its relative links.
//!
//! ```text
//! index.html   the page with the board      bindings/web/build.js
//! results/     the recorded runs        cargo lab report
//! guide/       the guide                    cargo xtask book
//! api/         the published packages       cargo doc
//! ```
//!
//! Each page except redirections and frames gets a header with links to the four parts. All links between pages are
//! relative, so the folder can be at any address.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use setwise_files::ending::print_line;

use crate::book;
use crate::commands::{cargo, run};
use crate::html::{Page, dead_links, pages};

struct Part {
    name: &'static str,
    /// The beginning of the path of every page of this part.
    folder: &'static str,
    /// The path of the first page, relative to `folder`.
    start: &'static str,
    /// The HTML after which the header is inserted.
    place: &'static str,
}

/// The parts in the order of the header. The folder of the first part contains the folders of the other parts.
const PARTS: [Part; 4] = [
    Part { name: "Board", folder: "", start: "index.html", place: "<body>" },
    Part { name: "Results", folder: "results/", start: "index.html", place: "<body>" },
    Part {
        name: "Guide",
        folder: "guide/",
        start: "index.html",
        place: "<div id=\"mdbook-menu-bar-hover-placeholder\"></div>",
    },
    Part { name: "API", folder: "api/", start: "setwise/index.html", place: "<div class=\"width-limiter\">" },
];

/// The style of the header. It uses the colours of the page, because the API documentation has its own colours.
const STYLE: &str = "<style>.parts{display:flex;flex-wrap:wrap;gap:4px 24px;padding:10px 24px;font:15px/24px system-ui,sans-serif;\
                     border-bottom:1px solid var(--line,#8886)}.parts a{color:inherit;text-decoration:none;border-bottom:2px solid \
                     transparent}.parts a:hover,.parts [aria-current]{border-color:currentColor}</style>";

/// The folders of the code that the runs measure.
const MEASURED: [&str; 4] = ["crates/board/src", "crates/core/src", "crates/simd/src", "crates/setwise/src"];

/// Builds the four parts in `target/site` and checks their links.
pub(crate) fn build(root: &Path) -> Result<()> {
    let site = root.join("target/site");
    if site.exists() {
        fs::remove_dir_all(&site).with_context(|| format!("cannot remove {}", site.display()))?;
    }
    let web = root.join("bindings/web");
    if !web.join("node_modules").exists() {
        run(Command::new("npm").args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(&web))?;
    }
    run(Command::new("npm").args(["run", "--silent", "build"]).current_dir(&web))?;
    book::build(root)?;
    run(&mut laboratory(root))?;
    let docs = docs(root)?;
    for (from, to) in [
        (web.join("dist"), site.clone()),
        (root.join("target/results"), site.join("results")),
        (root.join("target/book/html"), site.join("guide")),
        (docs, site.join("api")),
    ] {
        copy(&from, &to)?;
    }
    fs::write(site.join("api/index.html"), "<meta http-equiv=\"refresh\" content=\"0; url=setwise/index.html\">")?;
    // The guide's page for unknown addresses is removed, because its links start at the root of a host. The host may
    // have another such page.
    fs::remove_file(site.join("guide/404.html")).context("the guide has no 404.html")?;

    let pages = pages(&site)?;
    for page in &pages {
        let text = with_ages(&with_header(page), |commit| age(root, commit));
        fs::write(site.join(&page.path), text).with_context(|| format!("cannot write {}", page.path))?;
    }
    let pages = self::pages(&site)?;
    let mut dead = dead_links(&pages, &site);
    // Two kinds of links are ignored. Links that contain `${` are templates in the scripts of the page. Links that
    // contain `/trait.impl/` come from rustdoc: for a trait with two paths, it links to a list that it does not write.
    dead.retain(|link| !["${", "/trait.impl/"].iter().any(|part| link.contains(part)));
    ensure!(dead.is_empty(), "{} dead links:\n{}", dead.len(), dead.join("\n"));
    print_line(format_args!("{} pages in {}, without a dead link", pages.len(), site.display()))?;
    Ok(())
}

/// Returns the command that renders the recorded runs in `target/results`. If SETWISE_LAB is set, it is the path of the
/// laboratory's program; otherwise the command builds the program.
fn laboratory(root: &Path) -> Command {
    let mut command = match std::env::var_os("SETWISE_LAB") {
        Some(program) => Command::new(program),
        None => {
            let mut cargo = cargo(root);
            cargo.arg("lab");
            cargo
        }
    };
    command.args(["report", "--page"]);
    command
}

/// Writes the documentation of the published packages, which are the packages in `crates/`. Returns the folder of the
/// documentation.
fn docs(root: &Path) -> Result<PathBuf> {
    let folder = root.join("target/site-docs");
    let mut doc = cargo(root);
    doc.args(["doc", "--quiet", "--no-deps", "--jobs", "1"]);
    for entry in fs::read_dir(root.join("crates")).context("cannot read crates/")? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let package = if name == "setwise" { name } else { format!("setwise-{name}") };
        // rustdoc links to a crate only if the documentation of the crate has a folder, so all folders are created
        // first. While cargo documents a crate, it briefly removes the crate's folder. Only one crate is therefore
        // documented at a time.
        fs::create_dir_all(folder.join("doc").join(package.replace('-', "_")))?;
        doc.args(["--package", &package]);
    }
    // The documentation has a separate folder, because the usual folder also has the documentation of other packages.
    // Dependencies are compiled in the usual folder, so that they are compiled only once.
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    // CI uses the same flags, so nothing is compiled twice.
    doc.env("RUSTDOCFLAGS", "-D warnings").env("CARGO_BUILD_BUILD_DIR", target).env("CARGO_TARGET_DIR", &folder);
    run(&mut doc)?;
    Ok(folder.join("doc"))
}

/// Copies the files in a folder and in the folders below it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied)?;
        } else {
            fs::copy(&path, &copied).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}

/// Returns a page with the header. Redirections and frames are returned unchanged, because they have no place for a
/// header.
fn with_header(page: &Page) -> String {
    let parts = PARTS.iter().filter(|part| page.path.starts_with(part.folder));
    let Some(current) = parts.max_by_key(|part| part.folder.len()) else { return page.text.clone() };
    let root = "../".repeat(page.path.matches('/').count());
    let link = |part: &Part| {
        let mark = if part.name == current.name { " aria-current=\"true\"" } else { "" };
        format!("<a href=\"{root}{}{}\"{mark}>{}</a>", part.folder, part.start, part.name)
    };
    let links: String = PARTS.iter().map(link).collect();
    let header = format!("{}{STYLE}<nav class=\"parts\" aria-label=\"Parts of the site\">{links}</nav>", current.place);
    page.text.replacen(current.place, &header, 1)
}

/// Replaces each comment `age of COMMIT` with the text that `age` returns for the commit.
fn with_ages(page: &str, age: impl Fn(&str) -> &'static str) -> String {
    let mut parts = page.split("<!-- age of ");
    let first = parts.next().unwrap_or_default().to_string();
    parts.filter_map(|part| part.split_once(" -->")).fold(first, |text, (commit, rest)| text + age(commit) + rest)
}

/// Returns a note in HTML if the library's code, apart from comments, has changed since a commit. Returns a different
/// note if the commit is unknown, for example in a shallow clone. Otherwise returns an empty text.
fn age(root: &Path, commit: &str) -> &'static str {
    let mut git = Command::new("git");
    git.args(["diff", "--quiet", r"--ignore-matching-lines=^\s*//", commit, "HEAD", "--"]).args(MEASURED);
    match git.current_dir(root).status().ok().and_then(|status| status.code()) {
        Some(0) => "",
        Some(1) => {
            "<br><span class=\"old\" title=\"the library has changed since this run\">older than the code</span>"
        }
        _ => "<br><span class=\"old\">of an unknown revision</span>",
    }
}
