//! `cargo xtask readme`: no measured number is typed into README.md; it is spliced from what a run left.
//!
//! `cargo bench` leaves its ranking in the target folder. This task keeps it as `results/<machine>/ranking.md` and puts an
//! extract between two markers of README.md. The opening marker names the file, so that the check can find it again.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

const COMMAND: &str = "cargo bench && cargo xtask readme";
const OPEN: &str = "<!-- ranking from ";
const CLOSE: &str = "<!-- end of ranking -->";

/// The questions that README.md shows; the file has all.
const SHOWN: [&str; 4] = [
    "knight attacks, real boards",
    "king attacks, real boards",
    "knight attacks, one board, latency",
    "knight attacks, single squares",
];

/// Keeps the ranking of the last whole `cargo bench` and splices its extract.
pub(crate) fn write(root: &Path) -> Result<()> {
    let fresh = target_folder(root).join("tmp/ranking.md");
    let ranking = fs::read_to_string(&fresh)
        .with_context(|| format!("no ranking at {}: run `cargo bench`, without a filter, first", fresh.display()))?;
    let kept = format!("results/{}/ranking.md", machine_folder(&ranking)?);
    let path = root.join(&kept);
    fs::create_dir_all(path.parent().unwrap_or(root))?;
    fs::write(&path, &ranking).with_context(|| format!("cannot write {kept}"))?;
    let readme = read_readme(root)?;
    fs::write(root.join("README.md"), splice(&readme, &kept, &ranking)?)?;
    println!("wrote {kept} and spliced it into README.md");
    Ok(())
}

/// Fails if README.md does not say what the file says that its marker names.
pub(crate) fn check(root: &Path) -> Result<()> {
    let readme = read_readme(root)?;
    let (_, rest) = readme.split_once(OPEN).context("README.md has no ranking marker")?;
    let kept = rest.split([',', '\n']).next().unwrap_or_default();
    let ranking = fs::read_to_string(root.join(kept)).with_context(|| format!("README.md names {kept}"))?;
    let same = splice(&readme, kept, &ranking)? == readme;
    ensure!(same, "README.md does not show what {kept} says\nmend with: {COMMAND}");
    Ok(())
}

fn read_readme(root: &Path) -> Result<String> {
    fs::read_to_string(root.join("README.md")).context("cannot read README.md")
}

fn target_folder(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

/// The text with the extract of `ranking` between its markers.
fn splice(readme: &str, kept: &str, ranking: &str) -> Result<String> {
    let (before, rest) = readme.split_once(OPEN).context("README.md has no ranking marker")?;
    let (_, after) = rest.split_once(CLOSE).context("README.md has no end of ranking")?;
    Ok(format!("{before}{OPEN}{kept}, made by `{COMMAND}` -->\n\n{}{CLOSE}{after}", extract(ranking)?))
}

/// The line about the machine and the tables of the questions shown.
fn extract(ranking: &str) -> Result<String> {
    let mut sections = ranking.split("\n### ");
    let intro = sections.next().and_then(|head| head.split_once("\n\n")).map(|(_, intro)| intro.trim());
    let mut text = format!("{}\n\n", intro.context("a ranking starts with a title and its machine")?);
    for section in sections {
        if SHOWN.iter().any(|title| section.starts_with(&format!("{title}\n"))) {
            let table: Vec<&str> = section.lines().filter(|line| line.starts_with('|')).collect();
            let title = section.lines().next().unwrap_or_default();
            text += &format!("**{title}**\n\n{}\n\n", table.join("\n"));
        }
    }
    Ok(text)
}

/// The folder of the machine that the ranking names: `AMD EPYC` becomes `amd-epyc`.
fn machine_folder(ranking: &str) -> Result<String> {
    let intro = ranking.split("\n\n").nth(1).and_then(|intro| intro.split(';').next());
    let name = intro.context("a ranking names its machine")?.to_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    ensure!(!words.is_empty(), "a ranking names its machine");
    Ok(words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANKING: &str = "## Ranking\n\nSome (R) CPU @ 2 GHz; 7 positions.\n\n\
        ### knight attacks, real boards\n\nwhy.\n\n| a |\n|---|\n| b |\n\n### knight attacks, dense\n\nwhy.\n\n| c |\n";

    #[test]
    fn the_extract_replaces_what_stands_between_the_markers() {
        let readme = format!("head\n{OPEN}old.md, made by `x` -->\nold\n{CLOSE}\ntail\n");
        let spliced = splice(&readme, "results/m/ranking.md", RANKING).unwrap();
        assert_eq!(
            spliced,
            "head\n<!-- ranking from results/m/ranking.md, made by `cargo bench && cargo xtask readme` -->\n\n\
             Some (R) CPU @ 2 GHz; 7 positions.\n\n**knight attacks, real boards**\n\n| a |\n|---|\n| b |\n\n\
             <!-- end of ranking -->\ntail\n"
        );
        assert_eq!(splice(&spliced, "results/m/ranking.md", RANKING).unwrap(), spliced);
        assert_eq!(machine_folder(RANKING).unwrap(), "some-r-cpu-2-ghz");
    }

    #[test]
    fn the_readme_shows_what_its_file_says() {
        check(&crate::workspace_root()).unwrap();
    }
}
