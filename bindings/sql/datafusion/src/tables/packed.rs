//! Packed positions as tables: marlinformat, bulletformat and viriformat. Each position is a row, which has the columns of
//! the positions and the columns of the labels.
//!
//! A record that is not a position is always an error. A row of nulls would be useless here: unlike a FEN line, a record
//! has no text that the row could keep.

use std::io::Read;
use std::sync::Arc;

use arrow::array::{ArrayRef, Int16Array, UInt8Array, UInt32Array, UInt64Array};
use arrow::datatypes::Schema;
use datafusion::common::{Result, plan_err};
use setwise_arrow::{LABELS, Layout, batch};
use setwise_positions::packed::{
    BadRecord, Format, Labels, RecordChunks, Relative, RelativeLabels, bulletformat, marlinformat, viriformat,
};
use setwise_positions::{Columns, Rules};

use super::query::{Each, known_field};

/// Returns the format with this name, and the schema of its table.
pub(super) fn format(name: &str) -> Result<(Format, Schema)> {
    let Ok(format) = name.parse::<Format>() else {
        let names = Format::ALL.map(Format::name).join(", ");
        return plan_err!("read_packed: '{name}' is not a format, expected {names}");
    };
    let (layout, labels): (_, &[&str]) = match format {
        Format::Bulletformat => (Layout::Relative, &["score", "result", "extra"]),
        Format::Marlinformat | Format::Viriformat => (Layout::Absolute, &LABELS),
        _ => return plan_err!("read_packed cannot read {name}"),
    };
    let mut fields = setwise_arrow::schema(layout).fields().to_vec();
    fields.extend(labels.iter().map(|name| Arc::new(known_field(name))));
    Ok((format, Schema::new(fields)))
}

/// Reads a file.
pub(super) fn read(format: Format, file: Box<dyn Read>, each: Each<'_>) -> Result<(), String> {
    let mut records = RecordChunks::new(format, file);
    let (mut buffer, mut next) = (Vec::new(), 1);
    while records.read(&mut buffer).map_err(|error| error.to_string())? {
        let mut first_bad = None;
        let columns = columns(format, &buffer, &mut next, &mut |bad| {
            first_bad.get_or_insert(bad);
        });
        if let Some(bad) = first_bad {
            return Err(format!("record {bad}"));
        }
        if !each(&columns, columns[0].len()) {
            break;
        }
    }
    Ok(())
}

/// Reads the records in `bytes` and returns the columns of the schema. `next` is the number of the first record. The
/// function advances `next` past the last record.
fn columns(format: Format, bytes: &[u8], next: &mut usize, bad: &mut dyn FnMut(BadRecord)) -> Vec<ArrayRef> {
    let (backend, rules) = (setwise::auto(), Rules::Chess);
    let (mut columns, mut labels) = (Columns::default(), Labels::default());
    *next = match format {
        Format::Bulletformat => {
            let (mut boards, mut labels) = (Relative::default(), RelativeLabels::default());
            let mut reader = bulletformat::Reader::new(backend, rules);
            *next = reader.append(bytes, *next, &mut boards, Some(&mut labels), bad);
            return relative(boards, labels);
        }
        Format::Marlinformat => {
            marlinformat::Reader::new(backend, rules).append(bytes, *next, &mut columns, Some(&mut labels), bad)
        }
        // Only viriformat is left, because `format` refuses other formats.
        _ => viriformat::Reader::new(rules).append(bytes, *next, &mut columns, Some(&mut labels), bad),
    };
    let mut all = batch(columns).columns().to_vec();
    let Labels { score, result, halfmove_clock, fullmove_number, en_passant, unmoved_rooks, extra } = labels;
    let labels: [ArrayRef; 7] = [
        Arc::new(Int16Array::from(score)),
        Arc::new(UInt8Array::from(result)),
        Arc::new(UInt32Array::from(halfmove_clock)),
        Arc::new(UInt32Array::from(fullmove_number)),
        Arc::new(UInt8Array::from(en_passant)),
        Arc::new(UInt64Array::from(unmoved_rooks)),
        Arc::new(extra.into_iter().map(u32::from).collect::<UInt32Array>()),
    ];
    all.extend(labels);
    all
}

fn relative(boards: Relative, labels: RelativeLabels) -> Vec<ArrayRef> {
    let Relative { pawns, knights, bishops, rooks, queens, kings, own, their } = boards;
    let sets = [pawns, knights, bishops, rooks, queens, kings, own, their];
    let mut all: Vec<ArrayRef> = sets.into_iter().map(|words| Arc::new(UInt64Array::from(words)) as ArrayRef).collect();
    let RelativeLabels { score, result, extra } = labels;
    let extra = extra.into_iter().map(|[low, middle, high]| u32::from_le_bytes([low, middle, high, 0]));
    all.push(Arc::new(Int16Array::from(score)));
    all.push(Arc::new(UInt8Array::from(result)));
    all.push(Arc::new(extra.collect::<UInt32Array>()));
    all
}
