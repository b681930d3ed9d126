//! FEN and EPD files as tables. Each line that is neither blank nor a comment becomes a row. The row has the text of
//! the line, and the chess position that the text describes.
//!
//! A line that is not a position becomes a row with its text in the column `fen` and nulls in the other columns. If the
//! setting `setwise.strict` is on, such a line is an error instead. A file that is not text is always an error.

use std::io::Read;
use std::sync::Arc;

use arrow::array::{ArrayRef, StringArray};
use arrow::datatypes::{DataType, Field, Schema};
use setwise_arrow::{BadRow, BadRows, Error, FenReader, Layout};
use setwise_positions::{LineChunks, Rules, lines};

use super::query::{Each, Query};
use crate::features::nullable;

/// Returns the schema of a table: the column `fen` and the columns of a position.
pub(super) fn schema() -> Schema {
    let fen = Arc::new(Field::new("fen", DataType::Utf8, false));
    let position = nullable(&setwise_arrow::schema(Layout::Absolute));
    Schema::new([fen].into_iter().chain(position.iter().cloned()).collect::<Vec<_>>())
}

/// Reads a file. If the query uses only the text, the lines are not parsed.
pub(super) fn read(file: Box<dyn Read>, query: &Query, each: Each<'_>) -> Result<(), String> {
    let mut reader = FenReader::new(setwise::auto(), Rules::Chess);
    let bad_rows = if query.strict { BadRows::Error } else { BadRows::Null };
    let (mut text, mut buffer, mut line) = (LineChunks::new(file), Vec::new(), 1);
    while text.read(&mut buffer).map_err(|error| error.to_string())? {
        let foreign = lines(&buffer, line).find_map(|(number, line)| Some((number, foreign(line)?)));
        if let Some((number, byte)) = foreign {
            return Err(format!("line {number}: byte 0x{byte:02x} is not text, expected {TEXT}"));
        }
        let (numbers, fens): (Vec<usize>, Vec<_>) =
            lines(&buffer, line).map(|(number, line)| (number, String::from_utf8_lossy(line))).unzip();
        let first = line;
        line += buffer.iter().filter(|byte| **byte == b'\n').count();
        let fens = StringArray::from_iter_values(fens);
        let mut columns: Vec<ArrayRef> = vec![Arc::new(fens.clone())];
        // The lines are parsed only if the query needs a column of the positions, or if bad lines are errors.
        if query.strict || query.columns.iter().any(|column| *column > 0) {
            let positions = reader.read(&fens, bad_rows, &[]).map_err(|error| match error {
                Error::Row { row, reason, .. } => {
                    let number = numbers[row];
                    let line = buffer.split(|byte| *byte == b'\n').nth(number - first).unwrap_or_default();
                    match reason {
                        BadRow::Bad(bad) => format!("line {number}:{}: {reason}", bad.column(line)),
                        _ => format!("line {number}: {reason}"),
                    }
                }
                error => error.to_string(),
            })?;
            columns.extend(positions.columns().iter().cloned());
        }
        if !each(&columns, numbers.len()) {
            break;
        }
    }
    Ok(())
}

/// The description of valid file contents in error messages.
const TEXT: &str = "lines of FEN or EPD, plain or compressed by gzip or zstd";

/// Returns a byte that shows that a line is not text: a control character other than white space, or an invalid UTF-8
/// byte in the first word. Returns `None` if there is no such byte. The rest of the line, such as the operations of
/// EPD, may have any encoding.
fn foreign(line: &[u8]) -> Option<u8> {
    let control = line.iter().find(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace());
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let undecoded = || word.utf8_chunks().find_map(|chunk| chunk.invalid().first());
    control.or_else(undecoded).copied()
}
