//! `cargo xtask readme`: no measured number is typed into a text; it is spliced from what a run left.
//!
//! `cargo bench` leaves its ranking in the target folder. This task keeps it as `results/<machine>/ranking.md` and puts an
//! extract between two markers of each page. The opening marker names the file, so that the check can find it again.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

const COMMAND: &str = "cargo bench && cargo xtask readme";
const OPEN: &str = "<!-- ranking from ";
const CLOSE: &str = "<!-- end of ranking -->";

/// A text and the questions that it shows; the kept ranking has all.
struct Page {
    path: &'static str,
    shows: &'static [&'static str],
}

const PAGES: [Page; 2] = [
    Page {
        path: "README.md",
        shows: &[
            "knight attacks, real boards",
            "king attacks, real boards",
            "knight attacks, one board, latency",
            "knight attacks, single squares",
        ],
    },
    Page {
        path: "benches/METHODOLOGY.md",
        shows: &[
            "members of 8 words, knight attack sets of real positions",
            "members of 4096 words, knight attack sets of real positions",
            "knight moves of a square",
        ],
    },
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
    for page in &PAGES {
        let text = page.read(root)?;
        fs::write(root.join(page.path), page.splice(&text, &kept, &ranking)?)?;
        println!("spliced {kept} into {}", page.path);
    }
    Ok(())
}

/// Fails if a page does not say what the file says that its marker names.
pub(crate) fn check(root: &Path) -> Result<()> {
    for page in &PAGES {
        let text = page.read(root)?;
        let (_, rest) = text.split_once(OPEN).with_context(|| format!("{} has no ranking marker", page.path))?;
        let kept = rest.split([',', '\n']).next().unwrap_or_default();
        let ranking = fs::read_to_string(root.join(kept)).with_context(|| format!("{} names {kept}", page.path))?;
        let same = page.splice(&text, kept, &ranking)? == text;
        ensure!(same, "{} does not show what {kept} says\nmend with: {COMMAND}", page.path);
    }
    Ok(())
}

fn target_folder(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

impl Page {
    fn read(&self, root: &Path) -> Result<String> {
        fs::read_to_string(root.join(self.path)).with_context(|| format!("cannot read {}", self.path))
    }

    /// The text with the extract of `ranking` between its markers.
    fn splice(&self, text: &str, kept: &str, ranking: &str) -> Result<String> {
        let path = self.path;
        let (before, rest) = text.split_once(OPEN).with_context(|| format!("{path} has no ranking marker"))?;
        let (_, after) = rest.split_once(CLOSE).with_context(|| format!("{path} has no end of ranking"))?;
        Ok(format!("{before}{OPEN}{kept}, made by `{COMMAND}` -->\n\n{}{CLOSE}{after}", self.extract(ranking)?))
    }

    /// The line about the machine and the tables of the questions shown, every one of them.
    fn extract(&self, ranking: &str) -> Result<String> {
        let mut sections = ranking.split("\n### ");
        let intro = sections.next().and_then(|head| head.split_once("\n\n")).map(|(_, intro)| intro.trim());
        let mut text = format!("{}\n\n", intro.context("a ranking starts with a title and its machine")?);
        let sections: Vec<&str> = sections.collect();
        for title in self.shows {
            let section = sections.iter().find(|section| section.starts_with(&format!("{title}\n")));
            let section = section.with_context(|| format!("the ranking has no question {title:?}"))?;
            let table: Vec<&str> = section.lines().filter(|line| line.starts_with('|')).collect();
            text += &format!("**{title}**\n\n{}\n\n", table.join("\n"));
        }
        Ok(text)
    }
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
        let page = Page { path: "README.md", shows: &["knight attacks, real boards"] };
        let readme = format!("head\n{OPEN}old.md, made by `x` -->\nold\n{CLOSE}\ntail\n");
        let spliced = page.splice(&readme, "results/m/ranking.md", RANKING).unwrap();
        assert_eq!(
            spliced,
            "head\n<!-- ranking from results/m/ranking.md, made by `cargo bench && cargo xtask readme` -->\n\n\
             Some (R) CPU @ 2 GHz; 7 positions.\n\n**knight attacks, real boards**\n\n| a |\n|---|\n| b |\n\n\
             <!-- end of ranking -->\ntail\n"
        );
        assert_eq!(page.splice(&spliced, "results/m/ranking.md", RANKING).unwrap(), spliced);
        let missing = Page { shows: &["pawn attacks"], ..page }.splice(&readme, "results/m/ranking.md", RANKING);
        assert_eq!(missing.unwrap_err().to_string(), "the ranking has no question \"pawn attacks\"");
        assert_eq!(machine_folder(RANKING).unwrap(), "some-r-cpu-2-ghz");
    }

    #[test]
    fn every_page_shows_what_its_file_says() {
        check(&crate::workspace_root()).unwrap();
    }
}
