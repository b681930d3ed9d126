//! Reads the files of the workspace, and the tokens of the Rust files.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A Rust file or a Markdown document.
pub(crate) struct Source {
    /// The path in the workspace.
    pub(crate) path: String,
    pub(crate) text: String,
    /// The identifiers and punctuation characters of a Rust file. Each literal is an empty token, so that text in
    /// strings and doc comments is ignored.
    pub(crate) tokens: Vec<String>,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let mut tokens = Vec::new();
        if path.ends_with(".rs") {
            let stream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
            flatten(stream, &mut tokens);
        }
        Self { path: path.into(), text: text.into(), tokens }
    }

    /// Returns whether the file contains this sequence of tokens.
    pub(crate) fn has(&self, tokens: &[&str]) -> bool {
        self.tokens.windows(tokens.len()).any(|window| window == tokens)
    }
}

/// Appends the tokens of a stream.
fn flatten(stream: TokenStream, tokens: &mut Vec<String>) {
    for tree in stream {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(open.into());
                flatten(group.stream(), tokens);
                tokens.push(close.into());
            }
            TokenTree::Literal(_) => tokens.push(String::new()),
            other => tokens.push(other.to_string()),
        }
    }
}

/// The Rust files and the documents of the workspace, except build output and recorded results.
pub(crate) static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(sources);

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    walk("", &mut sources);
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 300, "only {} files were found", sources.len());
    sources
}

/// Returns the documents that `SOURCES` does not contain: the recorded results, and the documents in `.github`.
pub(crate) fn documents_outside() -> Vec<Source> {
    let mut sources = Vec::new();
    walk("results", &mut sources);
    walk(".github", &mut sources);
    sources
}

/// Appends the Rust files and the documents in a folder of the workspace and in the folders below it. Hidden folders,
/// build output and recorded results below the folder are left out.
fn walk(folder: &str, sources: &mut Vec<Source>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if entry.file_type().unwrap().is_dir() {
            if !(name.starts_with('.') || ["target", "dist", "node_modules", "results"].contains(&&*name)) {
                walk(&path, sources);
            }
        } else if name.ends_with(".rs") || name.ends_with(".md") {
            sources.push(Source::new(&path, &fs::read_to_string(entry.path()).unwrap()));
        }
    }
}
