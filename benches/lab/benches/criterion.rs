//! `cargo bench -p setwise-lab --bench criterion -- FILTER`: criterion's statistics, baselines and charts for single
//! rows.
//!
//! The page of a question, such as `target/criterion/knights-real/report/index.html`, opens with a chart of all its
//! rows. `target/criterion/report/index.html` lists the pages. Criterion finishes one row before it starts the next, so
//! a difference of a few percent between two rows can come from the machine. Use criterion to follow one row over time
//! (`--save-baseline`, `--baseline`), or to see the distribution of its times. For rankings, use the interleaved rounds
//! of `cargo bench`.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use criterion::{BenchmarkId, Criterion, Throughput};
use setwise_benches::positions::RealPositions;
use setwise_benches::questions::headline;
use setwise_benches::{Question, Setup, exit_code};
use setwise_rounds::{Wrong, time};

fn main() -> ExitCode {
    exit_code(run())
}

/// Measures every row that the filter selects. Returns whether every answer was correct.
fn run() -> Result<bool> {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .measurement_time(Duration::from_millis(500))
        .warm_up_time(Duration::from_millis(100))
        .configure_from_args();
    let real = RealPositions::load()?;
    let mut all_right = true;
    for def in headline() {
        if let Some(mut question) = def.make(Setup::all(&real))? {
            all_right &= measure(&mut criterion, def.id, &mut question);
        }
    }
    criterion.final_summary();
    Ok(all_right)
}

/// Measures the rows of one question. A row with a wrong answer is reported and not timed. Returns whether every answer
/// was correct.
fn measure(criterion: &mut Criterion, id: &str, question: &mut Question) -> bool {
    let (right, wrong) = question.checked();
    for Wrong { name, fault } in &wrong {
        eprintln!("wrong answer, not timed: {id}/{name}: {fault}");
    }
    let mut group = criterion.benchmark_group(id);
    group.throughput(Throughput::Elements(question.boards as u64));
    for n in right {
        let name = question.contestants[n].name.clone();
        group.bench_function(BenchmarkId::from_parameter(&name), |bencher| {
            bencher.iter_custom(|passes| time(passes, || question.pass(n)));
        });
    }
    group.finish();
    wrong.is_empty()
}
