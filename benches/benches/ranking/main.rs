//! `cargo bench`: criterion measures every contestant of every question, and the rankings end the output.
//!
//! A row is one contestant over one column of 2,048 boards. Criterion decides how often to run it; the samples it takes are
//! kept here, and the ranking shows their median.

#![forbid(unsafe_code)]

mod attacks;
mod latency;
mod one_square;

use std::cell::RefCell;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use criterion::{BenchmarkId, Criterion, Throughput};
use setwise::BackendId;
use setwise_benches::columns::Column;
use setwise_benches::contestant::Contestant;
use setwise_benches::machine::cpu_name;
use setwise_benches::positions::RealPositions;
use setwise_benches::ranking::{Ranking, Row, skipped};
use setwise_benches::workload::checksum;

/// Samples a row, and the time that criterion may take for them and before them.
const SAMPLES: usize = 20;
const MEASUREMENT: Duration = Duration::from_millis(200);
const WARM_UP: Duration = Duration::from_millis(80);

/// Where the columns start within a page, in bytes, so that input and output do not alias.
const INPUT_OFFSET: usize = 0;
const OUTPUT_OFFSET: usize = 17 * 64;

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

/// Asks every question; whether every answer was right.
fn run() -> Result<bool> {
    let mut criterion = Criterion::default()
        .sample_size(SAMPLES)
        .measurement_time(MEASUREMENT)
        .warm_up_time(WARM_UP)
        .without_plots()
        .configure_from_args();
    let real = RealPositions::load()?;
    let only = only_backend()?;
    let mut rankings = attacks::ask(&mut criterion, &real, only)?;
    rankings.extend(latency::ask(&mut criterion, &real, only)?);
    rankings.extend(one_square::ask(&mut criterion, &real)?);
    criterion.final_summary();
    report(&rankings, &real, only)?;
    Ok(rankings.iter().all(|ranking| ranking.wrong.is_empty()))
}

/// The one backend that the environment asks for, if it asks: known, compiled and ready here, or an error.
fn only_backend() -> Result<Option<BackendId>> {
    let Some(id) = BackendId::from_env().context(setwise::VARIABLE)? else { return Ok(None) };
    id.detect().context(setwise::VARIABLE)?;
    Ok(Some(id))
}

/// Measures the contestants of one question on one column of inputs.
fn measure<T: Copy>(
    criterion: &mut Criterion,
    title: &str,
    reason: &str,
    reference: &'static str,
    inputs: &[T],
    contestants: &[Contestant<T>],
) -> Ranking {
    let input = Column::new(inputs, INPUT_OFFSET);
    let mut output = Column::new(&vec![0; inputs.len()], OUTPUT_OFFSET);
    let mut ranking = Ranking {
        title: title.into(),
        reason: reason.into(),
        reference,
        contestants: contestants.len(),
        rows: Vec::new(),
        wrong: Vec::new(),
    };
    let mut group = criterion.benchmark_group(title);
    group.throughput(Throughput::Elements(inputs.len() as u64));
    for Contestant { name, role, oracle, pass } in contestants {
        let expected = checksum(inputs.iter().map(|&input| oracle(input)));
        output.as_mut_slice().fill(0);
        pass(input.as_slice(), output.as_mut_slice());
        if checksum(output.as_slice().iter().copied()) != expected {
            ranking.wrong.push(name.clone());
            continue;
        }
        let samples = RefCell::new(Samples::default());
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter_custom(|passes| {
                let elapsed = time(passes, || pass(black_box(input.as_slice()), black_box(output.as_mut_slice())));
                samples.borrow_mut().push(elapsed, passes * inputs.len() as u64);
                elapsed
            });
        });
        if let Some(ns_per_board) = samples.into_inner().median() {
            ranking.rows.push(Row { name: name.clone(), role: *role, ns_per_board });
        }
    }
    group.finish();
    ranking
}

/// The time of so many passes.
#[allow(clippy::disallowed_methods, reason = "the one place of the workspace that reads a clock")]
fn time(passes: u64, mut pass: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..passes {
        pass();
    }
    start.elapsed()
}

/// The samples of a row that are taken after the warm-up; none in a test run, and none where a filter leaves the row out.
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

    fn median(mut self) -> Option<f64> {
        self.ns_per_board.sort_by(f64::total_cmp);
        let (low, high) = (self.ns_per_board.len().checked_sub(1)? / 2, self.ns_per_board.len() / 2);
        Some((self.ns_per_board[low] + self.ns_per_board[high]) / 2.0)
    }
}

/// Prints the rankings, and keeps them for `cargo xtask readme` if the run was a whole one: plain `cargo bench`.
fn report(rankings: &[Ranking], real: &RealPositions, only: Option<BackendId>) -> Result<()> {
    let told: Vec<String> = rankings
        .iter()
        .filter(|ranking| !ranking.rows.is_empty() || !ranking.wrong.is_empty())
        .map(Ranking::to_markdown)
        .collect();
    if told.is_empty() {
        println!(
            "\nNothing was measured, so there is no ranking: a test run, a list, or a filter that no row matches."
        );
        return Ok(());
    }
    let text = format!(
        "## Ranking\n\n{}; {}; 2,048 boards in cache; medians of one run of `cargo bench`.\n\n{}\n{}",
        cpu_name(),
        real.origin,
        told.join("\n"),
        skipped(),
    );
    println!("\n{text}");
    // Cargo itself adds `--bench`; anything else is somebody's wish.
    let plain = real.embedded && only.is_none() && std::env::args().skip(1).all(|argument| argument == "--bench");
    if plain && rankings.iter().all(Ranking::is_whole) {
        fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("ranking.md"), &text)?;
    }
    Ok(())
}
