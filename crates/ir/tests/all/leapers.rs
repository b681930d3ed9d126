//! The modules of all built-in leapers, compiled, and compared with a walk by coordinates.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use setwise_ir::Leaper;
use setwise_ir::emit::{Language, Target, emit_leaper};
use setwise_ir::proof::{coordinates, index};
use setwise_testkit::oracle::leaper_attacks;
use setwise_testkit::random::Sets;

use crate::compiled::folder;
use crate::specifications::jumps;

/// The beginning of the crate that contains the modules.
const HEAD: &str = "\
//! Leapers.
#![no_std]
#![warn(missing_docs, unreachable_pub, unused)]
";

/// A test that reads what coordinates say from the file `expected`: for each module, the results for single squares, the
/// number of rows, and the rows.
const TEST: &str = r#"
#[cfg(test)]
mod coordinates {
    type Module = (fn(usize) -> u64, fn(u64) -> u64, fn(u64) -> u64, fn(u64) -> u64, fn(u64, u64) -> u64);

    fn check(name: &str, words: &mut impl Iterator<Item = u64>, (table, setwise, at_least_two, fill, flood): Module) {
        for square in 0..64 {
            assert_eq!(table(square), words.next().unwrap(), "{name}: {square}");
        }
        for _ in 0..words.next().unwrap() {
            let [set, attacks, twice, path, reached] = core::array::from_fn(|_| words.next().unwrap());
            assert_eq!(setwise(set), attacks, "{name}: {set:#x}");
            assert_eq!(at_least_two(set), twice, "{name}: {set:#x}");
            assert_eq!(fill(set), set | attacks, "{name}: {set:#x}");
            assert_eq!(flood(set, path), reached, "{name}: {set:#x} {path:#x}");
        }
    }

    #[test]
    fn modules_compute_what_coordinates_say() {
        let bytes = include_bytes!("expected").chunks_exact(8);
        let words = &mut bytes.map(|word| u64::from_le_bytes(word.try_into().unwrap()));
CHECKS        assert_eq!(words.next(), None, "every row is read");
    }
}
"#;

/// Returns what a module must compute: for single squares and random sets, and on four paths for some of them.
fn expected(jumps: &[(i32, i32)]) -> Vec<u64> {
    let mut random = Sets::seeded(7);
    let single: Vec<u64> = (0..64).map(|square| 1 << square).collect();
    let mut words: Vec<u64> = single.iter().map(|set| leaper_attacks(*set, jumps)).collect();
    let mut rows: Vec<[u64; 5]> = Vec::new();
    let row = |set, path| [set, leaper_attacks(set, jumps), at_least_two(set, jumps), path, flood(set, path, jumps)];
    for set in single.into_iter().chain((0..200).map(|_| random.dense() & random.dense())).collect::<Vec<_>>() {
        let paths = [0, !0, random.dense(), random.dense() | random.dense()];
        rows.extend(paths.map(|path| row(set, path)));
    }
    for n in 0..201 {
        rows.extend([random.dense(), random.sparse(), random.of(n % 12)].map(|set| row(set, 0)));
    }
    words.push(rows.len() as u64);
    words.extend(rows.concat());
    words
}

/// Returns the squares from which at least two jumps lead to a member of a set, by coordinates.
fn at_least_two(set: u64, jumps: &[(i32, i32)]) -> u64 {
    let jumps: BTreeSet<&(i32, i32)> = jumps.iter().collect();
    let is_attacked_twice = |(file, rank): &(i32, i32)| {
        let targets = jumps.iter().filter_map(|(df, dr)| index(file + df, rank + dr));
        targets.filter(|target| set >> target & 1 == 1).count() >= 2
    };
    let squares = coordinates().filter(is_attacked_twice).filter_map(|(file, rank)| index(file, rank));
    squares.fold(0, |squares, square| squares | 1 << square)
}

/// Returns the squares of a path that members of a set reach within it, square after square.
fn flood(start: u64, path: u64, jumps: &[(i32, i32)]) -> u64 {
    let (mut reached, mut open) = (0, (0..64).filter(|square| start & path & 1 << square != 0).collect::<Vec<_>>());
    while let Some(square) = open.pop() {
        reached |= 1 << square;
        let next = leaper_attacks(1 << square, jumps) & path & !reached;
        open.extend((0..64).filter(|square| next >> square & 1 == 1));
    }
    reached
}

#[test]
fn modules_pass_their_tests_and_compute_what_coordinates_say() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let folder = folder().join("leapers");
    fs::create_dir_all(&folder).unwrap();
    let (mut root, mut checks, mut words, mut modules) = (HEAD.to_string(), String::new(), Vec::new(), 0);
    for leaper in Leaper::built_in() {
        let name = leaper.name();
        let text = emit_leaper(&leaper, &Target::one_board(Language::Rust));
        fs::write(folder.join(format!("{name}.rs")), text).unwrap();
        let _ = writeln!(root, "/// {name}\npub mod {name};");
        let functions = ["attacks", "attacks_setwise", "attacks_at_least_two", "fill", "flood"];
        let functions = functions.map(|function| format!("super::{name}::{name}_{function}")).join(", ");
        let _ = writeln!(checks, "        check(\"{name}\", words, ({functions}));");
        words.extend(expected(&jumps(leaper.steps())));
        modules += 1;
    }
    let (source, program) = (folder.join("lib.rs"), folder.join("modules"));
    fs::write(&source, root + &TEST.replace("CHECKS", &checks)).unwrap();
    fs::write(folder.join("expected"), words.into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    let options = ["--edition", "2024", "-D", "warnings", "--test", "-C", "opt-level=1", "-o"];
    let compiled = Command::new(rustc).args(options).args([&program, &source]).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(program).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let passed = format!("{} passed; 0 failed; 0 ignored", 2 * modules + 1);
    assert!(output.status.success() && printed.contains(&passed), "{printed}");
}
