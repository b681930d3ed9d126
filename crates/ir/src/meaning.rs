//! What an operation does, in a few words.

use crate::{Operation, Program, ValueId, constant};

impl Program {
    /// Returns what an operation does, such as `shift by 1, mask file a`.
    #[must_use]
    pub fn meaning(&self, value: ValueId) -> String {
        let operation = self.operations()[value.index()];
        if let Some((_, places, mask)) = operation.step() {
            return format!("shift by {}, mask {}", places.abs(), constant(!mask));
        }
        let mask = |value: ValueId| match self.operations()[value.index()] {
            Operation::Constant(word) => Some(word),
            _ => None,
        };
        match operation {
            Operation::Input(_) => "input".into(),
            Operation::Constant(word) => constant(word),
            Operation::And(_, b) => match mask(b) {
                Some(word) if word.count_ones() > 32 => format!("without {}", constant(!word)),
                Some(word) => format!("only {}", constant(word)),
                None => "squares in both".into(),
            },
            Operation::Or(..) => "squares in either".into(),
            Operation::Xor(..) => "squares in one but not in both".into(),
            Operation::Not(_) => "all other squares".into(),
            Operation::Up(_, places) => moved(places.cast_signed()),
            Operation::Down(_, places) => moved(-places.cast_signed()),
            Operation::Add(..) if self.is_number(value) => "sum".into(),
            Operation::Add(..) => "sum, with carries toward h8".into(),
            Operation::Equal(..) => "all squares if equal, otherwise none".into(),
            Operation::Popcount(_) => "number of squares".into(),
            Operation::East(_) | Operation::TwoEast(_) | Operation::West(_) | Operation::TwoWest(_) => String::new(),
        }
    }

    /// Returns whether an operation counts, so that its value is a number and not a set.
    #[must_use]
    pub fn is_number(&self, value: ValueId) -> bool {
        match self.operations()[value.index()] {
            Operation::Popcount(_) => true,
            Operation::Add(a, b) => self.is_number(a) || self.is_number(b),
            _ => false,
        }
    }
}

/// Returns where a shift moves a square in the middle of the board: along a diagonal if it can, otherwise as few files as
/// possible.
fn moved(places: i32) -> String {
    let ranks = match places {
        _ if places % 9 == 0 => places / 9,
        _ if places % 7 == 0 => places / 7,
        _ => (places + 3).div_euclid(8),
    };
    let files = places - 8 * ranks;
    let part = |count: i32, of: &str, forward: &str, backward: &str| {
        let plural = if count.abs() == 1 { "" } else { "s" };
        let way = if count > 0 { forward } else { backward };
        (count != 0).then(|| format!("{} {of}{plural} {way}", count.abs()))
    };
    let parts = [part(ranks, "rank", "up", "down"), part(files, "file", "east", "west")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_are_named_by_ranks_and_files() {
        let cases = [
            (1, "1 file east"),
            (-1, "1 file west"),
            (8, "1 rank up"),
            (-16, "2 ranks down"),
            (17, "2 ranks up, 1 file east"),
            (-15, "2 ranks down, 1 file east"),
            (6, "1 rank up, 2 files west"),
            (-10, "1 rank down, 2 files west"),
            (28, "4 ranks up, 4 files west"),
            (-36, "4 ranks down, 4 files west"),
        ];
        for (places, words) in cases {
            assert_eq!(moved(places), words, "{places}");
        }
    }
}
