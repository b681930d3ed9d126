//! Turns the measurements into advice: a table to read, and the same results as JSON.

use std::fmt::Write;

use serde::Serialize;
use setwise_rounds::{Samples, ranks};

/// Rows closer than this share a rank: the placement of code and columns alone can reverse their order.
const TIE: f64 = 0.02;

/// What the columns of the table mean.
const LEGEND: &str = "
boards: boards per call; all times are per board.
best ns, cycles: nanoseconds and core cycles of the fastest, which is the first under take.
auto ns: nanoseconds of `auto()`, which chooses a backend when the program runs.
auto / best: median of the ratios within the rounds.
take: all that are equally fast within the noise; names other than auto are backends by type.
";

/// The answers to all questions on this machine.
#[derive(Debug, Serialize)]
pub(super) struct Advice {
    /// The name of the CPU.
    cpu: String,
    /// The backend that `auto` takes.
    auto: &'static str,
    /// Where the boards come from.
    positions: String,
    /// Whether the program was compiled with optimisation. Otherwise the times are not meaningful.
    optimised: bool,
    /// One answer for each pattern and length.
    answers: Vec<Answer>,
}

/// A pattern in batches of one length, with every backend, best first.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    pattern: &'static str,
    /// The number of boards per call.
    boards: usize,
    backends: Vec<Ranked>,
}

/// A backend and its time.
#[derive(Debug, Serialize)]
struct Ranked {
    name: String,
    /// Backends that do not differ share a rank.
    rank: usize,
    ns_per_board: f64,
    cycles_per_board: f64,
    /// How many times as long as the best, with a 95 % interval.
    against_best: f64,
    interval: [f64; 2],
}

/// A measured backend.
pub(super) struct Row {
    pub(super) name: String,
    /// The samples of passes.
    pub(super) samples: Samples,
}

impl Answer {
    /// Ranks the backends. A pass is over `per_pass` boards.
    pub(super) fn new(pattern: &'static str, boards: usize, per_pass: f64, rows: Vec<Row>) -> Self {
        let times: Vec<f64> = rows.iter().map(|row| row.samples.nanoseconds()).collect();
        let against = |row: usize, other: usize| rows[row].samples.against(&rows[other].samples);
        let order = ranks(&times, |row, first| against(row, first).is_slower(TIE));
        let best = order.first().map_or(0, |(best, _)| *best);
        let ranked = |&(n, rank): &(usize, usize)| {
            let (Row { name, samples }, ratio) = (&rows[n], against(n, best));
            Ranked {
                name: name.clone(),
                rank,
                ns_per_board: digits(samples.nanoseconds() / per_pass),
                cycles_per_board: digits(samples.cycles().unwrap_or_default() / per_pass),
                against_best: digits(ratio.median),
                interval: ratio.interval.map(digits),
            }
        };
        Self { pattern, boards, backends: order.iter().map(ranked).collect() }
    }

    /// Returns what to take: the rows of the first rank, the fastest first. `auto` may be the only one, because it
    /// leaves short batches to backends other than the one in its name.
    fn take(&self) -> String {
        let first = self.backends.iter().filter(|one| one.rank == 1);
        first.map(|one| if is_auto(one) { "auto" } else { one.name.as_str() }).collect::<Vec<_>>().join(", ")
    }
}

impl Advice {
    /// Adds the machine to the answers.
    pub(super) fn new(origin: String, positions: usize, answers: Vec<Answer>) -> Self {
        let (auto, optimised) = (setwise::auto().id().name(), !cfg!(debug_assertions));
        Self { cpu: cpu_name(), auto, positions: format!("{positions} {origin}"), optimised, answers }
    }

    /// Returns a table for each pattern.
    pub(super) fn table(&self) -> String {
        let Self { cpu, auto, positions, optimised, answers } = self;
        let mut text = format!("{cpu}; `auto` takes {auto}; {positions}\n");
        let mut pattern = "";
        for answer in answers {
            if answer.pattern != pattern {
                pattern = answer.pattern;
                let _ = writeln!(
                    text,
                    "\n{pattern}\n{:>6}  {:>8}  {:>6}  {:>8}  {:>11}  take",
                    "boards", "best ns", "cycles", "auto ns", "auto / best"
                );
            }
            let Some(best) = answer.backends.first() else { continue };
            let Some(auto) = answer.backends.iter().find(|one| is_auto(one)) else { continue };
            let _ = writeln!(
                text,
                "{:6}  {:8.3}  {:6.2}  {:8.3}  {:11.2}  {}",
                answer.boards,
                best.ns_per_board,
                best.cycles_per_board,
                auto.ns_per_board,
                auto.against_best,
                answer.take()
            );
        }
        if !optimised {
            text += "\nThis program was compiled without optimisation, so the times are not meaningful.\n";
        }
        text + LEGEND
    }
}

fn is_auto(one: &Ranked) -> bool {
    one.name.starts_with("auto:")
}

/// Rounds to four decimals.
fn digits(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Returns the name of the CPU, or the architecture if the system does not report a name.
fn cpu_name() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim().to_string());
    name.unwrap_or_else(|| format!("a CPU of the architecture {}", std::env::consts::ARCH))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the answer for rows with these times of a pass over ten boards.
    fn answer(times: &[(&str, f64)]) -> Answer {
        let row = |&(name, time): &(&str, f64)| Row {
            name: name.into(),
            samples: Samples { nanoseconds: vec![time; 11], gigahertz: vec![2.0; 11] },
        };
        Answer::new("knight attacks", 8, 10.0, times.iter().map(row).collect())
    }

    /// Returns the table and its line for 8 boards.
    fn table(times: &[(&str, f64)]) -> (String, String) {
        let (auto, positions) = ("wide", "p".into());
        let text =
            Advice { cpu: "a CPU".into(), auto, positions, optimised: false, answers: vec![answer(times)] }.table();
        let line = text.lines().find(|line| line.starts_with("     8")).unwrap().to_string();
        (text, line)
    }

    const TIMES: [(&str, f64); 4] = [("slow", 40.0), ("wide", 10.0), ("wider", 10.1), ("auto: wide", 12.0)];

    #[test]
    fn equals_are_named_together_and_auto_has_its_time_and_ratio() {
        let (text, line) = table(&TIMES);
        assert!(text.contains("without optimisation"), "{text}");
        assert_eq!(line, "     8     1.000    2.00     1.200         1.20  wide, wider");
    }

    #[test]
    fn auto_is_taken_if_it_is_among_the_fastest_or_alone() {
        let (_, line) = table(&[("wide", 10.1), ("auto: wide", 10.0), ("slow", 40.0)]);
        assert_eq!(line, "     8     1.000    2.00     1.000         1.00  auto, wide");
        let (_, line) = table(&[("wide", 15.0), ("auto: wide", 10.0)]);
        assert_eq!(line, "     8     1.000    2.00     1.000         1.00  auto");
    }

    #[test]
    fn the_data_has_every_backend_best_first() {
        let data = serde_json::to_value(answer(&TIMES)).unwrap();
        let names: Vec<&str> =
            data["backends"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["wide", "wider", "auto: wide", "slow"]);
        assert_eq!((&data["backends"][1]["rank"], &data["backends"][3]["against_best"]), (&1.into(), &4.0.into()));
    }
}
