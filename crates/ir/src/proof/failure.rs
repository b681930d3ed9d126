//! The reasons why a proof fails: boards on which results differ, or a limit of the decision diagrams.

use std::error::Error;
use std::fmt;

use setwise_board::Bitboard;

/// The reason why there is no proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The results differ on some boards.
    Differs(Counterexample),
    /// It was not decided whether the results differ.
    Undecided(Undecided),
}

/// The reason why it was not decided whether results differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    /// A diagram has too many nodes.
    TooLarge,
    /// A sum has too many terms for its binary digits to be computed.
    LargeNumber,
    /// The results depend on whether large sets are empty, and there are too many such sets.
    ManyConditions,
    /// The results differ only under assumptions about which large sets are empty, and no boards were found that meet
    /// these assumptions.
    OnlyByConditions,
}

/// Boards on which two results differ. No boards with fewer members show a difference. There are two exceptions: the
/// difference may depend on whether large sets are empty, or the comparison of another result may be undecided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// The name of the program.
    pub program: String,
    /// The name and the board of each input.
    pub boards: Vec<(String, Bitboard)>,
    /// The name of the result that differs.
    pub result: String,
    /// The result of the specification or of the other program.
    pub expected: u64,
    /// The result of the program.
    pub found: u64,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "a decision diagram became too large",
            Self::LargeNumber => "a sum has too many terms to compute its digits, and the terms of the sums differ",
            Self::ManyConditions => "too many comparisons of large sets",
            Self::OnlyByConditions => {
                "the results differ only if comparisons of large sets have results for which no boards were found"
            }
        })
    }
}

impl Error for Undecided {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs(counterexample) => counterexample.fmt(f),
            Self::Undecided(reason) => write!(f, "not decided: {reason}"),
        }
    }
}

impl Error for Failure {}

/// Draws the boards of the inputs, the expected result and the actual result next to each other.
impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {} differs: expected {:#x}, found {:#x}",
            self.program, self.result, self.expected, self.found
        )?;
        let results = [("expected".into(), Bitboard(self.expected)), ("found".into(), Bitboard(self.found))];
        let boards: Vec<&(String, Bitboard)> = self.boards.iter().chain(&results).collect();
        let line = |cells: Vec<String>| cells.join("   ").trim_end().to_string();
        writeln!(f, "{}", line(boards.iter().map(|(name, _)| format!("{name:15.15}")).collect()))?;
        let pictures: Vec<String> = boards.iter().map(|(_, board)| board.to_string()).collect();
        for rank in 0..8 {
            let ranks = pictures.iter().map(|picture| picture.lines().nth(rank).unwrap_or("").to_string());
            writeln!(f, "{}", line(ranks.collect()))?;
        }
        Ok(())
    }
}
