//! The real positions for measurements: the embedded games, or a file that the user provides.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use setwise_positions::{Columns, Reader, Rules};
use setwise_testkit::games::{master_fens, master_games, master_positions};
use setwise_testkit::positions::{Position, read_lines};

/// The environment variable that names a file of FEN or EPD lines. A relative path is relative to the workspace root.
pub const VARIABLE: &str = "SETWISE_POSITIONS";

/// Real positions and their origin.
#[derive(Debug, Clone)]
pub struct RealPositions {
    /// A description of where the positions come from.
    pub origin: String,
    /// Whether these are the embedded positions, for which checksums of the answers are stored.
    pub embedded: bool,
    /// The positions in the order of the games or of the file. There is at least one position.
    pub positions: Vec<Position>,
    /// The positions as text: FEN or EPD lines. The text of a file also has its blank lines and comments.
    pub text: String,
}

impl RealPositions {
    /// Loads the file that [`VARIABLE`] names, or the embedded games.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, contains a line that is not a position, or contains no position.
    pub fn load() -> Result<Self> {
        match std::env::var_os(VARIABLE) {
            Some(path) if !path.is_empty() => {
                Self::from_file(&Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path)).context(VARIABLE)
            }
            _ => Ok(Self::embedded()),
        }
    }

    /// Returns the distinct positions of the embedded master games.
    #[must_use]
    pub fn embedded() -> Self {
        let positions = master_positions();
        let games = master_games().len();
        let origin = format!("the first of {} distinct positions of {games} master games, in order", positions.len());
        Self { origin, embedded: true, positions, text: master_fens().join("\n") + "\n" }
    }

    /// Returns the lines of the positions, without blank lines and comments.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let is_position = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        self.text.trim_start_matches('\u{FEFF}').lines().filter(is_position)
    }

    /// Returns columns of `count` positions, read by the text reader. If there are fewer positions, they are repeated.
    /// Returns `None` if the rules of chess allow none of them.
    #[must_use]
    pub fn columns(&self, count: usize) -> Option<Columns> {
        let mut lines = Columns::default();
        Reader::new(setwise::auto(), Rules::Chess).append(self.text.as_bytes(), 1, &mut lines, |_| ());
        let positions: Vec<_> = (0..lines.len()).filter_map(|n| lines.get(n)).collect();
        (!positions.is_empty()).then(|| positions.into_iter().cycle().take(count).collect())
    }

    /// Reads the positions of a file of FEN or EPD lines.
    fn from_file(path: &Path) -> Result<Self> {
        let shown = path.display();
        let bytes = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
        let text =
            String::from_utf8(bytes).with_context(|| format!("{shown} is not plain text of FEN or EPD lines"))?;
        let positions = read_lines(&text).map_err(|error| anyhow::anyhow!("{shown}:{error}"))?;
        ensure!(!positions.is_empty(), "{shown} contains no position");
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        Ok(Self {
            origin: format!("the first of {} positions of {name}, in order", positions.len()),
            embedded: false,
            positions,
            text,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_an_empty_and_a_bad_file_are_clear_errors() {
        let folder = std::env::temp_dir().join(format!("setwise-positions-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let error = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            fs::write(&path, bytes).unwrap();
            format!("{:#}", RealPositions::from_file(&path).unwrap_err())
        };
        assert!(error("empty.fen", b"\n# nothing\n").ends_with("empty.fen contains no position"));
        assert!(error("bad.fen", b"\n8/8 w - -\n").ends_with("bad.fen:2: the placement has 2 ranks, not 8"));
        assert!(error("packed.zst", &[0x28, 0xB5, 0x2F, 0xFD]).contains("is not plain text of FEN or EPD lines"));
        let missing = format!("{:#}", RealPositions::from_file(&folder.join("missing.fen")).unwrap_err());
        assert!(missing.contains("cannot read") && missing.contains("missing.fen"), "{missing}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
