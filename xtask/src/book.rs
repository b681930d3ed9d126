//! `cargo xtask book`: builds the guide in `target/book/html`, with mdBook, and checks its relative links.
//!
//! `docs/SUMMARY.md` lists the chapters. The chapters may be anywhere in the repository. Chapters that are also pages
//! of the API documentation are next to the code, because a published package contains only its own folder. The book is
//! built from copies of the chapters. Every copy has the same relative folder as the original, so links keep their
//! folders, and only the names of some linked files change.
//!
//! A file that a chapter links to is also copied. Chapters, pictures and HTML pages keep their names, except that a
//! chapter `README.md` is copied as `index.md`. The name of any other copy ends in `.txt`, so that a browser shows the
//! copy instead of downloading it. The name does not contain `.md`, because mdBook would change a link to a `.md` file
//! into a link to a page.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{Event, Options, Parser, Tag};
use setwise_files::ending::print_line;

use crate::html::{dead_links, is_absolute, pages};
use crate::relative::resolve;

/// The version of mdBook that `.ci/run` installs.
const MDBOOK: &str = "0.5.4";

/// The list of chapters.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Builds the book in `target/book` and checks its links.
pub(crate) fn build(root: &Path) -> Result<()> {
    let folder = root.join("target/book");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    let source = folder.join("src");
    fs::create_dir_all(&source)?;
    for file in ["book.toml", "theme.css", "book.css"] {
        fs::copy(root.join("docs").join(file), folder.join(file))
            .with_context(|| format!("cannot copy docs/{file}"))?;
    }

    let summary = read(root, SUMMARY)?;
    let chapters: BTreeSet<String> = links(&summary).into_iter().map(|link| resolve(SUMMARY, link.file)).collect();
    fs::write(
        source.join("SUMMARY.md"),
        with_links(&summary, |link| copied_name(&resolve(SUMMARY, link.file), &chapters)),
    )?;
    for chapter in &chapters {
        copy_chapter(root, &source, chapter, &chapters)?;
    }
    let output = Command::new("mdbook").arg("build").arg(&folder).output();
    let install = || format!("cannot run mdbook; install it with: cargo install --locked mdbook --version {MDBOOK}");
    let output = output.with_context(install)?;
    let messages = String::from_utf8_lossy(&output.stderr);
    let is_clean = output.status.success() && !messages.contains("WARN") && !messages.contains("ERROR");
    ensure!(is_clean, "mdbook failed or has warnings:\n{messages}");

    let html = folder.join("html");
    let pages = pages(&html)?;
    let dead = dead_links(&pages, &html);
    ensure!(dead.is_empty(), "{} dead links:\n{}", dead.len(), dead.join("\n"));
    print_line(format_args!("{} chapters in {}, without a dead link", chapters.len(), html.display()))?;
    Ok(())
}

fn read(root: &Path, path: &str) -> Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))
}

/// Copies a chapter, and the files that it links to.
fn copy_chapter(root: &Path, source: &Path, chapter: &str, chapters: &BTreeSet<String>) -> Result<()> {
    let text = read(root, chapter)?;
    let copy_of = |file: &str| -> Result<PathBuf> {
        let copy = source.join(copied_name(file, chapters));
        fs::create_dir_all(copy.parent().unwrap_or(source))?;
        Ok(copy)
    };
    let files: BTreeSet<String> = links(&text).into_iter().map(|link| resolve(chapter, link.file)).collect();
    for file in files.iter().filter(|file| !chapters.contains(*file)) {
        fs::copy(root.join(file), copy_of(file)?).with_context(|| format!("{chapter}: cannot copy {file}"))?;
    }
    let text = with_links(&text, |link| {
        let folder = link.file.rfind('/').map_or("", |slash| &link.file[..=slash]);
        let copy = copied_name(&resolve(chapter, link.file), chapters);
        format!("{folder}{}", copy.rsplit('/').next().unwrap_or_default())
    });
    fs::write(copy_of(chapter)?, text).with_context(|| format!("cannot write the copy of {chapter}"))
}

/// Returns the path of the copy of a file. A chapter named `README.md` is copied as `index.md`. mdBook would write
/// `README.md` as `index.html`, but would not change links to it.
fn copied_name(file: &str, chapters: &BTreeSet<String>) -> String {
    let is_shown = [".svg", ".png", ".html"].iter().any(|extension| file.ends_with(extension));
    match file.strip_suffix("README.md") {
        Some(folder) if chapters.contains(file) => format!("{folder}index.md"),
        _ if is_shown || chapters.contains(file) => file.to_string(),
        _ => format!("{}.txt", file.trim_end_matches(".md")),
    }
}

/// A link from a text to a file of the repository.
struct Link<'a> {
    /// The file as named in the text.
    file: &'a str,
    /// The position of this name in the text.
    place: Range<usize>,
}

/// Returns the links and pictures in a Markdown text that refer to other files.
fn links(text: &str) -> Vec<Link<'_>> {
    let target = |(event, range): (Event<'_>, Range<usize>)| {
        let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else { return None };
        let file = dest_url.split('#').next().filter(|file| !file.is_empty() && !is_absolute(file))?;
        // The target comes after the text of the link, so the last match is the target.
        let start = range.start + text[range].rfind(&format!("({dest_url}"))? + 1;
        let place = start..start + file.len();
        Some(Link { file: &text[place.clone()], place })
    };
    Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter().filter_map(target).collect()
}

/// Returns the text, with the path of the file in each link replaced by the result of `change`.
fn with_links(text: &str, change: impl Fn(&Link<'_>) -> String) -> String {
    let mut changed = text.to_string();
    // Links are changed from the end of the text, so that earlier positions stay valid. The links are sorted first,
    // because a picture can be inside a link.
    let mut links = links(text);
    links.sort_by_key(|link| link.place.start);
    for link in links.iter().rev() {
        changed.replace_range(link.place.clone(), &change(link));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_and_changed_at_their_place() {
        let text =
            "[a.md](a.md#one) `[b](b.md)` [![p](p.svg)](q.svg) [web](https://x.org/a.md)\n\n| [c](../c.md) |\n|---|\n";
        let files: Vec<&str> = links(text).iter().map(|link| link.file).collect();
        assert_eq!(files, ["a.md", "q.svg", "p.svg", "../c.md"]);
        let changed = with_links(text, |link| resolve("docs/x.md", link.file));
        let expected = "[a.md](docs/a.md#one) `[b](b.md)` [![p](docs/p.svg)](docs/q.svg) [web](https://x.org/a.md)\n\n";
        assert_eq!(changed, format!("{expected}| [c](c.md) |\n|---|\n"));
    }
}
