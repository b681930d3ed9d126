//! Parses numbers, sets, files and ranks that are written in an expression.

use setwise::{Bitboard, File, Rank, Square};

use crate::error::shortened;
use crate::term::Term;

/// The greatest number that may be written in an expression, and the negative of the least.
const LARGEST: i64 = u32::MAX as i64;

/// Returns the constant that is written in decimal digits, with or without a sign.
pub(crate) fn number(text: &str) -> Result<Term, String> {
    let is_decimal = text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number: &i64| number.abs() <= LARGEST);
    match number {
        Some(number) => Ok(Term::Constant(number.cast_unsigned())),
        None if is_decimal => Err(format!("numbers are between -{LARGEST} and {LARGEST}")),
        None => Err(format!("'{}' is not a number; a hexadecimal set begins with 0x", shortened(text))),
    }
}

/// Returns the set that is written as `{a1, e4}` or in hexadecimal digits.
pub(crate) fn set(text: &str) -> Result<u64, String> {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let set = u64::from_str_radix(digits, 16).ok().filter(|_| digits.len() <= 16);
        let expected = "1 to 16 hexadecimal digits are expected after 0x";
        return set.ok_or_else(|| format!("'{}' is not a set: {expected}", shortened(text)));
    }
    let names = text.trim_start_matches('{').trim_end_matches('}');
    if names.trim().is_empty() {
        return Ok(0);
    }
    let mut set = 0;
    for name in names.split(',').map(str::trim) {
        let square: Square = name
            .to_ascii_lowercase()
            .parse()
            .map_err(|_| format!("'{}' is not a square from a1 to h8", shortened(name)))?;
        set |= square.bitboard().0;
    }
    Ok(set)
}

/// Returns the squares of a file or a rank that is written as one letter or digit.
pub(crate) fn file_or_rank(function: &str, label: &str) -> Result<u64, String> {
    let squares = match function {
        "file" => label.parse::<File>().ok().map(File::bitboard),
        _ => label.parse::<Rank>().ok().map(Rank::bitboard),
    };
    let expected = if function == "file" { "a letter from a to h" } else { "a digit from 1 to 8" };
    squares.map(|Bitboard(set)| set).ok_or_else(|| format!("{function}({}): expected {expected}", shortened(label)))
}
