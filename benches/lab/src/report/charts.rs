//! Draws charts of a run as SVG text: throughput along an axis, such as the length of batches.
//!
//! The background is transparent and every colour is a middle tone, so that a chart is legible on light and on dark
//! pages. Text is stored as text, not as outlines of letters.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::record::RecordedRun;
use setwise_rounds::Measured;

/// The colour of text and lines, legible on white and on black.
const INK: RGBColor = RGBColor(0x7A, 0x7A, 0x7A);
const FAINT: RGBAColor = RGBAColor(0x7A, 0x7A, 0x7A, 0.25);
/// The colours of lines and points: middle tones that most people can distinguish.
const COLORS: [RGBColor; 10] = [
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

/// Returns the charts of a run.
pub(super) fn all(kept: &RecordedRun) -> Result<Vec<String>> {
    let mut charts = Vec::new();
    for lines in [BATCH, COUNTING] {
        let points = kept.along(lines.axis);
        if !points.is_empty() {
            charts.push(lines.draw(&points)?);
        }
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

type Svg<'a> = DrawingArea<SVGBackend<'a>, Shift>;

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
        let mut text = String::new();
        let root = SVGBackend::with_string(&mut text, (900, 520)).into_drawing_area();
        let ink = |size: u32| (FONT, size).into_font().color(&INK);
        let mut chart = ChartBuilder::on(&root)
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
            .x_desc(self.descriptions[0])
            .y_desc(self.descriptions[1])
            .x_label_formatter(&short)
            .y_label_formatter(&short)
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
            labels.push((chart.backend_coord(&line[line.len() - 1]), name.trim_end_matches(':'), color));
        }
        label(&root, labels)?;
        root.present()?;
        drop((chart, root));
        // Inside a page, the namespace is not needed.
        Ok(text.replace(" xmlns=\"http://www.w3.org/2000/svg\"", ""))
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
