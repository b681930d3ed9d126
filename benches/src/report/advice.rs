//! Advice from the measurements: which backend to use for how many boards on this CPU.

use super::table::three;
use crate::question::Role;
use crate::ranking::aligned;
use crate::record::Kept;
use crate::rounds::{Measured, Samples};

/// Returns the advice as tables: one row per batch length, then latency, single squares and counting.
pub(super) fn markdown(kept: &Kept) -> String {
    let head = ["you have", "take", "ns each", "times as fast as scalar-prefix", "auto takes"].map(str::to_string);
    let mut table = vec![head];
    for (boards, question) in kept.along("boards a batch") {
        let have = if boards == 1.0 {
            "1 board, throughput".to_string()
        } else {
            format!("a batch of {} boards", thousands(boards))
        };
        table.extend(row(&have, question, "scalar-prefix"));
    }
    if let Some(question) = kept.question("knights-latency") {
        table.extend(row("1 board inside a search (latency)", question, "scalar-prefix"));
    }
    let text = aligned(&table);
    let mut others = vec![["you have", "take", "ns each", "times as fast", "auto takes"].map(str::to_string)];
    if let Some(question) = kept.question("knight-squares") {
        others.extend(row("a column of squares", question, "table"));
    }
    for (words, question) in kept.along("words counted") {
        let unit = if words == 1.0 { "word" } else { "words" };
        others.extend(row(&format!("{} {unit} to count", thousands(words)), question, "count-ones"));
    }
    format!(
        "{text}\nSquares are compared with the table, counts with `count_ones` as compiled:\n\n{}",
        aligned(&others)
    )
}

/// Returns a row with the best backend, up to two others within 3 % of it, and the automatic choice.
fn row(have: &str, question: &Measured, reference: &str) -> Option<[String; 5]> {
    let mut backends: Vec<&Samples> =
        question.rows.iter().filter(|row| row.role == Role::Backend && !row.name.starts_with("auto:")).collect();
    backends.sort_by(|a, b| a.median().total_cmp(&b.median()));
    let best = *backends.first()?;
    let level = backends.iter().filter(|row| row.against(best).median <= 1.03).take(3);
    let take: Vec<String> = level.map(|row| format!("`{}`", row.name)).collect();
    let faster = question.row(reference).map_or("-".to_string(), |other| format!("{:.2}", other.against(best).median));
    let auto = question.row("auto:").map_or_else(
        || "-".to_string(),
        |auto| {
            let chosen = auto.name.trim_start_matches("auto: ");
            format!("`{chosen}`, {:.2} of the best time", auto.against(best).median)
        },
    );
    Some([have.to_string(), take.join(" or "), three(best.median()), faster, auto])
}

/// Formats a number with commas between thousands.
pub(super) fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_commas() {
        assert_eq!(
            [1.0, 512.0, 2048.0, 65536.0, 1_048_576.0].map(thousands),
            ["1", "512", "2,048", "65,536", "1,048,576"]
        );
    }
}
