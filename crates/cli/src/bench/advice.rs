//! Turns the measurements into advice: a table to read, and the same results as JSON.

use std::fmt::Write;

use serde::Serialize;
use setwise_rounds::{Samples, ranks};

/// Rows closer than this share a rank: the placement of code and columns alone can reverse their order.
const TIE: f64 = 0.02;

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
                cycles_per_board: digits(samples.cycles() / per_pass),
                against_best: digits(ratio.median),
                interval: ratio.interval.map(digits),
            }
        };
        Self { pattern, boards, backends: order.iter().map(ranked).collect() }
    }

    /// Returns the backends to take: those of the first rank, without `auto`, which is one of them under another name.
    fn take(&self) -> String {
        let first = self.backends.iter().filter(|one| one.rank == 1 && !is_auto(one));
        first.map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ")
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
                    "\n{pattern}\n{:>6}  {:>8}  {:>6}  {:>11}  take",
                    "boards", "ns/board", "cycles", "auto / best"
                );
            }
            let Some(best) = answer.backends.first() else { continue };
            let of_auto = answer.backends.iter().find(|one| is_auto(one)).map_or(f64::NAN, |one| one.against_best);
            let _ = writeln!(
                text,
                "{:6}  {:8.3}  {:6.2}  {of_auto:11.2}  {}",
                answer.boards,
                best.ns_per_board,
                best.cycles_per_board,
                answer.take()
            );
        }
        if !optimised {
            text += "\nThis program was compiled without optimisation, so the times are not meaningful.\n";
        }
        text += "\nboards: boards per call. cycles: core cycles per board. Backends listed together are equally fast within the noise.\n";
        text
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

    fn answer() -> Answer {
        let row = |name: &str, time: f64| Row {
            name: name.into(),
            samples: Samples { nanoseconds: vec![time; 11], gigahertz: vec![2.0; 11] },
        };
        let rows = vec![row("slow", 40.0), row("wide", 10.0), row("wider", 10.1), row("auto: wide", 12.0)];
        Answer::new("knight attacks", 8, 10.0, rows)
    }

    #[test]
    fn equals_are_named_together_and_auto_has_its_ratio() {
        let advice = Advice {
            cpu: "a CPU".into(),
            auto: "wide",
            positions: "p".into(),
            optimised: false,
            answers: vec![answer()],
        };
        let text = advice.table();
        assert!(text.contains("without optimisation"), "{text}");
        let line = text.lines().find(|line| line.starts_with("     8")).unwrap();
        assert_eq!(line, "     8     1.000    2.00         1.20  wide, wider");
    }

    #[test]
    fn the_data_has_every_backend_best_first() {
        let data = serde_json::to_value(answer()).unwrap();
        let names: Vec<&str> =
            data["backends"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["wide", "wider", "auto: wide", "slow"]);
        assert_eq!((&data["backends"][1]["rank"], &data["backends"][3]["against_best"]), (&1.into(), &4.0.into()));
    }
}
