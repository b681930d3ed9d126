//! The names and values of tags, and the tags that have a meaning for the game.

/// The tags that determine how a game is played and what its result is. Their names may be written in any case.
pub(crate) const FEN: &str = "FEN";
pub(crate) const VARIANT: &str = "Variant";
pub(crate) const RESULT: &str = "Result";

/// The first tag of a game, as the PGN standard prescribes.
pub(crate) const EVENT: &[u8] = b"Event";

/// Returns whether the name of a tag in a game denotes the tag `wanted`.
pub(crate) fn denotes(name: &[u8], wanted: &str) -> bool {
    name == wanted.as_bytes() || canonical(name) == canonical(wanted.as_bytes())
}

/// Returns the name that all tags with the same meaning share. For most tags, it is the given name.
pub(crate) fn canonical(name: &[u8]) -> &[u8] {
    let tag = [FEN, VARIANT, RESULT].into_iter().find(|tag| tag.as_bytes().eq_ignore_ascii_case(name));
    tag.map_or(name, str::as_bytes)
}

/// Returns the value of the tag at the start of a line, and the length of the tag in bytes. The value is `None` if the
/// tag is not of the form `[Name "value"]`.
///
/// The value ends at the first quote that is followed by a bracket, and that has no backslash before it. A value may
/// therefore have quotes: `[Event "a "b" c"]`. If no such quote exists, the value ends at the quote and the bracket at
/// the end of the line: `[Event "C:\"]`. The scanner must agree with this function about the end of a tag.
pub(crate) fn value_of_tag(line: &[u8]) -> (Option<&[u8]>, usize) {
    let Some(start) = memchr::memchr2(b'"', b']', line) else { return (None, line.len()) };
    if line[start] == b']' {
        return (None, start + 1);
    }
    let mut at = start + 1;
    while let Some(found) = line.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += found + 1;
        if line[at - 1] == b'\\' {
            at += 1;
        } else if let Some(after) = line[at..].trim_ascii_start().strip_prefix(b"]") {
            return (Some(&line[start + 1..at - 1]), line.len() - after.len());
        }
    }
    let value = line.trim_ascii_end().strip_suffix(b"]").and_then(|rest| rest.trim_ascii_end().strip_suffix(b"\""));
    (value.and_then(|value| value.get(start + 1..)), line.len())
}

/// Returns the length of the name of a tag at the start of a text. The standard allows only letters, digits and some marks,
/// but a name ends where the value may begin, so other names are read as well.
pub(crate) fn name_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| !byte.is_ascii_whitespace() && !b"\"[]".contains(byte)).count()
}
