//! The list of everything that the page can show.

use std::fmt::Write as _;

use setwise_positions::features::Feature;
use setwise_program::LibraryKernel;

/// Returns a line for each feature, then for each kernel: `feature` or `kernel`, the name, the names of the inputs, and the
/// definition.
#[must_use]
pub fn catalogue() -> String {
    let mut lines = String::new();
    for feature in Feature::all() {
        let _ = writeln!(lines, "feature\t{feature}\tposition\t{}", feature.definition());
    }
    for kernel in LibraryKernel::ALL {
        // The page shows plain text without the backquotes of the documentation.
        let definition = kernel.definition().replace('`', "");
        let _ = writeln!(lines, "kernel\t{kernel}\t{}\t{definition}", kernel.inputs().join(", "));
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_line_has_a_name_of_its_own_and_a_definition() {
        let text = catalogue();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        assert!(rows.iter().all(|row| row.len() == 4 && row.iter().all(|field| !field.is_empty())), "{text}");
        assert!(!text.contains('`'), "{text}");
        let names: BTreeSet<&str> = rows.iter().map(|row| row[1]).collect();
        assert_eq!(names.len(), rows.len());
        assert_eq!(rows.len(), Feature::all().count() + LibraryKernel::ALL.len());
    }
}
