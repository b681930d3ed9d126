//! Draws charts of a run as SVG text: lines along an axis, and latency against throughput.
//!
//! The background is transparent and every colour is a middle tone, so that a chart is legible on light and on dark
//! pages. Text is stored as text, not as outlines of letters.

use anyhow::Result;
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::record::RecordedRun;
use setwise_rounds::{Measured, Row, three};

/// The colour of text and lines, legible on white and on black.
pub(super) const INK: RGBColor = RGBColor(0x7A, 0x7A, 0x7A);
const FAINT: RGBAColor = RGBAColor(0x7A, 0x7A, 0x7A, 0.25);
/// The colours of lines and points: middle tones that most people can distinguish.
pub(super) const COLORS: [RGBColor; 10] = [
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x86, 0xC8),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x5F, 0xA0),
    RGBColor(0xB8, 0x8A, 0x00),
    RGBColor(0x7B, 0x68, 0xEE),
    RGBColor(0x2E, 0x9C, 0xA6),
    RGBColor(0xE0, 0x4F, 0x5F),
    RGBColor(0x6B, 0x8E, 0x23),
    RGBColor(0x9A, 0x6A, 0x4A),
];
const FONT: &str = "sans-serif";

const RIGHT_OF: Pos = Pos { h_pos: HPos::Left, v_pos: VPos::Center };
pub(super) const BELOW: Pos = Pos { h_pos: HPos::Center, v_pos: VPos::Top };

/// Returns the charts of a run.
pub(super) fn all(kept: &RecordedRun) -> Result<Vec<String>> {
    let mut charts = Vec::new();
    for lines in [BATCH, COUNTING] {
        let points = kept.along(lines.axis);
        if !points.is_empty() {
            charts.push(lines.draw(&points)?);
        }
    }
    if let (Some(throughput), Some(of_one)) = (kept.question("knights-real"), kept.question("knights-latency")) {
        charts.push(latency(throughput, of_one)?);
    }
    Ok(charts)
}

/// A chart of throughput along an axis. Both axes are logarithmic.
struct Lines {
    axis: &'static str,
    title: &'static str,
    /// The descriptions of the axes.
    descriptions: [&'static str; 2],
}

const BATCH: Lines = Lines {
    axis: "boards a batch",
    title: "Knight attacks: throughput against batch length",
    descriptions: ["boards per batch", "boards per second"],
};

const COUNTING: Lines = Lines {
    axis: "words counted",
    title: "Population count: throughput against length",
    descriptions: ["words", "words per second"],
};

/// The names of the rows that are drawn if a question has them. `auto:` stands for the row of the automatic choice.
const ROWS: [&str; 20] = [
    "auto:",
    "avx512-prefix",
    "avx2-prefix",
    "neon-prefix",
    "simd128-prefix",
    "sse2-prefix",
    "scalar-prefix",
    "cozy-chess tables",
    "copy, avx512",
    "copy, avx2",
    "copy, neon",
    "avx512-vpopcnt",
    "avx2-harley-seal",
    "popcnt",
    "neon-cnt",
    "simd128-popcnt",
    "count-ones",
    "table-65536",
    "kernighan",
    "simd-popcnt",
];

const LATENCY: &str = "Knight attacks: latency against throughput";

type Svg<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws with `draw`, and returns the drawing as SVG text.
pub(super) fn svg(size: (u32, u32), draw: impl FnOnce(&Svg<'_>) -> Result<()>) -> Result<String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&root)?;
        root.present()?;
    }
    Ok(text)
}

pub(super) fn ink(size: u32) -> TextStyle<'static> {
    (FONT, size).into_font().color(&INK)
}

/// Begins a chart with a title and with space for the labels of its axes.
fn begun<'a, 'b>(root: &'a Svg<'b>, title: &str) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut chart = ChartBuilder::on(root);
    chart.caption(title, ink(20)).margin(16).x_label_area_size(44).y_label_area_size(64);
    chart
}

/// Draws the grid of a chart and its axes with their descriptions. `number` formats the numbers on the axes.
pub(super) fn draw_mesh<'a, X, Y>(
    mesh: &mut MeshStyle<'a, '_, X, Y, SVGBackend<'_>>,
    [x, y]: [&str; 2],
    number: &'a dyn Fn(&f64) -> String,
) -> Result<()>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    mesh.bold_line_style(FAINT)
        .light_line_style(TRANSPARENT)
        .axis_style(INK)
        .label_style(ink(13))
        .axis_desc_style(ink(14))
        .x_desc(x)
        .y_desc(y)
        .x_label_formatter(number)
        .y_label_formatter(number)
        .draw()?;
    Ok(())
}

/// Returns the least and the greatest of the numbers.
fn range(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::MAX, 0.0], |[least, most], number| [least.min(number), most.max(number)])
}

