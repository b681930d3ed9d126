//! What the modules of all languages have in common.

use crate::Leaper;
use crate::formula::{Formula, Operations, Style};
use crate::render::{row_of_boards, row_of_values, square_name};

/// The parts of a module that are the same in every language.
pub(super) struct Parts<'a> {
    pub(super) leaper: &'a Leaper,
    pub(super) by_shifts: Formula,
    pub(super) factored: Formula,
    /// The command and the version.
    pub(super) by: String,
}

impl Parts<'_> {
    /// Returns the suffix of the cheaper formula. If both cost the same, it is the factored one, which has the shorter dependency
    /// chain.
    pub(super) fn cheapest(&self) -> &'static str {
        let [shifts, factored] = self.leaper.operations();
        if shifts.total() < factored.total() { "by_shifts" } else { "factored" }
    }

    /// Returns the steps in words: `(3, 1)`, or `(3, 1) and (2, 1)`.
    pub(super) fn steps(&self) -> String {
        let steps: Vec<String> = self.leaper.steps().iter().map(|(long, short)| format!("({long}, {short})")).collect();
        steps.join(" and ")
    }

    /// Returns the values of the table, each written by `value`, one row a rank, with boards drawn above them.
    pub(super) fn table(&self, value: impl Fn(u64) -> String) -> String {
        let mut text = String::new();
        for (rank, row) in self.leaper.attacks().chunks(8).enumerate() {
            let squares: Vec<usize> = (8 * rank..8 * rank + 8).collect();
            let captions: Vec<String> = squares.iter().map(|&square| square_name(square)).collect();
            text += &row_of_boards("    ", &captions, &squares, row);
            text += &row_of_values("    ", row.iter().map(|&set| value(set)));
        }
        text
    }

    /// Returns the statements of a formula, where `bind` is the language's syntax to bind a name, and the result.
    pub(super) fn statements(formula: &Formula, bind: &str, style: Style) -> (String, String) {
        let bound =
            formula.bound.iter().map(|(name, term)| format!("    {bind} {name} = {};\n", term.text(style))).collect();
        (bound, formula.result.text(style))
    }

    /// Returns the deltas as a list of pairs with the given brackets.
    pub(super) fn deltas(&self, [open, close]: [&str; 2]) -> String {
        let deltas: Vec<String> =
            self.leaper.deltas().iter().map(|(df, dr)| format!("{open}{df}, {dr}{close}")).collect();
        deltas.join(", ")
    }
}

pub(super) fn counted(operations: Operations) -> String {
    let Operations { shifts, masks, unions } = operations;
    format!("{} operations: {shifts} shifts, {masks} masks, {unions} unions", operations.total())
}
