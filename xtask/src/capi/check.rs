//! Checks the C library as users see it: after installation, from C and C++.
//!
//! ```text
//! exported symbols = functions that the header declares
//! every compiler:  tests and examples as C11 and C++17, every warning an error, shared and static;
//!                  the header as C99 and C++11, which it needs, and not as C90
//! once:            the test of inaccessible pages, which takes longest
//! memory:          tests compiled with AddressSanitizer, and tests in valgrind
//! build systems:   the examples find the library by pkg-config and by CMake, shared and static
//! ```
//!
//! If a tool is missing, the task prints the name of the tool and skips the checks that need it. If `SETWISE_NO_SKIP`
//! is set, the task fails instead.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use setwise_files::ending::print_line;

use super::header;
use super::install::{Built, install, shared_name};
use super::systems::Installed;
use crate::commands::{is_installed, output};

/// The C tests in `bindings/c/tests`.
const TESTS: [&str; 8] = ["contract", "expressions", "features", FENCES, "games", "lists", "patterns", "reader"];

/// The test that calls every form of every pattern on every backend. It takes longer than all other tests together, so
/// every compiler compiles it, but only one of the compiled programs runs.
const FENCES: &str = "fences";

/// The options that make every warning an error.
const STRICT: [&str; 8] =
    ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wundef", "-Werror"];

/// Installs the library into a temporary folder and checks it there.
pub(super) fn check(root: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let prefix = folder.path().join("prefix");
    install(root, &prefix, &Built::for_tests(root)?)?;
    check_symbols(root, &prefix)?;
    let checker = Checker { package: root.join("bindings/c"), folder: folder.path().to_path_buf(), prefix };
    fs::write(checker.folder.join("guide.c"), code_of(&root.join("docs/own-pattern.md"))?)?;
    let statements = code_of(&checker.package.join("README.md"))?.replace("#include \"setwise.h\"", "");
    fs::write(
        checker.folder.join("readme.c"),
        format!("#include <stdio.h>\n#include \"setwise.h\"\n\nint main(void)\n{{{statements}return error;\n}}\n"),
    )?;
    for [c, cpp] in [["gcc", "g++"], ["clang", "clang++"]] {
        for (compiler, oldest, standard) in [(c, "-std=c99", "-std=c11"), (cpp, "-std=c++11", "-std=c++17")] {
            if is_installed(compiler)? {
                checker.check_language(compiler, oldest)?;
                checker.run_all(compiler, standard)?;
                print_line(format_args!("{compiler} {standard}: tests and examples pass without a warning"))?;
            }
        }
    }
    checker.check_fences()?;
    checker.check_memory()?;
    Installed { package: &checker.package, prefix: &checker.prefix, folder: &checker.folder }.check()
}

fn is_fences(source: &Path) -> bool {
    source.file_stem().is_some_and(|name| name == FENCES)
}

/// Returns the first block of C code in a document.
fn code_of(document: &Path) -> Result<String> {
    let text = fs::read_to_string(document).with_context(|| format!("cannot read {}", document.display()))?;
    let (_, code) = text.split_once("```c\n").with_context(|| format!("{} has no C code", document.display()))?;
    Ok(code.split("```").next().unwrap_or_default().to_string())
}

/// Checks that the shared library exports exactly what the header declares.
fn check_symbols(root: &Path, prefix: &Path) -> Result<()> {
    let header = fs::read_to_string(root.join(header::PATH)).context("cannot read the header")?;
    let declared = declared_functions(&header);
    if !is_installed("nm")? {
        return Ok(());
    }
    let library = prefix.join("lib").join(shared_name());
    let symbols = output(Command::new("nm").args(["--dynamic", "--defined-only", "--format=posix"]).arg(&library))?;
    let exported: BTreeSet<&str> = symbols.lines().filter_map(|line| line.split(' ').next()).collect();
    let difference: Vec<_> = declared.symmetric_difference(&exported).collect();
    ensure!(difference.is_empty(), "the header and the symbols of the library differ in {difference:?}");
    print_line(format_args!("the library exports the {} functions of the header and nothing else", declared.len()))?;
    Ok(())
}

/// Returns the names of the functions that a header declares. These are the names before an opening parenthesis outside
/// comments. Functions that the header defines are left out, because they are not symbols of the library.
fn declared_functions(header: &str) -> BTreeSet<&str> {
    let outside = header.split("/*").map(|part| part.rsplit("*/").next().unwrap_or_default());
    let before_parentheses = outside.flat_map(|code| {
        let mut parts: Vec<&str> = code.split('(').collect();
        parts.pop();
        parts
    });
    let declared = before_parentheses.filter(|text| !text.contains("static inline"));
    let names = declared.filter_map(|text| text.rsplit(|c: char| c != '_' && !c.is_ascii_alphanumeric()).next());
    names.filter(|name| name.starts_with("setwise_")).collect()
}

/// The folders of a check.
struct Checker {
    package: PathBuf,
    /// The folder of the compiled programs and of the code from documents.
    folder: PathBuf,
    prefix: PathBuf,
}

