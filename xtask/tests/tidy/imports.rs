//! Finds files of a crate that import each other, directly or through other files.
//!
//! An import is a path, in `use` or elsewhere in the code of a file, to an item that another file defines. A path to a
//! re-export is followed to the file that defines the item. A re-export does not count as an import. Imports in unit
//! tests are ignored.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::{SOURCES, Source};

/// The maximum number of re-exports that are followed for one name.
const DEEPEST: usize = 8;

/// A Rust file: its path, and its identifiers and punctuation characters. Each literal is an empty token, so that text in
/// strings and doc comments is ignored.
struct Tokens<'a> {
    path: &'a str,
    tokens: Vec<String>,
}

impl<'a> Tokens<'a> {
    fn new(path: &'a str, text: &str) -> Self {
        let mut tokens = Vec::new();
        flatten(text.parse().unwrap_or_else(|error| panic!("{path}: {error}")), &mut tokens);
        Self { path, tokens }
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

/// The modules of a crate that are separate files, by module path. The path of the root is empty.
#[derive(Default)]
struct Crate<'a>(BTreeMap<Vec<&'a str>, Module<'a>>);

struct Module<'a> {
    file: &'a str,
    /// The names of the items that the file defines.
    items: BTreeSet<&'a str>,
    /// The names that the file imports or re-exports, each with its path.
    names: Vec<Name<'a>>,
    /// The paths that the file imports or uses. Each path is paired with the names of the inline modules that contain
    /// the path.
    paths: Vec<(Vec<&'a str>, Vec<&'a str>)>,
}

/// A name in `use`, or `*`, and its path.
type Name<'a> = (&'a str, Vec<&'a str>);

/// Returns an objection for each group of files that import each other.
fn objections(sources: &[Tokens<'_>]) -> Vec<String> {
    let circles = crates(sources).into_values().flat_map(|all| circles(&all.imports()));
    circles.map(|files| format!("these files import each other: {}", files.join(" "))).collect()
}

/// Groups the files by crate. The name of a crate is the folder of `lib.rs` or `main.rs`.
fn crates<'a>(sources: &'a [Tokens<'a>]) -> BTreeMap<&'a str, Crate<'a>> {
    let root_of = |path: &'a str| path.strip_suffix("/lib.rs").or_else(|| path.strip_suffix("/main.rs"));
    let roots: BTreeSet<&str> = sources.iter().filter_map(|source| root_of(source.path)).collect();
    let libraries: BTreeSet<&str> = sources.iter().filter_map(|source| source.path.strip_suffix("/lib.rs")).collect();
    let mut crates = BTreeMap::<&str, Crate>::new();
    for source in sources {
        let inside = |root: &&str| source.path.strip_prefix(*root)?.strip_prefix('/');
        let Some(root) = roots.iter().copied().filter(|root| inside(root).is_some()).max_by_key(|root| root.len())
        else {
            continue;
        };
        let name = inside(&root).unwrap_or_default().trim_end_matches(".rs").trim_end_matches("/mod");
        // A program next to a library is a separate crate, which imports the library by its name.
        let is_root = name == "lib" || name == "main" && !libraries.contains(root);
        let path = if is_root { Vec::new() } else { name.split('/').collect() };
        crates.entry(root).or_default().0.insert(path, Module::new(source));
    }
    crates
}

impl<'a> Module<'a> {
    fn new(source: &'a Tokens<'a>) -> Self {
        let mut module = Self { file: source.path, items: BTreeSet::new(), names: Vec::new(), paths: Vec::new() };
        module.read(&source.tokens, &[]);
        module
    }

    /// Reads items and paths in tokens of the file, outside unit tests. `inner` contains the names of the inline
    /// modules around the tokens.
    fn read(&mut self, tokens: &'a [String], inner: &[&'a str]) {
        let mut n = 0;
        while n < tokens.len() {
            let group = tokens[n..].iter().take(4).position(|token| token == "{");
            match (&*tokens[n], group) {
                ("mod", Some(length)) => {
                    let (start, end) = (n + length, end_of_group(tokens, n + length));
                    if tokens[n + 1] != "tests" {
                        self.read(&tokens[start + 1..end], &[inner, &[&tokens[n + 1]]].concat());
                    }
                    n = end;
                }
                ("use", _) => {
                    let is_import = n == 0 || ![")", "pub"].contains(&&*tokens[n - 1]);
                    let mut names = Vec::new();
                    n = read_use(tokens, n, &mut names);
                    let imported = names.iter().filter(|_| is_import).map(|(_, path)| (inner.to_vec(), path.clone()));
                    self.paths.extend(imported);
                    self.names.extend(names);
                }
                ("fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "union", _) => {
                    self.items.extend(tokens.get(n + 1).map(String::as_str));
                }
                _ if tokens.get(n + 1).is_some_and(|token| token == ":") && (n == 0 || tokens[n - 1] != ":") => {
                    let path = path_at(&tokens[n..]);
                    self.paths.extend((path.len() > 1).then(|| (inner.to_vec(), path)));
                }
                _ => {}
            }
            n += 1;
        }
    }
}

/// Returns the index of the token that closes the group that `start` opens.
fn end_of_group(tokens: &[String], start: usize) -> usize {
    let mut depth = 0;
    let is_end = |token: &String| {
        depth += i32::from(["{", "(", "["].contains(&&**token)) - i32::from(["}", ")", "]"].contains(&&**token));
        depth == 0
    };
    tokens[start..].iter().position(is_end).map_or(tokens.len(), |length| start + length)
}

/// Appends the names in the `use` at the index `start`. Returns the index of the semicolon.
fn read_use<'a>(tokens: &'a [String], start: usize, names: &mut Vec<Name<'a>>) -> usize {
    let end = tokens[start..].iter().position(|token| token == ";").map_or(tokens.len(), |length| start + length);
    read_tree(&tokens[start + 1..end], &[], names);
    end
}

