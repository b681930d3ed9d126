//! Reads the constant pool of a listing: the masks and tables that instructions load.

use std::collections::HashMap;

use crate::Dialect;

/// The prefix of labels in the constant pool. Data with other labels may change at run time, so it is ignored.
const POOL: &str = ".LCPI";

/// For each label of the constant pool, the bytes that belong to it.
#[derive(Debug, Clone, Default)]
pub struct Data(HashMap<String, Vec<u8>>);

impl Data {
    /// Reads the constant pool of a listing. The bytes of a label end at the next label, or at the first directive that
    /// does not define numbers.
    #[must_use]
    pub fn of(listing: &str, dialect: Dialect) -> Self {
        let mut data = HashMap::new();
        let mut open: Option<(String, Vec<u8>)> = None;
        for line in listing.lines() {
            let code = dialect.code(line);
            if let Some(label) = code.strip_suffix(':') {
                data.extend(open.take());
                open = label.starts_with(POOL).then(|| (label.to_string(), Vec::new()));
            } else if !code.is_empty() {
                match (&mut open, bytes(code)) {
                    (Some((_, all)), Some(bytes)) => all.extend(bytes),
                    _ => data.extend(open.take()),
                }
            }
        }
        data.extend(open);
        Self(data)
    }

    /// Returns the `length` bytes that start `offset` bytes after a label, or `None` if the listing does not contain
    /// them.
    #[must_use]
    pub fn bytes(&self, label: &str, offset: u64, length: usize) -> Option<&[u8]> {
        let start = usize::try_from(offset).ok()?;
        self.0.get(label)?.get(start..start.checked_add(length)?)
    }
}

/// Returns the bytes that a directive defines, or `None` if the directive is unknown or its values are not numbers.
fn bytes(code: &str) -> Option<Vec<u8>> {
    let (directive, values) = code.split_once(char::is_whitespace)?;
    let width = match directive {
        ".byte" | ".int8" => 1,
        ".short" | ".hword" | ".2byte" | ".int16" => 2,
        ".long" | ".word" | ".4byte" | ".int32" => 4,
        ".quad" | ".xword" | ".8byte" | ".int64" => 8,
        ".zero" => {
            let mut values = values.split(',').map(number);
            let (count, fill) = (values.next()??, values.next().unwrap_or(Some(0))?);
            return Some(vec![fill.to_le_bytes()[0]; usize::try_from(count).ok()?]);
        }
        _ => return None,
    };
    let mut bytes = Vec::new();
    for value in values.split(',') {
        bytes.extend_from_slice(&number(value)?.to_le_bytes()[..width]);
    }
    Some(bytes)
}

/// Parses a decimal or hexadecimal number. For a negative number, returns its value modulo 2^64. Returns `None` if the
/// text is not a number or if the number has more than 64 bits.
fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let value =
        digits.strip_prefix("0x").map_or_else(|| digits.parse().ok(), |hex| u64::from_str_radix(hex, 16).ok())?;
    Some(if negative { value.wrapping_neg() } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_are_bytes_lowest_first() {
        let text = ".LCPI0_0:\n\t.quad\t-72340172838076674\n\t.long\t0x01020304 # comment\n\t.byte 7\n\t.section x\n\t.byte 9\n\
                    .LCPI0_1:\n\t.zero\t3,127\n\t.zero\t2\n\t.quad symbol\n\t.byte 1\nstorage:\n\t.byte 1\n";
        let data = Data::of(text, Dialect::X86);
        assert_eq!(data.bytes(".LCPI0_0", 0, 8), Some([0xFE; 8].as_slice()));
        assert_eq!(data.bytes(".LCPI0_0", 8, 5), Some([4, 3, 2, 1, 7].as_slice()));
        assert_eq!(data.bytes(".LCPI0_0", 8, 6), None);
        assert_eq!(data.bytes(".LCPI0_1", 0, 5), Some([127, 127, 127, 0, 0].as_slice()));
        assert_eq!(data.bytes(".LCPI0_1", 0, 6), None);
        assert_eq!(data.bytes(".LCPI0_2", 0, 1), None);
        assert_eq!(data.bytes("storage", 0, 1), None);
    }
}
