//! `setwise sets`: computes patterns of sets of squares.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result, anyhow};
use setwise::backend::king_directions;
use setwise::patterns::{
    ForkSquares, KingAttacks, KingFill, KnightAttacks, KnightFill, PawnAttackDirections, at_least,
};
use setwise::{Backends, Bitboard, Color, Kernel, Lanes, Spread, kernel};
use setwise_positions::{Text, lines};

use crate::args::Sets;
use crate::heat::{self, HeatMaps};
use crate::input;
use crate::output::{push_number, push_set, stdout};
use crate::parse::{hexadecimal, is_squares_in_a_row};
use crate::usage::usage;

/// A pattern of a set.
#[derive(Clone, Copy)]
pub(crate) struct SetFeature {
    pub(crate) name: &'static str,
    pub(crate) is_number: bool,
    /// Computes results from sets with a backend.
    pub(crate) compute: fn(Backends, &[u64], &mut [u64]),
}

kernel! {
    /// The number of squares in the set.
    fn Members(_spread, set) -> [members: number(64)] {
        let members = set.popcount();
    }
}

kernel! {
    /// The squares attacked by at least two kings.
    fn KingAttacksTwice(_spread, kings) -> [twice] {
        let twice = at_least::<2, V>(king_directions(kings));
    }
}

/// The squares that the pawns of a side attack toward file h, if `D` is 0, or toward file a, if it is 1.
#[derive(Clone, Copy)]
struct PawnAttacks<const D: usize>(Color);

impl<const D: usize> Kernel<1, 1> for PawnAttacks<D> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, pawns: [V; 1]) -> [V; 1] {
        [PawnAttackDirections { side: self.0 }.eval(spread, pawns)[D]]
    }
}

macro_rules! list {
    ($(kernel $name:literal $is_number:literal $kernel:expr;)+ $(each $each_name:literal $each:expr;)+) => {
        [
            $(SetFeature {
                name: $name,
                is_number: $is_number,
                compute: |backend, sets, out| backend.map($kernel, [sets], [out]),
            },)+
            $(SetFeature {
                name: $each_name,
                is_number: false,
                compute: |_, sets, out| out.iter_mut().zip(sets).for_each(|(out, set)| *out = $each(Bitboard(*set)).0),
            },)+
        ]
    };
}

/// Every pattern of a set: its name, whether it is a number, and how it is computed.
static FEATURES: [SetFeature; 26] = list! {
    kernel "popcount" true Members;
    kernel "knight_attacks" false KnightAttacks;
    kernel "knight_attacks_ge2" false ForkSquares::<2>;
    kernel "knight_attacks_ge3" false ForkSquares::<3>;
    kernel "king_attacks" false KingAttacks;
    kernel "king_attacks_ge2" false KingAttacksTwice;
    kernel "knight_fill1" false KnightFill::<1>;
    kernel "knight_fill2" false KnightFill::<2>;
    kernel "knight_fill3" false KnightFill::<3>;
    kernel "knight_fill4" false KnightFill::<4>;
    kernel "knight_fill5" false KnightFill::<5>;
    kernel "knight_fill6" false KnightFill::<6>;
    kernel "king_fill1" false KingFill::<1>;
    kernel "king_fill2" false KingFill::<2>;
    kernel "king_fill3" false KingFill::<3>;
    kernel "king_fill4" false KingFill::<4>;
    kernel "king_fill5" false KingFill::<5>;
    kernel "king_fill6" false KingFill::<6>;
    kernel "king_fill7" false KingFill::<7>;
    kernel "white_pawn_attacks_east" false PawnAttacks::<0>(Color::White);
    kernel "white_pawn_attacks_west" false PawnAttacks::<1>(Color::White);
    kernel "black_pawn_attacks_east" false PawnAttacks::<0>(Color::Black);
    kernel "black_pawn_attacks_west" false PawnAttacks::<1>(Color::Black);
    each "mirror_vertical" Bitboard::flip_vertical;
    each "mirror_horizontal" Bitboard::mirror_horizontal;
    each "rotate180" Bitboard::rotate_180;
};

impl SetFeature {
    /// Returns the pattern with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        FEATURES.iter().copied().find(|feature| feature.name == name)
    }

    /// Returns all names on one line.
    pub(crate) fn names() -> String {
        FEATURES.map(|feature| feature.name).join(", ")
    }
}

