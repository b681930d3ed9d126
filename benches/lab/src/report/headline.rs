//! The headline: a table of the few rows that a newcomer compares, for boards with few knights and for boards with
//! many.

use anyhow::{Context, Result};
use maud::{Markup, html};
use setwise_rounds::{Role, Table, three};

use super::advice::thousands;
use crate::record::RecordedRun;

/// The questions of the table: real boards, and boards with ten knights.
pub(super) const QUESTIONS: [&str; 2] = ["knights-real", "knights-10"];

/// The row that represents the kind of code that most readers have. Speeds are relative to this row.
const TABLE_LOOP: &str = "scalar-lookup";

/// The rows of the table, each with a description. Rows that the run lacks are left out.
const ROWS: [(&str, &str); 4] = [
    ("a loop over a table of attacks", TABLE_LOOP),
    ("the formula in a plain loop", "scalar-prefix"),
    ("the formula in AVX2, four boards at a time", "avx2-prefix"),
    ("the formula in AVX-512, eight boards at a time", "avx512-prefix"),
];

/// Returns the table of the headline, followed by sentences about the machine and about data outside the caches.
pub(super) fn markdown(kept: &RecordedRun) -> Result<String> {
    let question = |id: &str| kept.question(id).with_context(|| format!("{} has no question {id:?}", kept.path()));
    let questions = [question(QUESTIONS[0])?, question(QUESTIONS[1])?];
    // The question with real boards also has copies with narrower registers. The name of the widest copy is therefore
    // taken from the second question, which has no other copy.
    let copy = questions[1].rows.iter().find(|row| row.role == Role::UpperBound).context("there is no upper bound")?;
    let mut table = Table::new(["knight attacks, ns per board", "real boards", "speed", "10 knights", "speed"]);
    for (description, name) in ROWS.into_iter().chain([("upper bound: only load and store", copy.name.as_str())]) {
        let mut cells = vec![format!("{description} (`{name}`)")];
        for question in questions {
            let Some(row) = question.row(name) else { continue };
            let first = question.row(TABLE_LOOP).with_context(|| format!("there is no row {TABLE_LOOP:?}"))?;
            let speed = first.samples.against(&row.samples).median;
            cells.extend([three(row.samples.nanoseconds()), format!("{speed:.1} ×")]);
        }
        if let Ok(cells) = <[String; 5]>::try_from(cells) {
            table.push(cells);
        }
    }
    let (path, cpu, rustc) = (kept.path(), kept.machine.name(), &kept.run.build.rustc);
    let mut text = format!(
        "{}\nMeasured on {cpu}, rustc {rustc}. Speeds are medians over rounds, relative to the\nfirst row.\n",
        table.markdown()
    );
    for sentence in [in_main_memory(kept), from_a_file(kept)].into_iter().flatten() {
        text += &format!("{sentence}\n");
    }
    Ok(text + &format!("[All rows and questions]({path}/report.md).\n"))
}

/// Returns two sentences about the times for columns in main memory, or `None` if the run did not measure them.
fn in_main_memory(kept: &RecordedRun) -> Option<String> {
    let (one, three_patterns) = (kept.question("length-memory")?, kept.question("fused-three-memory")?);
    let auto = one.rows.iter().find_map(|row| row.name.strip_prefix("auto: "))?;
    let times = [one.row(TABLE_LOOP), one.row(&format!("auto: {auto}"))];
    let [table, chosen] = times.map(|row| Some(three(row?.samples.nanoseconds())));
    let times = ["scalar-prefix", auto].map(|backend| three_patterns.row(&format!("{backend} in one pass")));
    let [plain, fused] = times.map(|row| Some(three(row?.samples.nanoseconds())));
    let boards = thousands(one.boards as f64);
    Some(format!(
        "For {boards} boards in main memory, the first row takes {} ns per board, and\n`{auto}`, which the library chooses, takes {} ns. Counting the squares of\nthree patterns in one pass over main memory takes {} ns in a plain loop and {} ns with\n`{auto}`.",
        table?, chosen?, plain?, fused?
    ))
}

/// Returns two sentences about the time for reading a file and summing features, or `None` if the run did not measure
/// it.
fn from_a_file(kept: &RecordedRun) -> Option<String> {
    let question = kept.question("features")?;
    let [reader, five] = ["reader alone", "5 features"].map(|name| question.row(name));
    let [reader, five] = [reader?, five?].map(|row| three(row.samples.nanoseconds()));
    Some(format!(
        "To read a file of FEN lines and sum five features takes {five} ns per position\non one core. Reading alone takes {reader} ns."
    ))
}

