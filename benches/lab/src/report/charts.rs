//! Charts of a run as SVG: lines along an axis, latency against throughput, and bars.
//!
//! The background is transparent and every colour is a middle tone, so that a chart is legible on light and on dark pages. Text
//! is stored as text.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::record::RecordedRun;
use setwise_rounds::{Measured, Role, Row, three};

/// The colour of text and lines, legible on white and on black.
const INK: RGBColor = RGBColor(0x7A, 0x7A, 0x7A);
const FAINT: RGBAColor = RGBAColor(0x7A, 0x7A, 0x7A, 0.25);
/// Middle tones that most people can distinguish.
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

/// Questions that are drawn as bars.
const BARS: [&str; 7] = [
    "knights-real",
    "kings-real",
    "mobility-counts",
    "forks",
    "attacked-squares",
    "king-steps",
    "fused-mobility-memory",
];

/// Returns the file names and titles of the charts of a run.
pub(super) fn titles(kept: &RecordedRun) -> Vec<(String, String)> {
    let mut titles = Vec::new();
    let mut add = |name: &str, title: &str| titles.push((name.to_string(), title.to_string()));
    if !kept.along(BATCH.axis).is_empty() {
        add(BATCH.name, BATCH.title);
    }
    if !kept.along(COUNTING.axis).is_empty() {
        add(COUNTING.name, COUNTING.title);
    }
    if kept.question("knights-real").is_some() && kept.question("knights-latency").is_some() {
        add("latency", LATENCY);
    }
    for question in BARS.iter().filter_map(|id| kept.question(id)) {
        add(&format!("bars-{}", question.id), &question.title);
    }
    titles
}

/// Returns the file names and the SVG text of the charts of a run.
pub(super) fn all(kept: &RecordedRun) -> Result<Vec<(String, String)>> {
    let draw = |name: &str, title: &str| match name {
        name if name == BATCH.name => BATCH.draw(kept),
        name if name == COUNTING.name => COUNTING.draw(kept),
        "latency" => latency(kept),
        name => {
            bars(kept.question(name.trim_start_matches("bars-")).ok_or_else(|| anyhow!("no question for {title}"))?)
        }
    };
    titles(kept).into_iter().map(|(name, title)| Ok((name.clone(), draw(&name, &title)?))).collect()
}

/// A chart of lines along an axis, both logarithmic.
struct Lines {
    name: &'static str,
    axis: &'static str,
    title: &'static str,
    x: &'static str,
    y: &'static str,
    /// Converts nanoseconds to the value that is drawn.
    value: fn(f64) -> f64,
    /// The names of the rows that are drawn. The name that ends in a colon is that of `auto`.
    rows: &'static [&'static str],
}

const BATCH: Lines = Lines {
    name: "batch-length",
    axis: "boards a batch",
    title: "Knight attacks: throughput against batch length",
    x: "boards per batch",
    y: "boards per second",
    value: |ns| 1e9 / ns,
    rows: &[
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
    ],
};

const COUNTING: Lines = Lines {
    name: "counting",
    axis: "words counted",
    title: "Population count: throughput against length",
    x: "words",
    y: "words per second",
    value: |ns| 1e9 / ns,
    rows: &[
        "auto:",
        "avx512-vpopcnt",
        "avx2-harley-seal",
        "popcnt",
        "neon-cnt",
        "simd128-popcnt",
        "count-ones",
        "table-65536",
        "kernighan",
        "simd-popcnt",
    ],
};

const LATENCY: &str = "Knight attacks: latency against throughput";

type Svg<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Returns the SVG text of what `draw` draws.
fn svg(size: (u32, u32), draw: impl FnOnce(&Svg<'_>) -> Result<()>) -> Result<String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&root)?;
        root.present()?;
    }
    Ok(text)
}

fn ink(size: u32) -> TextStyle<'static> {
    (FONT, size).into_font().color(&INK)
}

impl Lines {
    fn draw(&self, kept: &RecordedRun) -> Result<String> {
        let points = kept.along(self.axis);
        let line = |name: &str| -> Vec<(f64, f64)> {
            points
                .iter()
                .filter_map(|(x, question)| Some((*x, (self.value)(question.row(name)?.samples.nanoseconds()))))
                .collect()
        };
        let lines: Vec<(&str, Vec<(f64, f64)>)> =
            self.rows.iter().map(|name| (*name, line(name))).filter(|(_, line)| line.len() > 1).collect();
        let all = || lines.iter().flat_map(|(_, line)| line);
        let (least, most) =
            (all().map(|point| point.0).fold(f64::MAX, f64::min), all().map(|point| point.0).fold(0.0, f64::max));
        let (low, high) =
            (all().map(|point| point.1).fold(f64::MAX, f64::min), all().map(|point| point.1).fold(0.0, f64::max));
        svg((900, 520), |root| {
            let mut chart = ChartBuilder::on(root)
                .caption(self.title, ink(20))
                .margin(16)
                .margin_right(190)
                .x_label_area_size(44)
                .y_label_area_size(64)
                .build_cartesian_2d((least..most).log_scale(), (low / 1.3..high * 1.3).log_scale())?;
            chart
                .configure_mesh()
                .bold_line_style(FAINT)
                .light_line_style(TRANSPARENT)
                .axis_style(INK)
                .label_style(ink(13))
                .axis_desc_style(ink(14))
                .x_desc(self.x)
                .y_desc(self.y)
                .x_label_formatter(&|x| short(*x))
                .y_label_formatter(&|y| short(*y))
                .draw()?;
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
                let label = if *name == "auto:" { "auto" } else { name };
                let end = line[line.len() - 1];
                labels.push((chart.backend_coord(&end), label, color));
            }
            label_ends(root, labels)
        })
    }
}

