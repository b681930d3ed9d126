//! Two runs row by row: what became faster, what slower, and what cannot be told.

use std::fmt::Write;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::question::Role;
use crate::ranking::aligned;
use crate::ratio::{Ratio, median};
use crate::rounds::Measured;
use crate::self_check::{is_different, is_slower};

/// The rows of both, as a table, with the geometric mean of all ratios: time in `b` over time in `a`.
///
/// Rounds of different runs were not interleaved, so samples are resampled by themselves, not in pairs.
#[must_use]
pub fn markdown(a: &[Measured], b: &[Measured]) -> String {
    let mut table = vec![["question", "row", "b / a", "95 %", ""].map(str::to_string)];
    let (mut logarithms, mut only_in_one) = (Vec::new(), 0);
    for of_a in a {
        let Some(of_b) = b.iter().find(|question| question.id == of_a.id) else {
            only_in_one += of_a.rows.len();
            continue;
        };
        for row in of_a.rows.iter().filter(|row| row.role != Role::Roof) {
            let Some(other) = of_b.row(&row.name) else {
                only_in_one += 1;
                continue;
            };
            let ratio = unpaired(&other.ns_per_board, &row.ns_per_board);
            logarithms.push(ratio.median.ln());
            let verdict = match (is_different(&ratio), is_slower(&ratio)) {
                (false, _) => "",
                (true, true) => "slower",
                (true, false) => "faster",
            };
            let [low, high] = ratio.interval;
            let cells =
                [&of_a.id, &row.name, &format!("{:.3}", ratio.median), &format!("{low:.3} to {high:.3}"), verdict];
            table.push(cells.map(str::to_string));
        }
    }
    let mut text = aligned(&table);
    let rows = logarithms.len();
    if rows == 0 {
        return "The two have no row in common.\n".to_string();
    }
    let mean = (logarithms.iter().sum::<f64>() / rows as f64).exp();
    let _ = write!(
        text,
        "\nGeometric mean of {rows} ratios: {mean:.3}. It weighs a row that nobody needs as much as the one that you need, and\n\
         hides what became slower behind what became faster: read the rows.\n"
    );
    if only_in_one > 0 {
        let _ = writeln!(text, "{only_in_one} rows are in one of the two only.");
    }
    text
}

/// The ratio of medians of samples that were not taken side by side: percentile bootstrap of both, seeded.
fn unpaired(above: &[f64], below: &[f64]) -> Ratio {
    const RESAMPLES: usize = 1000;
    let mut random = ChaCha8Rng::seed_from_u64(96);
    let mut resampled = |samples: &[f64]| {
        let pick = |_| samples[(random.next_u64() % samples.len() as u64) as usize];
        median(&(0..samples.len()).map(pick).collect::<Vec<_>>())
    };
    let mut ratios: Vec<f64> = (0..RESAMPLES).map(|_| resampled(above) / resampled(below)).collect();
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| ratios[(share * (RESAMPLES - 1) as f64).round() as usize];
    Ratio { median: median(above) / median(below), interval: [at(0.025), at(0.975)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::Samples;

    fn run(times: &[(&str, f64)]) -> Vec<Measured> {
        let row = |&(name, ns): &(&str, f64)| Samples {
            name: name.into(),
            role: Role::Backend,
            ns_per_board: (0..15).map(|n| ns * (1.0 + 0.001 * f64::from(n))).collect(),
        };
        vec![Measured {
            id: "q".into(),
            title: "q".into(),
            reason: String::new(),
            boards: 1,
            point: None,
            reference: "x".into(),
            rows: times.iter().map(row).collect(),
            wrong: vec![],
        }]
    }

    #[test]
    fn rows_are_called_faster_or_slower_only_beyond_the_noise() {
        let text = markdown(
            &run(&[("x", 1.0), ("y", 1.0), ("z", 1.0), ("w", 1.0)]),
            &run(&[("x", 2.0), ("y", 0.5), ("z", 1.0)]),
        );
        let row = |name: &str| {
            text.lines().find(|row| row.split('|').nth(2).is_some_and(|cell| cell.trim() == name)).unwrap()
        };
        assert!(row("x").contains("slower") && row("y").contains("faster"), "{text}");
        assert!(!row("z").contains("slower") && !row("z").contains("faster"), "{text}");
        assert!(text.contains("Geometric mean of 3 ratios: 1.000.") && text.contains("1 rows are in one"), "{text}");
        assert_eq!(markdown(&run(&[("x", 1.0)]), &[]), "The two have no row in common.\n");
    }
}
