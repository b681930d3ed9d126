//! Writes SVG elements for the pictures of boards and heat maps.

/// Returns a picture with the elements in `body`. The attributes apply to all elements.
pub(crate) fn picture(title: &str, [width, height]: [usize; 2], attributes: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" {attributes}>\n<title>{}</title>\n{body}</svg>\n",
        escaped(title)
    )
}

/// Returns a group of elements, moved to a position.
pub(crate) fn group([x, y]: [usize; 2], body: &str) -> String {
    format!("<g transform=\"translate({x} {y})\">\n{body}</g>\n")
}

/// Returns a rectangle with its upper left corner at a position.
pub(crate) fn rectangle([x, y]: [usize; 2], [width, height]: [usize; 2], fill: &str) -> String {
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n")
}

/// Returns a text at a position. The position is the left end of the text or, with `text-anchor`, its middle.
pub(crate) fn text([x, y]: [usize; 2], attributes: &str, text: &str) -> String {
    let gap = if attributes.is_empty() { "" } else { " " };
    format!("<text x=\"{x}\" y=\"{y}\"{gap}{attributes}>{}</text>\n", escaped(text))
}

/// Escapes text for XML. Control characters, which XML does not allow, are removed.
fn escaped(text: &str) -> String {
    text.replace(char::is_control, "").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
