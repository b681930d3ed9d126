//! Expressions in the arguments of commands: conditions (`--where`) and computed columns (`--expr`).

use std::fs;
use std::path::Path;

use anyhow::Result;
use setwise::{Bitboard, Color};
use setwise_expressions::{Expression, Names, Type, compute_pattern};
use setwise_patterns::Pattern;
use setwise_positions::packed::LabelRow;
use setwise_positions::{Layout, Position, RIGHTS, RightsRow};

use crate::args::{NamedText, Reading};
use crate::batch::Batch;
use crate::board::described;
use crate::failure::usage;
use crate::formats::SCORES;

/// The columns of numbers that positions may have. The last one is the ply of a game, or is computed from the number of the
/// move.
pub(crate) const NUMBERS: [&str; 6] = ["score", "result", "halfmove_clock", "fullmove_number", "extra", PLY];

const PLY: &str = "ply";

/// Returns the names that expressions about positions may use: those of the catalogue, columns of numbers, motifs, and the
/// definitions of the file that `--definitions` names.
pub(crate) fn names(layout: Layout, definitions: Option<&Path>) -> Result<Names> {
    let names = Names::new(layout).with_columns(NUMBERS).with_motifs().map_err(usage)?;
    let Some(file) = definitions else { return Ok(names) };
    let text = fs::read_to_string(file).map_err(|error| usage(format!("{}: {error}", file.display())))?;
    names.with_definitions(&text).map_err(|error| usage(format!("{}:{error}", file.display())))
}

/// The expressions of a command, whose names belong to one layout.
pub(crate) struct Expressions {
    pub(crate) conditions: Vec<Expression>,
    pub(crate) columns: Vec<(String, Expression)>,
}

impl Expressions {
    /// Parses the conditions in `reading` and the given columns.
    pub(crate) fn parse(reading: &Reading, columns: &[NamedText], layout: Layout) -> Result<Self> {
        if reading.conditions.is_empty() && columns.is_empty() {
            return Ok(Self { conditions: Vec::new(), columns: Vec::new() });
        }
        let mut names = names(layout, reading.definitions.as_deref())?;
        let mut parsed = Vec::new();
        for NamedText { name, text } in columns {
            parsed.push((name.clone(), Expression::parse(text, &names)?));
            // Later expressions may use the name, unless it already means something else.
            names = names.clone().with_definitions(&format!("let {name} = {text}")).unwrap_or(names);
        }
        let conditions = reading.conditions.iter().map(|text| Expression::parse_condition(text, &names));
        Ok(Self { conditions: conditions.collect::<Result<_, _>>()?, columns: parsed })
    }

    /// Parses the expressions before the layout of the positions is known. The names must belong to one of the layouts.
    pub(crate) fn parse_early(reading: &Reading, columns: &[NamedText]) -> Result<Self> {
        Self::parse(reading, columns, Layout::Relative).or_else(|_| Self::parse(reading, columns, Layout::Absolute))
    }

    /// Returns the labels on which the expressions depend.
    pub(crate) fn labels(&self) -> Vec<&'static str> {
        let rights = if self.all().any(Expression::needs_rights) { &RIGHTS[..] } else { &[] };
        let numbers = NUMBERS.into_iter().filter(|name| self.uses(name));
        numbers.map(|name| if name == PLY { "fullmove_number" } else { name }).chain(rights.iter().copied()).collect()
    }

    /// Returns an error if an expression uses a column that no input has.
    pub(crate) fn check(&self, labels: &[&str]) -> Result<()> {
        for name in NUMBERS.into_iter().filter(|name| self.uses(name)) {
            let label = if name == PLY { "fullmove_number" } else { name };
            if !labels.contains(&label) {
                return Err(usage(format!("{name}: no input has a column {label}")));
            }
        }
        Ok(())
    }

    pub(crate) fn needs_rights(&self) -> bool {
        self.all().any(Expression::needs_rights)
    }

    /// Returns whether an expression needs labels apart from rights.
    pub(crate) fn needs_numbers(&self) -> bool {
        NUMBERS.iter().any(|name| self.uses(name))
    }

    fn uses(&self, name: &str) -> bool {
        self.all().any(|expression| expression.columns().any(|column| column == name))
    }

    fn all(&self) -> impl Iterator<Item = &Expression> {
        self.conditions.iter().chain(self.columns.iter().map(|(_, expression)| expression))
    }

    /// Returns the columns of [`NUMBERS`] for the positions of a batch. Columns that no expression uses are empty.
    pub(crate) fn numbers(&self, batch: &Batch) -> [Vec<u64>; NUMBERS.len()] {
        NUMBERS.map(|name| if self.uses(name) { number(batch, name) } else { Vec::new() })
    }
}

