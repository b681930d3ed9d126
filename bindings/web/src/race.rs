//! The race: interleaved rounds measure every strategy that this browser can run.

use std::fmt::Write as _;
use std::time::Duration;

use setwise::BackendId;
use setwise_rounds::{Plan, Samples, Wrong, interleave};

use crate::question::{BASELINE, QUESTIONS, ready};

/// The minimum time of a sample. Shorter samples would be inaccurate, because the clocks of browsers are coarse.
const SAMPLE: Duration = Duration::from_millis(20);

/// Returns lines with the questions, the strategies and the backends that cannot run. The n-th strategy is row n of a
/// race. Each line has one of these forms:
///
/// - `question` and its name,
/// - `strategy`, its name and a description,
/// - `missing` and the name of a backend that runs in browsers but is not part of this module,
/// - `native` and the name of a backend that runs only outside a browser.
#[must_use]
pub fn lineup() -> String {
    let mut lines = String::new();
    for question in &QUESTIONS {
        let _ = writeln!(lines, "question\t{}", question.name);
    }
    let summary = "One board after the other, each computed before the next is read.";
    let _ = writeln!(lines, "strategy\t{BASELINE}\t{summary}");
    for id in ready().map(|backend| backend.id()) {
        let _ = writeln!(lines, "strategy\t{id}\t{}", id.summary());
    }
    for id in BackendId::ALL.iter().filter(|id| id.detect().is_err()) {
        let kind = if *id == BackendId::Simd128Prefix { "missing" } else { "native" };
        let _ = writeln!(lines, "{kind}\t{id}");
    }
    lines
}

/// Runs a race. The first line of the text is the name of a question, the second is the number of rounds, and all
/// following lines are FENs. `clock` returns a time in milliseconds. After each sample, `on_sample` receives the row of
/// the strategy and the nanoseconds per board.
///
/// The first line of the answer has the number of boards and the minimum time of a sample in milliseconds. Each
/// following line describes a strategy: its name, its median time in nanoseconds per board, and its speed relative to
/// one board at a time. The last two fields are the ends of the 95 % interval of this speed.
///
/// # Errors
///
/// Returns the reason if the question or the number of rounds is invalid, if a FEN is not a position, or if a strategy
/// gives a wrong answer.
pub fn race(text: &str, clock: impl Fn() -> f64, mut on_sample: impl FnMut(usize, f64)) -> Result<String, String> {
    let mut lines = text.lines();
    let (name, rounds) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let def = QUESTIONS.iter().find(|def| def.name == name).ok_or_else(|| format!("'{name}' is not a question"))?;
    let rounds: usize = rounds.parse().map_err(|_| format!("'{rounds}' is not a number of rounds"))?;
    let mut question = def.make(lines)?;
    if let Some(Wrong { name, fault }) = question.checked().1.first() {
        return Err(format!("{name} gives a wrong answer: {fault}"));
    }
    let boards = question.boards as f64;
    let strategies = question.contestants.len();
    let mut samples = vec![Samples::default(); strategies];
    let timed = |row: usize, passes: u64| {
        let start = clock();
        for _ in 0..passes {
            question.pass(row);
        }
        Duration::from_secs_f64((clock() - start).max(0.0) / 1e3)
    };
    interleave(strategies, Plan { rounds: rounds.max(1), sample: SAMPLE }, timed, |row, nanoseconds| {
        samples[row].nanoseconds.push(nanoseconds);
        on_sample(row, nanoseconds / boards);
    });
    let mut lines = format!("boards\t{boards}\t{}\n", SAMPLE.as_millis());
    for (strategy, own) in question.contestants.iter().zip(&samples) {
        // The relative speed is the time of the baseline divided by the time of the strategy.
        let faster = samples[0].against(own);
        let (time, [low, high]) = (own.nanoseconds() / boards, faster.interval);
        let _ = writeln!(lines, "{}\t{time:.4}\t{:.3}\t{low:.3}\t{high:.3}", strategy.name, faster.median);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::question::tests::POSITIONS;

    /// Returns a clock that advances by more than the minimum time of a sample at each reading, so that every sample
    /// consists of a single pass.
    fn clock() -> impl Fn() -> f64 {
        let time = Cell::new(0.0);
        move || time.replace(time.get() + 25.0)
    }

    #[test]
    fn every_strategy_has_a_sample_in_each_round_and_a_row() {
        let rows = lineup().lines().filter(|line| line.starts_with("strategy\t")).count();
        let mut samples = vec![0; rows];
        let text = race(&format!("fork squares\n3\n{POSITIONS}"), clock(), |row, nanoseconds| {
            samples[row] += 1;
            assert!((nanoseconds - 25e6 / 2048.0).abs() < 1e-6);
        });
        assert_eq!(samples, vec![3; rows]);
        let text = text.unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "boards\t2048\t20");
        assert_eq!(lines[1], format!("{BASELINE}\t12207.0312\t1.000\t1.000\t1.000"));
        assert_eq!(lines.len(), rows + 1);
        assert!(text.contains("\nscalar-shift\t") && text.contains("\nportable-prefix\t"), "{text}");
    }

    #[test]
    fn a_backend_that_the_module_lacks_is_named() {
        let lines = lineup();
        let simd =
            if cfg!(target_feature = "simd128") { "strategy\tsimd128-prefix\t" } else { "missing\tsimd128-prefix\n" };
        assert!(lines.contains(simd), "{lines}");
        assert!(lines.contains("native\tneon-prefix\n") || cfg!(target_arch = "aarch64"), "{lines}");
    }

    #[test]
    fn a_bad_request_has_its_reason() {
        let fails = |text: &str| race(text, clock(), |_, _| ()).unwrap_err();
        assert_eq!(fails("rook attacks\n3"), "'rook attacks' is not a question");
        assert_eq!(fails("knight moves\nmany"), "'many' is not a number of rounds");
        assert_eq!(fails("knight moves\n3"), "a race needs positions");
        assert_eq!(fails("knight moves\n3\n8/8 w"), "'8/8 w': the placement has 2 ranks, not 8");
    }
}