fn read_tree<'a>(tokens: &'a [String], prefix: &[&'a str], names: &mut Vec<Name<'a>>) {
    let mut path = prefix.to_vec();
    for (n, token) in tokens.iter().enumerate() {
        match &**token {
            "{" => {
                let mut depth = 0;
                let is_end = |token: &String| {
                    depth += i32::from(token == "{") - i32::from(token == "}");
                    depth == 0 && token == ","
                };
                let trees = tokens[n + 1..tokens.len() - 1].split(is_end).filter(|tree| !tree.is_empty());
                return trees.for_each(|tree| read_tree(tree, &path, names));
            }
            "as" => return names.push((&tokens[n + 1], path)),
            ":" => {}
            "self" if n == 0 && !prefix.is_empty() => {}
            word => path.push(word),
        }
    }
    names.extend(path.last().map(|name| (*name, path.clone())));
}

impl<'a> Crate<'a> {
    fn imports(&self) -> Imports<'a> {
        let imports_of = |(here, module): (&Vec<&'a str>, &Module<'a>)| {
            let files =
                module.paths.iter().filter_map(|(inner, path)| self.file_of(&[&here[..], inner].concat(), path, 0));
            (module.file, files.filter(|file| *file != module.file).collect())
        };
        self.0.iter().map(imports_of).collect()
    }

    /// Returns the file that defines the target of a path in the module `here`, or `None` if the target is not in this
    /// crate.
    fn file_of(&self, here: &[&'a str], path: &[&'a str], depth: usize) -> Option<&'a str> {
        let (at, rest) = self.walk(here, path)?;
        let module = &self.0[&at];
        let Some(name) = rest.first() else { return Some(module.file) };
        if module.items.contains(name) || *name == "*" {
            return Some(module.file);
        }
        // The module may import or re-export the name, directly or with `*`.
        let of_name = module.names.iter().find(|(known, path)| known == name && path[..] != [*name]);
        if let Some((_, path)) = of_name.filter(|_| depth < DEEPEST) {
            return self.file_of(&at, &[path, &rest[1..]].concat(), depth + 1);
        }
        let globs = module.names.iter().filter(|(known, _)| *known == "*").map(|(_, path)| &path[..path.len() - 1]);
        let defines = |glob: &Module<'a>| glob.items.contains(name).then_some(glob.file);
        let of_glob = globs.filter_map(|path| self.walk(&at, path)).find_map(|(at, _)| defines(&self.0[&at]));
        // If no item has the name, a macro in the module may define the target. This does not apply to the root,
        // because macros of the root can be used without an import.
        of_glob.or_else(|| (rest.len() < path.len() && !at.is_empty()).then_some(module.file))
    }

    /// Follows a path from the module `here` to the last module that is a file. Returns that module and the rest of the
    /// path.
    fn walk<'p>(&self, here: &[&'a str], path: &'p [&'a str]) -> Option<(Vec<&'a str>, &'p [&'a str])> {
        let (mut at, mut rest) = (here.to_vec(), path);
        match path.first() {
            Some(&"crate") => (at, rest) = (Vec::new(), &path[1..]),
            Some(&"self") => rest = &path[1..],
            _ => {}
        }
        while rest.first() == Some(&"super") {
            at.pop()?;
            rest = &rest[1..];
        }
        while let Some(first) = rest.first() {
            at.push(first);
            // An inline module may contain modules that are files.
            if !self.0.keys().any(|path| path.starts_with(&at)) {
                at.pop();
                break;
            }
            rest = &rest[1..];
        }
        // An inline module belongs to its file.
        while !self.0.contains_key(&at) {
            at.pop()?;
        }
        Some((at, rest))
    }
}