/// Returns whether an expression depends on a label that may be unknown.
pub(crate) fn may_be_unknown(expression: &Expression) -> bool {
    expression.columns().any(|column| SCORES.contains(&column))
}

/// Returns whether an expression depends on a label that is unknown, for each position of a batch. The list is empty if
/// no such label is unknown.
pub(crate) fn unknown(expression: &Expression, batch: &Batch) -> Vec<bool> {
    let uses = |name: &str| expression.columns().any(|column| column == name);
    let [score, result] = ["score", "result"].map(uses);
    if !may_be_unknown(expression) {
        return Vec::new();
    }
    (0..batch.len()).map(|n| score && !batch.has_score(n) || result && !batch.has_result(n)).collect()
}

/// Returns a column of numbers in two's complement.
fn number(batch: &Batch, name: &str) -> Vec<u64> {
    let labels = &batch.labels;
    match name {
        "score" => labels.score.iter().map(|score| i64::from(*score).cast_unsigned()).collect(),
        "result" => labels.result.iter().map(|result| u64::from(*result)).collect(),
        "halfmove_clock" => labels.halfmove_clock.iter().map(|clock| u64::from(*clock)).collect(),
        "fullmove_number" => labels.fullmove_number.iter().map(|number| u64::from(*number)).collect(),
        "extra" => batch.extra_bytes.iter().map(|extra| u64::from(*extra)).collect(),
        _ if !batch.ply.is_empty() => batch.ply.iter().map(|ply| u64::from(*ply)).collect(),
        _ => {
            let moves = labels.fullmove_number.iter().zip(&batch.columns.side_to_move);
            let ply = |(number, side): (&u32, &Color)| {
                2 * u64::from(number.saturating_sub(1)) + u64::from(*side == Color::Black)
            };
            moves.map(ply).collect()
        }
    }
}

/// Returns the parts of an expression with their types and their values for one position. `line` is the position as FEN.
pub(crate) fn values_of_parts(text: &str, line: &str, position: &Position) -> Result<Vec<(String, Type, u64)>> {
    let expression = Expression::parse(text, &names(Layout::Absolute, None)?)?;
    let row = LabelRow::of_line(line.as_bytes(), &position.placement)
        .map_err(|reason| usage(format!("'{line}': {reason}")))?;
    let batch =
        Batch { columns: [*position].into_iter().collect(), labels: [row].into_iter().collect(), ..Batch::default() };
    let numbers = NUMBERS.map(|name| number(&batch, name));
    for name in ["score", "result", "extra"] {
        if expression.columns().any(|column| column == name) {
            return Err(usage(format!("{name}: a FEN has no column {name}")));
        }
    }
    let numbers: Vec<u64> = numbers.iter().map(|column| column.first().copied().unwrap_or_default()).collect();
    let of_pattern = |pattern: Pattern, inputs: &[u64]| -> Result<Vec<u64>> {
        let inputs: Vec<&[u64]> = inputs.chunks(1).collect();
        let mut results = vec![0; pattern.results().len()];
        compute_pattern(setwise::auto(), pattern, &inputs, &mut results.chunks_mut(1).collect::<Vec<_>>());
        Ok(results)
    };
    let LabelRow { unmoved_rooks, en_passant, .. } = row;
    let rights = RightsRow { unmoved_rooks, en_passant };
    let values = expression.values_on(position, &rights, &numbers, of_pattern)?;
    let parts = expression.parts().iter().map(|part| (part.text().to_string(), part.value_type()));
    Ok(parts.zip(values).map(|((text, kind), word)| (text, kind, word)).collect())
}

/// Describes a value: a set by its squares, a number, or true or false.
pub(crate) fn described_value(kind: Type, word: u64) -> String {
    match kind {
        Type::Set => described(Bitboard(word)),
        Type::Number => word.cast_signed().to_string(),
        Type::Truth => (word != 0).to_string(),
    }
}
