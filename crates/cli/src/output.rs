//! Rows of comma-separated values.

/// Adds a set: `0x` and sixteen digits.
pub(crate) fn push_set(out: &mut Vec<u8>, set: u64) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend_from_slice(b"0x");
    for byte in set.to_be_bytes() {
        out.extend_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
}

/// Adds a number in decimal.
pub(crate) fn push_number(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(number.to_string().as_bytes());
}

/// Adds the first four fields of a line, joined by one blank; in quotes, where a comma or a quote is among them.
pub(crate) fn push_fields(out: &mut Vec<u8>, line: &[u8]) {
    let start = out.len();
    let fields = line.split(|byte| byte.is_ascii_whitespace()).filter(|field| !field.is_empty());
    for (n, field) in fields.take(4).enumerate() {
        if n > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(field);
    }
    if out[start..].iter().any(|byte| matches!(byte, b',' | b'"')) {
        let quoted = String::from_utf8_lossy(&out[start..]).replace('"', "\"\"");
        out.truncate(start);
        out.extend_from_slice(format!("\"{quoted}\"").as_bytes());
    }
}