/// Returns the names in the path at the start of `tokens`, such as `super::a::B`.
fn path_at(tokens: &[String]) -> Vec<&str> {
    let is_name = |token: &&String| token.starts_with(|first: char| first.is_alphabetic() || first == '_');
    let colons = tokens.chunks(3).take_while(|chunk| chunk.get(1..) == Some(&[":".to_string(), ":".to_string()][..]));
    let length = colons.count();
    tokens.iter().step_by(3).take(length + 1).take_while(is_name).map(String::as_str).collect()
}

/// The files that each file imports.
type Imports<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Returns the files that each file imports, directly or through other files.
fn reach<'a>(imports: &Imports<'a>) -> Imports<'a> {
    let reached = |start: &'a str| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![start]);
        while let Some(file) = next.pop() {
            next.extend(imports.get(file).into_iter().flatten().filter(|file| seen.insert(**file)));
        }
        seen
    };
    imports.keys().map(|file| (*file, reached(file))).collect()
}

/// Returns the files of each cycle. The files of a cycle import each other, directly or through other files.
fn circles<'a>(imports: &Imports<'a>) -> Vec<Vec<&'a str>> {
    let reach = reach(imports);
    let circle = |file: &&'a str| reach[file].iter().copied().filter(|other| reach[other].contains(file)).collect();
    let all: BTreeSet<Vec<&str>> = imports.keys().map(circle).filter(|files: &Vec<_>| !files.is_empty()).collect();
    all.into_iter().collect()
}

#[test]
fn no_two_files_of_a_crate_import_each_other() {
    let is_rust = |source: &&Source| source.path.ends_with(".rs");
    let files: Vec<_> = SOURCES.iter().filter(is_rust).map(|file| Tokens::new(&file.path, &file.text)).collect();
    let objections = objections(&files);
    assert!(objections.is_empty(), "{objections:#?}");
}

#[test]
fn planted_circles_are_found() {
    let objections_of = |files: &[(&str, &str)]| {
        let paths: Vec<String> = files.iter().map(|(name, _)| format!("c/src/{name}")).collect();
        let tokens: Vec<_> = paths.iter().zip(files).map(|(path, (_, text))| Tokens::new(path, text)).collect();
        objections(&tokens)
    };
    let root = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::*;");
    let circle = ["these files import each other: c/src/a.rs c/src/b.rs"];
    let a = ("a.rs", "use crate::B; pub struct A; pub fn g() -> B { B }");
    for b in [
        "pub struct B; use crate::a::{self, A as Other};",
        "pub struct B; fn f() -> super::A { super::A }",
        "pub struct B; mod inner { use super::super::a; }",
        "pub struct B; fn f() { crate::a::g() }",
    ] {
        assert_eq!(objections_of(&[root, a, ("b.rs", b)]), circle, "{b}");
    }
    // Unit tests, comments and string literals import nothing, and a re-export is not an import.
    let b = "//! super::A\npub struct B; mod tests { use crate::a::A; } fn f() { g(\"crate::a::A\") }";
    assert_eq!(objections_of(&[root, a, ("b.rs", b)]), Vec::<String>::new());
    let b = "pub struct B; pub use crate::a::A;";
    assert_eq!(objections_of(&[root, a, ("b.rs", b)]), Vec::<String>::new());
}
