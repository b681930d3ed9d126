//! Joins JavaScript modules into one script: each once, after those that it imports, without `import` and `export`.
//!
//! ```text
//! a.js   import { b } from './b.js';        (() => {
//!        b();                         --->  const b = () => 1;
//! b.js   export const b = () => 1;          b();
//!                                           })();
//! ```
//!
//! All modules then share one scope, so a name may be declared at the top of one module only. Imports have one form, on one
//! line.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

/// Returns the script of a module and of all that it imports, directly or indirectly.
pub(super) fn bundle(folder: &Path, entry: &str) -> Result<String> {
    let mut modules = Modules {
        folder,
        entered: Vec::new(),
        exports: BTreeMap::new(),
        names: BTreeMap::new(),
        script: String::new(),
    };
    modules.add(entry)?;
    Ok(format!("\n(() => {{\n'use strict';\n{}}})();\n", modules.script))
}

struct Modules<'a> {
    folder: &'a Path,
    /// The modules that have been entered, in order.
    entered: Vec<String>,
    /// The exported names of each module that is complete.
    exports: BTreeMap<String, Vec<String>>,
    /// The module of each name that is declared at the top.
    names: BTreeMap<String, String>,
    script: String,
}

impl Modules<'_> {
    /// Adds a module after those that it imports, unless it has been added.
    fn add(&mut self, module: &str) -> Result<()> {
        if self.entered.iter().any(|entered| entered == module) {
            ensure!(self.exports.contains_key(module), "{module} imports itself through other modules");
            return Ok(());
        }
        self.entered.push(module.to_string());
        let file = self.folder.join(module);
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let (mut body, mut exports) = (format!("// {module}\n"), Vec::new());
        for line in text.lines() {
            if line.starts_with("import ") {
                self.import(module, line)?;
                continue;
            }
            let declaration = line.strip_prefix("export ");
            if let Some(name) = declared(declaration.unwrap_or(line)) {
                if let Some(other) = self.names.insert(name.to_string(), module.to_string()) {
                    bail!("{name} is declared in {other} and in {module}");
                }
                exports.extend(declaration.map(|_| name.to_string()));
            }
            body.push_str(declaration.unwrap_or(line));
            body.push('\n');
        }
        self.exports.insert(module.to_string(), exports);
        self.script.push_str(&body);
        Ok(())
    }

    /// Adds the module that a line imports from, and checks that it exports the names.
    fn import(&mut self, module: &str, line: &str) -> Result<()> {
        let parts = line.strip_prefix("import { ").and_then(|rest| rest.strip_suffix(".js';"));
        let (names, from) = parts.and_then(|rest| rest.split_once(" } from './")).with_context(|| {
            format!("{module}: expected import {{ NAMES }} from './MODULE.js'; on one line, not {line}")
        })?;
        let from = format!("{from}.js");
        self.add(&from)?;
        for name in names.split(", ") {
            let is_exported = self.exports[&from].iter().any(|exported| exported == name);
            ensure!(is_exported, "{module} imports {name}, which {from} does not export");
        }
        Ok(())
    }
}

/// Returns the name that a line at the top level of a module declares. Indented lines are not at the top level.
fn declared(line: &str) -> Option<&str> {
    let words = ["const ", "let ", "function ", "async function ", "class "];
    let rest = words.iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bundles `main.js` of these modules.
    fn bundled(modules: &[(&str, &str)]) -> Result<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in modules {
            fs::write(folder.path().join(name), text).unwrap();
        }
        bundle(folder.path(), "main.js")
    }

    #[test]
    fn each_module_comes_once_after_those_it_imports() {
        let script = bundled(&[
            ("main.js", "import { a } from './a.js';\nimport { b } from './b.js';\na(b);\n"),
            ("a.js", "import { b } from './b.js';\nexport function a() {}\n"),
            ("b.js", "export const b = 1;\n"),
        ]);
        let expected =
            "\n(() => {\n'use strict';\n// b.js\nconst b = 1;\n// a.js\nfunction a() {}\n// main.js\na(b);\n})();\n";
        assert_eq!(script.unwrap(), expected);
    }

    #[test]
    fn what_one_scope_cannot_express_is_an_error() {
        let fails = |modules: &[(&str, &str)]| bundled(modules).unwrap_err().to_string();
        let twice =
            [("main.js", "import { a } from './a.js';\nconst b = a;\n"), ("a.js", "export const a = 1;\nlet b = 2;\n")];
        assert_eq!(fails(&twice), "b is declared in a.js and in main.js");
        let missing = [("main.js", "import { b } from './a.js';\n"), ("a.js", "const b = 1;\n")];
        assert_eq!(fails(&missing), "main.js imports b, which a.js does not export");
        let circle = [("main.js", "import { a } from './a.js';\n"), ("a.js", "import { m } from './main.js';\n")];
        assert_eq!(fails(&circle), "main.js imports itself through other modules");
        assert!(fails(&[("main.js", "import * as a from './a.js';\n")]).contains("on one line"), "another form");
    }
}
