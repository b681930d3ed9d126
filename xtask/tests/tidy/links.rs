//! Finds links from documents to files that do not exist, or to headings that the linked documents lack. Also finds
//! documents that are not chapters of the guide.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::relative::resolve;
use crate::{SOURCES, Source, root, walk};

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

#[test]
fn every_link_leads_somewhere() {
    let mut outside = Vec::new();
    ["results", ".github"].iter().for_each(|folder| walk(folder, &mut outside));
    let sources = SOURCES.iter().chain(&outside).filter(|source| source.path.ends_with(".md"));
    let documents: Vec<Document> = sources.map(Document::new).collect();
    let mut dead = Vec::new();
    for document in &documents {
        for (line, target) in document.links.iter().filter(|(_, target)| !target.contains(':')) {
            let (file, name) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { document.path.to_string() } else { resolve(document.path, file) };
            let is_there = match documents.iter().find(|document| document.path == path) {
                Some(linked) => name.is_empty() || linked.anchors.contains(name),
                None => root().join(&path).exists(),
            };
            // The documents in `src` become part of a crate's documentation, where links to files would lead nowhere.
            if !is_there || document.path.contains("/src/") {
                dead.push(format!("{}:{line}: {target} leads nowhere", document.path));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// Tests that the list of chapters contains every document in `docs/`. Readers would otherwise find a document only by
/// looking into the folder.
#[test]
fn every_document_in_the_folder_of_the_guide_is_a_chapter() {
    let documents = || SOURCES.iter().filter(|source| source.path.starts_with("docs/"));
    let summary = documents().find(|source| source.path == "docs/SUMMARY.md").unwrap();
    let chapters: BTreeSet<String> =
        Document::new(summary).links.iter().map(|(_, target)| resolve(&summary.path, target)).collect();
    let others: Vec<&str> = documents().map(|source| &*source.path).filter(|path| !chapters.contains(*path)).collect();
    assert!(others.is_empty(), "docs/SUMMARY.md does not list {others:?}");
}
