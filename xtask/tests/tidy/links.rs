//! Finds links from documents to files that do not exist, or to headings that the linked documents lack. Also finds
//! documents that are not chapters of the guide, and code blocks that no test runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::relative::resolve;
use crate::source::{SOURCES, Source, documents_outside};

/// The links in a document, and the names of its headings.
struct Document<'a> {
    path: &'a str,
    /// The targets of links and pictures, each with its line number.
    links: Vec<(usize, String)>,
    /// The names of headings as they appear in link addresses.
    anchors: BTreeSet<String>,
}

impl<'a> Document<'a> {
    fn new(source: &'a Source) -> Self {
        let mut document = Self { path: &source.path, links: Vec::new(), anchors: BTreeSet::new() };
        let mut heading: Option<String> = None;
        let mut used = BTreeMap::<String, usize>::new();
        for (event, range) in Parser::new_ext(&source.text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    let line = source.text[..range.start].lines().count().max(1);
                    document.links.push((line, dest_url.into_string()));
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) => heading.iter_mut().for_each(|heading| heading.push_str(&text)),
                Event::End(TagEnd::Heading(_)) => {
                    let name = anchor(&heading.take().unwrap_or_default());
                    let number = used.entry(name.clone()).or_default();
                    document.anchors.insert(if *number == 0 { name } else { format!("{name}-{number}") });
                    *number += 1;
                }
                _ => {}
            }
        }
        document
    }
}

/// Returns the name of a heading in link addresses, by GitHub's rule: lower case, without punctuation, with hyphens for
/// spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns an objection for each link to a missing target. `exists` returns whether the repository has a file or a
/// folder with a given path.
fn dead_links(sources: &[&Source], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let documents: Vec<Document> = sources.iter().map(|source| Document::new(source)).collect();
    let mut dead = Vec::new();
    for document in &documents {
        for (line, target) in document.links.iter().filter(|(_, target)| !target.contains(':')) {
            let (file, name) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { document.path.to_string() } else { resolve(document.path, file) };
            let linked = documents.iter().find(|document| document.path == path);
            let is_there = match linked {
                Some(linked) => name.is_empty() || linked.anchors.contains(name),
                None => exists(&path),
            };
            // The documents in `src` become part of a crate's documentation, where links to files would lead nowhere.
            let is_included = document.path.contains("/src/");
            if !is_there || is_included {
                dead.push(format!("{}:{line}: {target} leads nowhere", document.path));
            }
        }
    }
    dead
}

/// The languages of code blocks that are compiled or run, each with a file that runs the code of certain chapters. The
/// crate `setwise` compiles the Rust code of the chapters in its own folder.
const RUN_BY: [(&str, &str); 5] = [
    ("rust", "tests/testkit/src/lib.rs"),
    ("sh", "crates/cli/tests/all/guide.rs"),
    ("c", "xtask/src/capi/check.rs"),
    ("python", "bindings/python/tests/test_docs.py"),
    ("sql", "bindings/sql/program/tests/all/sql.rs"),
];

/// Returns an objection for each code block in `docs/` that no test runs. Blocks in the language `text` are not run.
/// `reads` returns whether a file contains the name of a document.
fn unread_blocks(sources: &[&Source], reads: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut objections = Vec::new();
    for source in sources.iter().filter(|source| source.path.starts_with("docs/")) {
        for event in Parser::new(&source.text) {
            let Event::Start(Tag::CodeBlock(kind)) = event else { continue };
            let language = match &kind {
                CodeBlockKind::Fenced(language) => &**language,
                CodeBlockKind::Indented => "",
            };
            let mut run_by = RUN_BY.iter().filter(|(known, _)| *known == language);
            if language != "text" && !run_by.any(|(_, file)| reads(file, &source.path)) {
                objections.push(format!("{}: nothing runs the block of code in {language:?}", source.path));
            }
        }
    }
    objections
}

/// Returns the documents in [`SOURCES`] and in `outside`.
fn all(outside: &[Source]) -> Vec<&Source> {
    SOURCES.iter().chain(outside).filter(|source| source.path.ends_with(".md")).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

#[test]
fn every_link_leads_somewhere() {
    let outside = documents_outside();
    let dead = dead_links(&all(&outside), |path| root().join(path).exists());
    assert!(dead.is_empty(), "{dead:#?}");
}

/// Tests that the list of chapters contains every document in `docs/`. Readers would otherwise find a document only by
/// looking into the folder.
#[test]
fn every_document_in_the_folder_of_the_guide_is_a_chapter() {
    let sources = all(&[]);
    let summary = sources.iter().find(|source| source.path == "docs/SUMMARY.md").unwrap();
    let chapters: BTreeSet<String> =
        Document::new(summary).links.iter().map(|(_, target)| resolve(&summary.path, target)).collect();
    let documents = sources.iter().filter(|source| source.path.starts_with("docs/"));
    let others: Vec<&str> = documents.map(|source| &*source.path).filter(|path| !chapters.contains(*path)).collect();
    assert!(others.is_empty(), "docs/SUMMARY.md does not list {others:?}");
}

#[test]
fn every_block_of_code_in_the_guide_is_run() {
    let reads = |file: &str, document: &str| {
        std::fs::read_to_string(root().join(file)).is_ok_and(|text| text.contains(document))
    };
    let objections = unread_blocks(&all(&[]), reads);
    assert!(objections.is_empty(), "{objections:#?}");
}

#[test]
fn planted_dead_links_and_blocks_are_found() {
    let a = "# One, `two`: three\n\n# One two three\n\n[b](b.md#b) [b](b.md#c) [c](../c.md) [here](#one-two-three)\n\n\
             [web](https://x.org/c.md) ![p](p.svg) `[b](none.md)` [d](#one-two-three-1) [e](#one-two-three-2)\n";
    let sources = [
        Source::new("docs/a.md", a),
        Source::new("docs/b.md", "## B\n\n[there](../there.rs)\n"),
        Source::new("crates/a/src/c.md", "[there](../../../there.rs)\n"),
    ];
    let sources: Vec<&Source> = sources.iter().collect();
    let dead = dead_links(&sources, |path| path == "there.rs");
    let expected = [
        "docs/a.md:5: b.md#c",
        "docs/a.md:5: ../c.md",
        "docs/a.md:7: p.svg",
        "docs/a.md:7: #one-two-three-2",
        "crates/a/src/c.md:1: ../../../there.rs",
    ];
    assert_eq!(dead, expected.map(|link| format!("{link} leads nowhere")));

    let blocks = Source::new("docs/a.md", "```text\n```\n```rust\n```\n```sh\n```\n```ruby\n```\n");
    let found = unread_blocks(&[&blocks], |file, document| file == RUN_BY[1].1 && document == "docs/a.md");
    assert_eq!(found.len(), 2, "{found:?}");
}
