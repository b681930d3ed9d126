//! The list of all features and patterns that the page can show.

use std::fmt::Write as _;

use setwise_ir::Interface;
use setwise_positions::features::Feature;

/// Returns a line for each feature, followed by a line for each pattern. The fields of a line are `feature` or
/// `pattern`, the name, the names of the inputs, and the definition. A feature is not listed if a pattern has the same
/// name, because the pattern computes the same value from a position.
#[must_use]
pub fn catalogue() -> String {
    let mut lines = String::new();
    for feature in Feature::all().filter(|feature| !is_pattern(*feature)) {
        let _ = writeln!(lines, "feature\t{feature}\tposition\t{}", feature.definition());
    }
    for pattern in Interface::Page.patterns() {
        let _ = writeln!(lines, "pattern\t{pattern}\t{}\t{}", pattern.inputs().join(", "), pattern.definition());
    }
    lines
}

/// Returns whether there is a pattern with the same name as the feature.
fn is_pattern(feature: Feature) -> bool {
    Interface::Page.patterns().any(|pattern| pattern.name() == feature.to_string())
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
        let both = Feature::all().filter(|feature| is_pattern(*feature)).count();
        assert_eq!(rows.len(), Feature::all().count() + Interface::Page.patterns().count() - both);
    }
}
