//! `cargo bench`: criterion measures every contestant of every question, and the output ends with the rankings.
//!
//! A row is one contestant over the columns of a question. Criterion decides how often to run it. Its samples are recorded here,
//! and the ranking shows their median.

#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use criterion::{BenchmarkId, Criterion, Throughput};
use setwise_benches::ask::Ask;
use setwise_benches::machine::cpu_name;
use setwise_benches::positions::RealPositions;
use setwise_benches::question::Question;
use setwise_benches::questions;
use setwise_benches::ranking::{Ranking, Row, skipped};
use setwise_benches::ratio::median;
use setwise_benches::timing::time;
use setwise_specimens::AnyBackend;

/// The number of samples per row, and criterion's time for the samples and for the warm-up.
const SAMPLES: usize = 20;
const MEASUREMENT: Duration = Duration::from_millis(200);
const WARM_UP: Duration = Duration::from_millis(80);

/// The number of resamples for criterion's own statistics, which are not used here: the least that causes no warning.
const RESAMPLES: usize = 1001;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures every question. Returns whether every answer was right.
fn run() -> Result<bool> {
    let mut criterion = Criterion::default()
        .sample_size(SAMPLES)
        .measurement_time(MEASUREMENT)
        .warm_up_time(WARM_UP)
        .nresamples(RESAMPLES)
        .without_plots()
        .configure_from_args();
    let real = RealPositions::load()?;
    let only = only_backend()?;
    let mut rankings = Vec::new();
    for make in questions::headline() {
        if let Some(question) = make(Ask { only, ..Ask::all(&real) })? {
            rankings.push(measure(&mut criterion, question));
        }
    }
    criterion.final_summary();
    report(&rankings, &real);
    Ok(rankings.iter().all(|ranking| ranking.wrong.is_empty()))
}

/// Returns the backend that the environment names, if it names one. It is an error if that backend is not ready here.
fn only_backend() -> Result<Option<&'static str>> {
    let Some(wanted) = std::env::var_os(setwise::BACKEND_VARIABLE).filter(|name| !name.is_empty()) else {
        return Ok(None);
    };
    let wanted = wanted.to_string_lossy();
    AnyBackend::named(&wanted).context(setwise::BACKEND_VARIABLE)?;
    Ok(setwise_specimens::entries().map(|entry| entry.name).find(|name| *name == wanted))
}

/// Measures the contestants of one question.
fn measure(criterion: &mut Criterion, mut question: Question) -> Ranking {
    let mut ranking = Ranking {
        title: question.title.clone(),
        reason: question.reason.clone(),
        reference: question.reference,
        rows: Vec::new(),
        wrong: Vec::new(),
    };
    let boards = question.boards as u64;
    let mut group = criterion.benchmark_group(&question.title);
    group.throughput(Throughput::Elements(boards));
    for n in 0..question.contestants.len() {
        let (name, role) = (question.contestants[n].name.clone(), question.contestants[n].role);
        if let Err(fault) = question.check(n) {
            ranking.wrong.push(format!("{name}: {fault}"));
            continue;
        }
        let samples = RefCell::new(Samples::default());
        group.bench_function(BenchmarkId::from_parameter(&name), |bencher| {
            bencher.iter_custom(|passes| {
                let elapsed = time(passes, || question.pass(n));
                samples.borrow_mut().push(elapsed, passes * boards);
                elapsed
            });
        });
        if let Some(ns_per_board) = samples.into_inner().median() {
            ranking.rows.push(Row { name, role, ns_per_board });
        }
    }
    group.finish();
    ranking
}

/// The samples of a row after the warm-up. There are none in a test run, or if a filter excludes the row.
#[derive(Default)]
struct Samples {
    warm_up: Duration,
    ns_per_board: Vec<f64>,
}

impl Samples {
    fn push(&mut self, elapsed: Duration, boards: u64) {
        if self.warm_up > WARM_UP {
            self.ns_per_board.push(elapsed.as_secs_f64() * 1e9 / boards as f64);
        } else {
            self.warm_up += elapsed;
        }
    }

    fn median(self) -> Option<f64> {
        (!self.ns_per_board.is_empty()).then(|| median(&self.ns_per_board))
    }
}

/// Prints the rankings.
fn report(rankings: &[Ranking], real: &RealPositions) {
    let told: Vec<String> = rankings
        .iter()
        .filter(|ranking| !ranking.rows.is_empty() || !ranking.wrong.is_empty())
        .map(Ranking::to_markdown)
        .collect();
    if told.is_empty() {
        println!(
            "\nNo ranking, because nothing was measured: this was a test run or a list, or the filter matches no row."
        );
        return;
    }
    println!(
        "\n## Ranking\n\n{}; {}; medians of one run of `cargo bench`, rows measured one after the other.\n\n{}\n{}",
        cpu_name(),
        real.origin,
        told.join("\n"),
        skipped(),
    );
    println!(
        "For fairer results that are kept, with charts: `cargo xtask record && cargo xtask report`. For instruction counts:\n\
         `cargo xtask counts`."
    );
}