impl Checker {
    /// Returns the sources that are compiled as C or as C++.
    fn sources(&self, is_cpp: bool) -> Vec<PathBuf> {
        let tests = TESTS.iter().map(|name| self.package.join(format!("tests/{name}.c")));
        let example = self.package.join(if is_cpp { "examples/forks.cpp" } else { "examples/knights.c" });
        let written = ["guide.c", "readme.c"].map(|name| self.folder.join(name));
        tests.chain(written).chain([example]).collect()
    }

    /// Checks that the header compiles with the oldest supported version of the language. Also checks that the first
    /// error in C90 names the oldest version, C99.
    fn check_language(&self, compiler: &str, oldest: &str) -> Result<()> {
        let source = self.folder.join("header.c");
        fs::write(&source, "#include \"setwise.h\"\n\nint main(void)\n{\n    return setwise_abi_version() == 0;\n}\n")?;
        let program = self.compile(compiler, &[oldest, "-pedantic-errors"], &source, &self.shared())?;
        output(&mut Command::new(program))?;
        if oldest == "-std=c99" {
            let old = self.compile(compiler, &["-std=c90"], &source, &self.shared());
            let errors = old.err().context("the header compiles as C90, expected an error that names C99")?.to_string();
            let first = errors.lines().find(|line| line.contains("error")).unwrap_or_default();
            ensure!(
                first.contains("setwise.h needs C99"),
                "the first error in C90 is {first:?}, expected one that names C99"
            );
        }
        print_line(format_args!("{compiler} {oldest}: the header compiles"))?;
        Ok(())
    }

    /// Compiles and runs all sources with the shared library, and the first source with the static library. In C++,
    /// also compiles and runs the test of exceptions.
    fn run_all(&self, compiler: &str, standard: &str) -> Result<()> {
        let is_cpp = standard.contains("++");
        for source in self.sources(is_cpp) {
            let program = self.compile(compiler, &[standard], &source, &self.shared())?;
            if !is_fences(&source) {
                output(&mut Command::new(program))?;
            }
        }
        if is_cpp {
            let test = self.package.join("tests/exception.cpp");
            let program = self.compile(compiler, &[standard], &test, &self.shared())?;
            output(&mut Command::new(program))?;
        }
        let program = self.compile(compiler, &[standard], &self.sources(is_cpp)[0], &self.archive()?)?;
        output(&mut Command::new(program)).map(drop)
    }

    /// Compiles a source file and links it into a program. Returns the path of the program.
    fn compile(&self, compiler: &str, options: &[&str], source: &Path, libraries: &[String]) -> Result<PathBuf> {
        let program = self.folder.join("program");
        let mut command = Command::new(compiler);
        command
            .args(options)
            .args(STRICT)
            .arg("-I")
            .arg(self.prefix.join("include"))
            .arg("-I")
            .arg(self.package.join("tests"));
        if compiler.ends_with("++") && source.extension().is_some_and(|extension| extension == "c") {
            command.args(["-x", "c++"]);
        }
        command.arg(source).args(["-x", "none", "-o"]).arg(&program).args(libraries);
        output(&mut command)?;
        Ok(program)
    }

    /// Returns the options for the shared library.
    fn shared(&self) -> Vec<String> {
        let folder = self.prefix.join("lib").display().to_string();
        vec![format!("-L{folder}"), "-lsetwise".into(), format!("-Wl,-rpath,{folder}")]
    }

    /// Returns the options for the static library.
    fn archive(&self) -> Result<Vec<String>> {
        let description = self.prefix.join("lib/pkgconfig/setwise.pc");
        let text = fs::read_to_string(&description)?;
        let private = text.lines().find_map(|line| line.strip_prefix("Libs.private: ")).unwrap_or_default();
        let archive = self.prefix.join("lib/libsetwise.a").display().to_string();
        Ok([archive].into_iter().chain(private.split_whitespace().map(str::to_owned)).collect())
    }

    /// Runs the test [`FENCES`].
    fn check_fences(&self) -> Result<()> {
        if is_installed("cc")? {
            let test = self.package.join(format!("tests/{FENCES}.c"));
            let program = self.compile("cc", &["-std=c11"], &test, &self.shared())?;
            output(&mut Command::new(program))?;
            print_line(format_args!("no function accesses memory outside its columns"))?;
        }
        Ok(())
    }

    /// Runs the other tests with AddressSanitizer and UndefinedBehaviorSanitizer, and in valgrind.
    fn check_memory(&self) -> Result<()> {
        let sources = self.sources(false);
        if is_installed("gcc")? {
            for test in sources[..TESTS.len()].iter().filter(|test| !is_fences(test)) {
                let options = ["-std=c11", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
                let program = self.compile("gcc", &options, test, &self.shared())?;
                output(&mut Command::new(program))?;
            }
            print_line(format_args!("AddressSanitizer and UndefinedBehaviorSanitizer find nothing in the tests"))?;
            if is_installed("valgrind")? {
                for test in sources[..TESTS.len()].iter().filter(|test| !is_fences(test)) {
                    let program = self.compile("gcc", &["-std=c11", "-g"], test, &self.shared())?;
                    let options = ["--quiet", "--error-exitcode=99", "--leak-check=full"];
                    output(Command::new("valgrind").args(options).arg(program))?;
                }
                print_line(format_args!("valgrind finds nothing in the tests"))?;
            }
        }
        Ok(())
    }
}