/// Runs `setwise sets`.
pub(crate) fn run(args: &Sets) -> Result<()> {
    let (features, file) = features_and_file(&args.names)?;
    if args.heat.wanted
        && let Some(number) = features.iter().find(|feature| feature.is_number)
    {
        return Err(usage(heat::of_number(number.name)));
    }
    let backend = args.backend.get()?;
    input::check(std::slice::from_ref(&file))?;
    if let Some(picture) = args.heat.picture() {
        input::refuse_output(picture, [file.as_str()])?;
    }
    let bar = input::bar(std::iter::once(file.as_str()), args.heat.wanted, "sets");
    let mut text = Text::new(input::open(&file, &bar)?);
    let mut out = BufWriter::new(stdout()?.lock());
    let names: Vec<String> = features.iter().map(|feature| feature.name.to_string()).collect();
    if !args.heat.wanted {
        writeln!(out, "set,{}", names.join(","))?;
    }
    let mut heat = args.heat.wanted.then(|| HeatMaps::new(names, "sets"));
    let (mut buffer, mut sets, mut columns) = (Vec::new(), Vec::new(), vec![Vec::new(); features.len()]);
    let (mut first_line, mut read) = (1, 0);
    while text.read(&mut buffer).with_context(|| file.clone())? {
        sets.clear();
        let bad = read_sets(&buffer, first_line, &mut sets);
        first_line += buffer.iter().filter(|byte| **byte == b'\n').count();
        for (feature, column) in features.iter().zip(&mut columns) {
            column.resize(sets.len(), 0);
            (feature.compute)(backend, &sets, column);
        }
        match &mut heat {
            Some(heat) => heat.add_columns(&columns, backend),
            None => out.write_all(&rows(&features, &sets, &columns))?,
        }
        read += sets.len() as u64;
        input::message(&bar, read, "sets");
        if let Some((line, reason)) = bad {
            out.flush()?;
            return Err(anyhow!("{file}:{line}: {reason}"));
        }
    }
    bar.finish_and_clear();
    if let Some(heat) = heat {
        out.write_all(heat.text(&args.heat)?.as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Splits the names at the first one that is not a feature: features before it, and at most one file.
fn features_and_file(names: &[String]) -> Result<(Vec<SetFeature>, String)> {
    let features: Vec<SetFeature> = names.iter().map_while(|name| SetFeature::named(name)).collect();
    match &names[features.len()..] {
        [name, ..] if features.is_empty() => Err(usage(unknown(name))),
        [] => Ok((features, input::STDIN.to_string())),
        [file] if file == input::STDIN || std::path::Path::new(file).exists() => Ok((features, file.clone())),
        [name] => Err(usage(format!("{}; there is no file with this name either", unknown(name)))),
        [_, other, ..] => Err(usage(format!("unexpected argument '{other}' after the file; only one file is read"))),
    }
}

fn unknown(name: &str) -> String {
    format!("'{name}' is not a feature of sets; features are {}", SetFeature::names())
}

/// Appends the sets of the lines, up to the first line that is not a set. Returns the number of that line and the reason.
fn read_sets(text: &[u8], first_line: usize, sets: &mut Vec<u64>) -> Option<(usize, String)> {
    for (number, line) in lines(text, first_line) {
        match read_set(line) {
            Ok(set) => sets.push(set),
            Err(reason) => return Some((number, reason)),
        }
    }
    None
}

/// Parses a hexadecimal set, with or without `0x`. The prefix is required if the digits could be names of squares: `b1` typed
/// instead of `0x2` must not be read as the set `0xb1`.
fn read_set(line: &[u8]) -> Result<u64, String> {
    match str::from_utf8(line).ok().and_then(|text| Some((text, hexadecimal(text)?))) {
        None => Err("not a set: expected 1 to 16 hexadecimal digits, with or without 0x".to_string()),
        Some((text, _)) if is_squares_in_a_row(text) => {
            Err(format!("'{text}' could be squares: write 0x{text} for the hexadecimal set"))
        }
        Some((_, set)) => Ok(set),
    }
}

fn rows(features: &[SetFeature], sets: &[u64], columns: &[Vec<u64>]) -> Vec<u8> {
    let mut rows = Vec::new();
    for (n, set) in sets.iter().enumerate() {
        push_set(&mut rows, *set);
        for (feature, column) in features.iter().zip(columns) {
            rows.push(b',');
            let push = if feature.is_number { push_number } else { push_set };
            push(&mut rows, column[n]);
        }
        rows.push(b'\n');
    }
    rows
}