/// Returns a bar chart for each machine. The bars show the speeds on real boards, relative to the loop over a table.
pub(super) fn chart(machines: &[&RecordedRun]) -> Markup {
    let speeds = |kept: &&RecordedRun| {
        let question = kept.question(QUESTIONS[0])?;
        let first = &question.row(TABLE_LOOP)?.samples;
        let speed = |(text, name)| Some((text, first.against(&question.row(name)?.samples).median));
        Some((kept.machine.name(), ROWS.into_iter().filter_map(speed).collect::<Vec<_>>()))
    };
    let machines: Vec<_> = machines.iter().filter_map(speeds).collect();
    let fastest = machines.iter().flat_map(|(_, speeds)| speeds).map(|(_, speed)| *speed).fold(1.0, f64::max);
    html! {
        div.bars {
            @for (machine, speeds) in &machines {
                section {
                    h3 { (machine) }
                    @for (text, speed) in speeds { (bar(text, &format!("{speed:.1} ×"), speed / fastest)) }
                }
                "\n"
            }
        }
    }
}

/// Returns a bar with a label and a number. `share` is its length, as a share of the longest bar.
fn bar(label: &str, number: &str, share: f64) -> Markup {
    html! {
        p { span { (label) } b { (number) } }
        div style=(format!("width:{:.1}%", 100.0 * share)) {}
    }
}

#[cfg(test)]
mod tests {
    use setwise_rounds::{Measured, Row};

    use super::*;
    use crate::record::fixture::kept;

    /// Returns a measured question. All 15 samples of a row are equal.
    fn measured(id: &str, times: &[(&str, f64)]) -> Measured {
        let rows = times.iter().map(|&(name, ns)| Row::new(name, Role::Backend, vec![ns; 15])).collect();
        Measured { id: id.into(), ..Measured::of_rows(times[0].0, rows) }
    }

    #[test]
    fn speeds_are_relative_to_the_loop_over_a_table() {
        let mut run = kept("m", "2026-01-02T00:00:00Z", &[("scalar-prefix", 1.0)]);
        run.wall.questions = QUESTIONS
            .map(|id| {
                let times =
                    [("scalar-lookup", 2.0), ("scalar-prefix", 1.0), ("portable-prefix", 1.0), ("avx512-prefix", 0.25)];
                let mut rows: Vec<Row> = times.map(|(name, ns)| Row::new(name, Role::Backend, vec![ns; 15])).into();
                rows.push(Row::new("copy, avx512", Role::UpperBound, vec![0.1; 15]));
                Measured { id: id.into(), ..Measured::of_rows("scalar-prefix", rows) }
            })
            .into();
        let text = markdown(&run).unwrap();
        let expected = "\
| knight attacks, ns per board                                     | real boards |  speed | 10 knights |  speed |
|------------------------------------------------------------------|------------:|-------:|-----------:|-------:|
| a loop over a table of attacks (`scalar-lookup`)                 |        2.00 |  1.0 × |       2.00 |  1.0 × |
| the formula in a plain loop (`scalar-prefix`)                    |        1.00 |  2.0 × |       1.00 |  2.0 × |
| the formula in AVX-512, eight boards at a time (`avx512-prefix`) |       0.250 |  8.0 × |      0.250 |  8.0 × |
| upper bound: only load and store (`copy, avx512`)                |       0.100 | 20.0 × |      0.100 | 20.0 × |
";
        assert!(text.starts_with(expected) && !text.contains("main memory"), "{text}");
        run.wall.questions.extend([
            measured("length-memory", &[("scalar-lookup", 0.9), ("auto: avx2-prefix", 0.8)]),
            measured("fused-three-memory", &[("scalar-prefix in one pass", 4.0), ("avx2-prefix in one pass", 1.5)]),
            measured("features", &[("reader alone", 20.0), ("5 features", 30.0)]),
        ]);
        let text = markdown(&run).unwrap();
        let memory =
            "the first row takes 0.900 ns per board, and\n`avx2-prefix`, which the library chooses, takes 0.800 ns.";
        let fused = "takes 4.00 ns in a plain loop and 1.50 ns with\n`avx2-prefix`.\n";
        let file = "takes 30.0 ns per position\non one core. Reading alone takes 20.0 ns.\n[All rows";
        assert!([memory, fused, file].iter().all(|part| text.contains(part)), "{text}");
        let chart = chart(&[&run, &kept("without", "2026-01-02T00:00:00Z", &[("scalar-prefix", 1.0)])]).into_string();
        assert!(chart.contains("<b>8.0 ×</b></p><div style=\"width:100.0%\">"), "{chart}");
        assert!(chart.contains("<b>2.0 ×</b></p><div style=\"width:25.0%\">") && chart.matches("<h3>").count() == 1);
        run.wall.questions[1].rows.remove(0);
        assert_eq!(markdown(&run).unwrap_err().to_string(), "there is no row \"scalar-lookup\"");
    }
}