impl Lines {
    fn draw(&self, points: &[(f64, &Measured)]) -> Result<String> {
        let point =
            |name: &str, (x, question): &(f64, &Measured)| Some((*x, 1e9 / question.row(name)?.samples.nanoseconds()));
        let line = |name: &&'static str| (*name, points.iter().filter_map(|of| point(name, of)).collect());
        let mut lines: Vec<(&str, Vec<(f64, f64)>)> = ROWS.iter().map(line).collect();
        lines.retain(|(_, line)| line.len() > 1);
        let all = || lines.iter().flat_map(|(_, line)| line);
        let ([least, most], [low, high]) = (range(all().map(|point| point.0)), range(all().map(|point| point.1)));
        svg((900, 520), |root| {
            let mut chart = begun(root, self.title)
                .margin_right(190)
                .build_cartesian_2d((least..most).log_scale(), (low / 1.3..high * 1.3).log_scale())?;
            draw_mesh(&mut chart.configure_mesh(), self.descriptions, &short)?;
            let mut labels = Vec::new();
            for (n, (name, line)) in lines.iter().enumerate() {
                let is_bound = name.starts_with("copy");
                let color = if is_bound { INK } else { COLORS[n % COLORS.len()] };
                let style = color.stroke_width(if *name == "auto:" { 4 } else { 2 });
                if is_bound {
                    chart.draw_series(DashedLineSeries::new(line.iter().copied(), 6, 4, style))?;
                } else {
                    chart.draw_series(LineSeries::new(line.iter().copied(), style))?;
                }
                labels.push((chart.backend_coord(&line[line.len() - 1]), name.trim_end_matches(':'), color));
            }
            label(root, labels)
        })
    }
}

/// Draws each name to the right of its point. Moves a name down until it overlaps neither another name nor a point.
fn label(root: &Svg<'_>, mut names: Vec<((i32, i32), &str, RGBColor)>) -> Result<()> {
    names.sort_by_key(|((_, y), ..)| *y);
    let points: Vec<(i32, i32)> = names.iter().map(|(point, ..)| *point).collect();
    let mut taken: Vec<(i32, i32)> = Vec::new();
    for ((x, y), name, color) in names {
        // The width of a letter is about 8 pixels.
        let text = x + 8..x + 24 + 8 * name.len() as i32;
        let overlaps = |at: &i32| taken.iter().any(|(left, top)| (left - x).abs() < 150 && (top - at).abs() < 17);
        let covers = |at: &i32| points.iter().any(|(left, top)| text.contains(left) && (top - at).abs() < 13);
        let at = (y..).find(|at| !overlaps(at) && !covers(at)).unwrap_or(y);
        taken.push((x, at));
        let style = (FONT, 14).into_font().color(&color).pos(RIGHT_OF);
        root.draw(&PathElement::new(vec![(x + 2, y), (x + 14, at)], color.stroke_width(1)))?;
        root.draw(&Text::new(name.to_string(), (x + 18, at), style))?;
    }
    Ok(())
}

/// Draws every backend as a point. Points further to the left are faster for columns. Lower points are faster for one
/// board.
fn latency(throughput: &Measured, latency: &Measured) -> Result<String> {
    let point = |row: &Row| Some((throughput.row(&row.name)?.samples.nanoseconds(), row.samples.nanoseconds()));
    let points: Vec<(&Row, (f64, f64))> = latency.rows.iter().filter_map(|row| Some((row, point(row)?))).collect();
    let [least, most] = range(points.iter().map(|(_, point)| point.0));
    let [_, slowest] = range(points.iter().map(|(_, point)| point.1));
    svg((900, 520), |root| {
        let mut chart =
            begun(root, LATENCY).build_cartesian_2d((least / 1.25..most * 1.8).log_scale(), 0.0..slowest * 1.2)?;
        let descriptions = ["ns per board in a column (throughput)", "ns for one board (latency)"];
        draw_mesh(&mut chart.configure_mesh(), descriptions, &|ns| three(*ns))?;
        let mut names = Vec::new();
        for (n, (row, point)) in points.iter().enumerate() {
            let color = COLORS[n % COLORS.len()];
            chart.draw_series([Circle::new(*point, 5, color.filled())])?;
            names.push((chart.backend_coord(point), row.name.as_str(), color));
        }
        label(root, names)
    })
}

/// Formats a number with a suffix for thousands, millions or billions.
fn short(value: &f64) -> String {
    let (value, unit) = match *value {
        value if value >= 1e9 => (value / 1e9, " G"),
        value if value >= 1e6 => (value / 1e6, " M"),
        value if value >= 1e3 => (value / 1e3, " k"),
        value => (value, ""),
    };
    if value >= 10.0 || value.fract() == 0.0 { format!("{value:.0}{unit}") } else { format!("{value:.1}{unit}") }
}