/// Draws names at the right ends of lines, moved apart where they would overlap.
fn label_ends(root: &Svg<'_>, mut labels: Vec<((i32, i32), &str, RGBColor)>) -> Result<()> {
    const APART: i32 = 17;
    labels.sort_by_key(|((_, y), ..)| *y);
    let mut lowest = i32::MIN;
    for ((x, y), name, color) in labels {
        let at = y.max(lowest.saturating_add(APART));
        lowest = at;
        let style = (FONT, 14).into_font().color(&color).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw(&PathElement::new(vec![(x + 2, y), (x + 14, at)], color.stroke_width(1)))?;
        root.draw(&Text::new(name.to_string(), (x + 18, at), style))?;
    }
    Ok(())
}

/// Draws every backend as a point. Points further left are faster for columns, lower points are faster for one board.
fn latency(kept: &RecordedRun) -> Result<String> {
    let missing = || anyhow!("no latency was measured");
    let throughput = kept.question("knights-real").ok_or_else(missing)?;
    let latency = kept.question("knights-latency").ok_or_else(missing)?;
    let points: Vec<(&str, f64, f64)> = latency
        .rows
        .iter()
        .filter_map(|row| {
            Some((row.name.as_str(), throughput.row(&row.name)?.samples.nanoseconds(), row.samples.nanoseconds()))
        })
        .collect();
    let least = points.iter().map(|point| point.1).fold(f64::MAX, f64::min);
    let [most, slowest] = [|point: &(&str, f64, f64)| point.1, |point: &(&str, f64, f64)| point.2]
        .map(|of| points.iter().map(of).fold(0.0, f64::max));
    svg((900, 520), |root| {
        let mut chart = ChartBuilder::on(root)
            .caption(LATENCY, ink(20))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d((least / 1.25..most * 1.8).log_scale(), 0.0..slowest * 1.2)?;
        chart
            .configure_mesh()
            .bold_line_style(FAINT)
            .light_line_style(TRANSPARENT)
            .axis_style(INK)
            .label_style(ink(13))
            .axis_desc_style(ink(14))
            .x_desc("ns per board in a column (throughput)")
            .y_desc("ns for one board (latency)")
            .x_label_formatter(&|x| three(*x))
            .y_label_formatter(&|y| three(*y))
            .draw()?;
        let mut taken: Vec<(i32, i32)> = Vec::new();
        for (n, (name, x, y)) in points.iter().enumerate() {
            let color = COLORS[n % COLORS.len()];
            chart.draw_series([Circle::new((*x, *y), 5, color.filled())])?;
            let (left, mut top) = chart.backend_coord(&(*x, *y));
            // Moves the label down until it does not overlap another one.
            while taken.iter().any(|(x, y)| (x - left).abs() < 150 && (y - top).abs() < 15) {
                top += 15;
            }
            taken.push((left, top));
            let style = (FONT, 13).into_font().color(&color).pos(Pos::new(HPos::Left, VPos::Center));
            root.draw(&PathElement::new(vec![chart.backend_coord(&(*x, *y)), (left + 9, top)], color.stroke_width(1)))?;
            root.draw(&Text::new((*name).to_string(), (left + 10, top), style))?;
        }
        Ok(())
    })
}

/// Draws one question as bars, best first, the copies last.
fn bars(question: &Measured) -> Result<String> {
    const LEFT: i32 = 270;
    const WIDTH: f64 = 480.0;
    const STEP: i32 = 22;
    const TOP: i32 = 52;
    let rows: Vec<&Row> = question.ranked().into_iter().map(|ranked| ranked.row).collect();
    let longest = rows.iter().map(|row| row.samples.nanoseconds()).fold(0.0, f64::max);
    svg((900, (TOP + STEP * rows.len() as i32 + 16) as u32), |root| {
        root.draw(&Text::new(format!("{}, ns per board", question.title), (16, 14), ink(20)))?;
        for (n, (label, color)) in
            [("setwise", COLORS[1]), ("rivals", COLORS[0]), ("copies", INK)].into_iter().enumerate()
        {
            let x = 640 + 84 * n as i32;
            root.draw(&Rectangle::new([(x, 20), (x + 12, 32)], color.filled()))?;
            root.draw(&Text::new(label, (x + 18, 26), ink(13).pos(Pos::new(HPos::Left, VPos::Center))))?;
        }
        for (n, row) in rows.iter().enumerate() {
            let y = TOP + STEP * n as i32;
            let color = match row.role {
                Role::Backend => COLORS[1],
                Role::Rival => COLORS[0],
                Role::UpperBound => INK,
            };
            let length = (WIDTH * row.samples.nanoseconds() / longest).max(1.0) as i32;
            let name = ink(13).pos(Pos::new(HPos::Right, VPos::Center));
            root.draw(&Text::new(row.label(), (LEFT - 8, y + 8), name))?;
            root.draw(&Rectangle::new([(LEFT, y), (LEFT + length, y + 16)], color.filled()))?;
            let number = ink(13).pos(Pos::new(HPos::Left, VPos::Center));
            root.draw(&Text::new(three(row.samples.nanoseconds()), (LEFT + length + 6, y + 8), number))?;
        }
        Ok(())
    })
}

/// Formats a number with a suffix for thousands, millions or billions.
fn short(value: f64) -> String {
    let (value, unit) = match value {
        value if value >= 1e9 => (value / 1e9, " G"),
        value if value >= 1e6 => (value / 1e6, " M"),
        value if value >= 1e3 => (value / 1e3, " k"),
        value => (value, ""),
    };
    if value >= 10.0 || value.fract() == 0.0 { format!("{value:.0}{unit}") } else { format!("{value:.1}{unit}") }
}
