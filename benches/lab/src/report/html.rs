//! Parts of HTML that several parts of the page have.

/// Returns a table with this head and body, which scrolls sideways and is sorted by a click on a column header.
pub(super) fn sortable(table: &str) -> String {
    format!("<div class=\"scroll\"><table class=\"sortable\">{table}</table></div>\n")
}

/// Returns a sign that links to the place with this id.
pub(super) fn anchor(id: &str) -> String {
    format!("<a class=\"anchor\" href=\"#{id}\" title=\"permanent link\">#</a>")
}
