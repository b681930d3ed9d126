//! Heat maps as one SVG picture: a board for each feature, with a colour scale.
//!
//! The background is transparent and the labels have a middle tone, so the picture is legible on light and on dark
//! pages. Each square that is in any of the sets also has its percentage, so the picture does not depend on colour
//! alone.

use setwise::{File, Rank, Square};

use super::maps::{HeatMaps, Numbers, percent};
use crate::svg;

/// The side of a square, and the width of the margins with the coordinates.
const SIDE: usize = 42;
const EDGE: usize = 22;
/// The height of the title above a board and of the scale below it.
const TITLE: usize = 26;
const SCALE: usize = 44;
/// The size of the part of the picture that shows one feature.
const WIDTH: usize = 8 * SIDE + 2 * EDGE;
const HEIGHT: usize = TITLE + 8 * SIDE + EDGE + SCALE;
/// The number of boards in one row of the picture.
const IN_A_ROW: usize = 3;
/// The number of steps of the scale below a board.
const STEPS: usize = 32;

/// The colours of the scale, as red, green and blue. The first colour stands for 0, and the last for the number of
/// boards of the square with the most boards. Each colour is darker than the previous one, so the scale can be read
/// even in shades of grey.
const COLOURS: [[f64; 3]; 5] =
    [[255.0, 255.0, 217.0], [199.0, 233.0, 180.0], [65.0, 182.0, 196.0], [34.0, 94.0, 168.0], [8.0, 29.0, 88.0]];

pub(super) fn picture(heat: &HeatMaps) -> String {
    let count = heat.maps().len();
    let (width, height) = (WIDTH * count.min(IN_A_ROW), HEIGHT * count.div_ceil(IN_A_ROW));
    let attributes = format!(
        "width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\" \
         fill=\"#808080\""
    );
    let mut boards = String::new();
    for (n, (name, numbers)) in heat.maps().enumerate() {
        let title = svg::text([WIDTH / 2, 17], "", &heat.title(name));
        let part = title + &board(numbers, heat.boards) + &scale(numbers, heat.boards);
        boards += &svg::group([WIDTH * (n % IN_A_ROW), HEIGHT * (n / IN_A_ROW)], &part);
    }
    let title = format!("Heat maps of {} {}", heat.boards, heat.counted);
    svg::picture(&title, [width, height], &attributes, &boards)
}

/// Draws the squares with their percentages, and the coordinates.
fn board(numbers: &Numbers, boards: u64) -> String {
    let mut board = String::new();
    let most = most(numbers);
    for (square, number) in Square::ALL.into_iter().zip(numbers) {
        let (x, y) = (EDGE + SIDE * square.file().index(), TITLE + SIDE * (7 - square.rank().index()));
        let part = *number as f64 / most.max(1) as f64;
        // A gap of one unit separates the squares, so they are visible even if all have the same colour.
        board += &svg::rectangle([x, y], [SIDE - 1; 2], &colour(part));
        if let Some(percent) = percent(*number, boards) {
            let ink = if part < 0.65 { "fill=\"#000000\"" } else { "fill=\"#ffffff\"" };
            board += &svg::text([x + SIDE / 2, y + SIDE / 2 + 4], ink, &percent);
        }
    }
    for (n, (file, rank)) in File::ALL.into_iter().zip(Rank::ALL).enumerate() {
        board += &svg::text([EDGE + SIDE * n + SIDE / 2, TITLE + 8 * SIDE + 16], "", &file.to_string());
        board += &svg::text([EDGE / 2, TITLE + SIDE * (7 - n) + SIDE / 2 + 4], "", &rank.to_string());
    }
    board
}

/// Draws the scale, from 0 to the percentage of the square with the most boards.
fn scale(numbers: &Numbers, boards: u64) -> String {
    const STEP: usize = 6;
    let (left, top) = ((WIDTH - STEPS * STEP) / 2, TITLE + 8 * SIDE + EDGE + 6);
    let mut scale = String::new();
    for n in 0..STEPS {
        scale += &svg::rectangle([left + STEP * n, top], [STEP, 12], &colour(n as f64 / (STEPS - 1) as f64));
    }
    let most = percent(most(numbers), boards).unwrap_or("0".to_string());
    scale += &svg::text([left - 20, top + 10], "", "0 %");
    scale + &svg::text([left + STEPS * STEP + 30, top + 10], "", &format!("{most} %"))
}

fn most(numbers: &Numbers) -> u64 {
    numbers.iter().copied().max().unwrap_or(0)
}

/// Returns the colour for a number of boards, given as a fraction of the largest number, from 0 to 1.
fn colour(part: f64) -> String {
    let place = part * (COLOURS.len() - 1) as f64;
    let below = (place as usize).min(COLOURS.len() - 2);
    let within = place - below as f64;
    let mixed = |n: usize| COLOURS[below][n] + (COLOURS[below + 1][n] - COLOURS[below][n]) * within;
    format!("#{}", [0, 1, 2].map(|n| format!("{:02x}", mixed(n).round() as u8)).concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lightness of a colour of the scale, 0 to 255.
    fn lightness(part: f64) -> f64 {
        let digits = u32::from_str_radix(&colour(part)[1..], 16).unwrap();
        let [_, red, green, blue] = digits.to_be_bytes().map(f64::from);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn a_square_with_more_boards_is_darker() {
        assert_eq!([colour(0.0), colour(0.5), colour(1.0)], ["#ffffd9", "#41b6c4", "#081d58"]);
        for n in 0..100 {
            assert!(lightness(f64::from(n) / 100.0) > lightness(f64::from(n + 1) / 100.0), "{n} percent");
        }
    }
}
