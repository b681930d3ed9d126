//! Shows the measurements and the recommended backends, as a table and as JSON.

use std::fmt::Write;

use serde::Serialize;
use setwise_rounds::{Measured, Ranked, Table, cpu_name};

/// The meaning of the columns of the table.
const LEGEND: &str = "
boards: boards per call; all times are per board.
best ns, cycles: nanoseconds and core cycles of the fastest backend, which is the first under take.
auto ns: nanoseconds of `auto()`, which chooses a backend when the program runs.
auto / best: median of the ratios within the rounds.
take: all backends that are as fast as the fastest within the noise; auto is `auto()`, other names are backends chosen by type.
";

/// The recommended backends for every pattern and batch length on this machine.
#[derive(Debug, Serialize)]
pub(super) struct Advice {
    cpu: String,
    /// The backend that `auto` chooses.
    auto: &'static str,
    /// The source of the boards.
    positions: String,
    /// Whether the program was compiled with optimisation. Without optimisation, the times say nothing about the
    /// backends.
    optimised: bool,
    /// One answer for each pattern and batch length.
    answers: Vec<Answer>,
}

/// The times of all backends for one pattern and one batch length, the fastest backend first.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    pattern: &'static str,
    boards: usize,
    backends: Vec<Backend>,
}

/// A backend and its time.
#[derive(Debug, Serialize)]
struct Backend {
    name: String,
    /// Backends whose times do not clearly differ share a rank.
    rank: usize,
    ns_per_board: f64,
    cycles_per_board: f64,
    /// The time divided by the time of the best backend, with a 95 % interval.
    against_best: f64,
    interval: [f64; 2],
}

impl Answer {
    /// Returns the answer to a question with batches of `boards` boards, from the measured times and their ranks.
    pub(super) fn new(pattern: &'static str, boards: usize, measured: &Measured) -> Self {
        let backend = |Ranked { row, rank, to_best }: Ranked<'_>| Backend {
            name: row.name.clone(),
            rank: rank.unwrap_or_default(),
            ns_per_board: digits(row.samples.nanoseconds()),
            cycles_per_board: digits(row.samples.cycles().unwrap_or_default()),
            against_best: digits(to_best.median),
            interval: to_best.interval.map(digits),
        };
        Self { pattern, boards, backends: measured.ranked().into_iter().map(backend).collect() }
    }

    /// Returns the cells of a row of the table, or `None` if `auto` was not measured.
    fn line(&self) -> Option<[String; 6]> {
        let (best, auto) = (self.backends.first()?, self.backends.iter().find(|one| is_auto(one))?);
        Some([
            self.boards.to_string(),
            format!("{:.3}", best.ns_per_board),
            format!("{:.2}", best.cycles_per_board),
            format!("{:.3}", auto.ns_per_board),
            format!("{:.2}", auto.against_best),
            self.take(),
        ])
    }

    /// Returns the recommended backends: the rows of the first rank, the fastest first. `auto` may be the only row of
    /// this rank, because for a batch shorter than a register, `auto` runs a backend with shorter registers.
    fn take(&self) -> String {
        let first = self.backends.iter().filter(|one| one.rank == 1);
        first.map(|one| if is_auto(one) { "auto" } else { one.name.as_str() }).collect::<Vec<_>>().join(", ")
    }
}

impl Advice {
    /// Adds a description of this machine to the answers.
    pub(super) fn new(origin: String, positions: usize, answers: Vec<Answer>) -> Self {
        let (auto, optimised) = (setwise::auto().id().name(), !cfg!(debug_assertions));
        Self { cpu: cpu_name(), auto, positions: format!("{positions} {origin}"), optimised, answers }
    }

    /// Returns a table for each pattern.
    pub(super) fn table(&self) -> String {
        let Self { cpu, auto, positions, optimised, answers } = self;
        let mut text = format!("{cpu}; `auto` takes {auto}; {positions}\n");
        for answers in answers.chunk_by(|a, b| a.pattern == b.pattern) {
            let mut table = Table::new(["boards", " best ns", "cycles", " auto ns", "auto / best", "take"]);
            answers.iter().filter_map(Answer::line).for_each(|line| table.push(line));
            let _ = write!(text, "\n{}\n{}", answers[0].pattern, table.text());
        }
        if !optimised {
            text += "\nThis program was compiled without optimisation, so the times are not meaningful.\n";
        }
        text + LEGEND
    }
}

fn is_auto(one: &Backend) -> bool {
    one.name.starts_with("auto:")
}

fn digits(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use setwise_rounds::{Role, Row, Samples};

    use super::*;

    /// Returns the answer that is computed from these times per board.
    fn answer(times: &[(&str, f64)]) -> Answer {
        let row = |&(name, time): &(&str, f64)| Row {
            name: name.into(),
            role: Role::Backend,
            samples: Samples { nanoseconds: vec![time; 11], gigahertz: vec![2.0; 11] },
        };
        Answer::new("knight attacks", 8, &Measured::of_rows("wide", times.iter().map(row).collect()))
    }

    /// Checks that equals are named together, that `auto` has its time and ratio, and that it is taken if it is among the
    /// fastest or alone.
    #[test]
    fn the_fastest_are_taken() {
        let times = [("slow", 4.0), ("wide", 1.0), ("wider", 1.01), ("auto: wide", 1.2)];
        for (times, expected) in [
            (&times[..], "     8     1.000    2.00     1.200         1.20  wide, wider"),
            (
                &[("wide", 1.01), ("auto: wide", 1.0), ("slow", 4.0)],
                "     8     1.000    2.00     1.000         1.00  auto, wide",
            ),
            (&[("wide", 1.5), ("auto: wide", 1.0)], "     8     1.000    2.00     1.000         1.00  auto"),
        ] {
            let (cpu, positions, answers) = ("a CPU".into(), "p".into(), vec![answer(times)]);
            let text = Advice { cpu, auto: "wide", positions, optimised: false, answers }.table();
            assert!(text.contains("without optimisation") && text.lines().any(|line| line == expected), "{text}");
        }
        let data = serde_json::to_value(answer(&times)).unwrap();
        let names = data["backends"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
        assert!(names.eq(["wide", "wider", "auto: wide", "slow"]), "{data}");
        assert_eq!((&data["backends"][1]["rank"], &data["backends"][3]["against_best"]), (&1.into(), &4.0.into()));
    }
}
