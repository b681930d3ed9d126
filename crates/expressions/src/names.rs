//! The names that expressions may use, and their meaning.

use std::collections::HashSet;

use setwise::Color;
use setwise::masks::DARK_SQUARES;
use setwise_patterns::{Interface, Pattern, nearest};
use setwise_positions::Layout;
use setwise_positions::features::Feature;

use crate::error::shortened;
use crate::parser::Node;
use crate::term::{Step, Term, TermId, Terms, Type};

/// The columns of White's and Black's pieces, which come after the kinds.
const SIDES: [usize; 2] = [6, 7];

/// The names of sets and truth values that belong to no kind of piece.
const OTHERS: [&str; 6] = ["occupied", "empty", "light_squares", "dark_squares", "white_to_move", "black_to_move"];

/// Returns the names of the kinds of pieces, in the order of the columns of positions.
fn kinds() -> [&'static str; 6] {
    let [kinds @ .., _, _] = Layout::Absolute.sets();
    kinds
}

/// Returns the prefixes of names of a side, without the underscore: white, black, own and their.
fn prefixes() -> [&'static str; 4] {
    let ([white, black], [own, their]) = (Layout::Absolute.sides(), Layout::Relative.sides());
    [white, black, own, their]
}

/// The functions that are not patterns of the catalogue, apart from the steps.
pub(crate) const FUNCTIONS: [&str; 3] = ["count", "file", "rank"];

/// The greatest number of bytes of a name for which similar names are searched.
const LONGEST: usize = 100;

/// The names that an expression may use in addition to features, patterns and sets of pieces.
#[derive(Debug, Clone, Default)]
pub struct Names {
    layout: Layout,
    columns: Vec<String>,
    definitions: Vec<Definition>,
    takes_inputs: bool,
    /// The interface whose patterns are functions. `None` stands for all patterns.
    interface: Option<Interface>,
}

/// A named expression. It may use the names of earlier definitions.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) nodes: Vec<Node>,
}

impl Names {
    /// Returns the names for positions that are stored in a layout. In the relative layout, names begin with `own_` and
    /// `their_`. In the absolute layout, they may also begin with `white_` and `black_`.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self { layout, ..Self::default() }
    }

    /// Adds columns of numbers that belong to the positions, such as `score`.
    #[must_use]
    pub fn with_columns<'a>(mut self, columns: impl IntoIterator<Item = &'a str>) -> Self {
        self.columns.extend(columns.into_iter().map(String::from));
        self
    }

    /// Leaves out functions for patterns that an interface does not offer.
    #[must_use]
    pub fn at(self, interface: Interface) -> Self {
        Self { interface: Some(interface), ..self }
    }

    /// Makes every unknown name the name of a set that is given for each position: an input of the expression.
    #[must_use]
    pub fn with_inputs(self) -> Self {
        Self { takes_inputs: true, ..self }
    }

    pub(crate) fn with_definition(mut self, definition: Definition) -> Self {
        self.definitions.push(definition);
        self
    }

    /// Returns the pattern and the index of the result that a function computes.
    pub(crate) fn function(&self, name: &str) -> Option<(Pattern, usize)> {
        function(name).filter(|(pattern, _)| self.offers(*pattern))
    }

    /// Returns whether a name followed by brackets is a function.
    pub(crate) fn is_function(&self, name: &str) -> bool {
        self.function(name).is_some() || FUNCTIONS.contains(&name) || Step::ALL.iter().any(|(step, _)| *step == name)
    }

    fn offers(&self, pattern: Pattern) -> bool {
        self.interface.is_none_or(|interface| pattern.is_at(interface))
    }

    pub(crate) fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    pub(crate) fn columns(&self) -> &[String] {
        &self.columns
    }

    pub(crate) fn takes_inputs(&self) -> bool {
        self.takes_inputs
    }

    /// Returns the meaning of a name, apart from definitions and inputs. Returns `Ok(None)` for an unknown name, and an
    /// error for a name that means nothing in this layout.
    pub(crate) fn meaning(&self, name: &str, terms: &mut Terms) -> Result<Option<(TermId, Type)>, String> {
        if let Some(n) = self.columns.iter().position(|column| column == name) {
            return Ok(Some((terms.add(Term::Column(n)), Type::Number)));
        }
        if let Some(kind) = kinds().iter().position(|kind| *kind == name) {
            return Ok(Some((terms.add(Term::Pieces(kind)), Type::Set)));
        }
        match name {
            "light_squares" => return Ok(Some((terms.add(Term::Constant(!DARK_SQUARES)), Type::Set))),
            "dark_squares" => return Ok(Some((terms.add(Term::Constant(DARK_SQUARES)), Type::Set))),
            "occupied" => return Ok(Some((occupied(terms), Type::Set))),
            "empty" => {
                let occupied = occupied(terms);
                return Ok(Some((terms.add(Term::Not(occupied)), Type::Set)));
            }
            "white_to_move" | "black_to_move" => {
                self.has_sides(name)?;
                let black = terms.add(Term::BlackToMove);
                let term = if name == "black_to_move" { black } else { terms.add(Term::Not(black)) };
                return Ok(Some((term, Type::Truth)));
            }
            _ => {}
        }
        let (prefix, rest) = name.split_once('_').unwrap_or((name, ""));
        match prefixes().iter().position(|known| *known == prefix) {
            Some(side) => self.of_side(name, side, rest, terms),
            None => Ok(Feature::all().find(|feature| feature.to_string() == name).map(|one| feature(one, terms))),
        }
    }

    /// Returns the meaning of a name that begins with one of the [`prefixes`]. `rest` is the name without the prefix.
    fn of_side(
        &self,
        name: &str,
        side: usize,
        rest: &str,
        terms: &mut Terms,
    ) -> Result<Option<(TermId, Type)>, String> {
        let of_color = |color: Color, terms: &mut Terms| -> Option<(TermId, Type)> {
            let pieces = terms.add(Term::Pieces(SIDES[color.index()]));
            if rest.is_empty() {
                return (!name.ends_with('_')).then_some((pieces, Type::Set));
            }
            if let Some(kind) = kinds().iter().position(|kind| *kind == rest) {
                let kind = terms.add(Term::Pieces(kind));
                return Some((terms.add(Term::And(kind, pieces)), Type::Set));
            }
            let is_wanted = |one: &Feature| one.name() == rest && one.side() == Some(color);
            Feature::all().find(is_wanted).map(|one| feature(one, terms))
        };
        let color = Color::ALL[side % 2];
        let Some((term, kind)) = of_color(color, terms) else { return Ok(None) };
        if side < 2 {
            self.has_sides(name)?;
            return Ok(Some((term, kind)));
        }
        if self.layout == Layout::Relative {
            return Ok(Some((term, kind)));
        }
        let Some((other, _)) = of_color(!color, terms) else { return Ok(None) };
        let black_to_move = terms.add(Term::BlackToMove);
        Ok(Some((terms.add(Term::Choose(black_to_move, other, term)), kind)))
    }

    /// Returns an error if the boards do not say which side is White.
    fn has_sides(&self, name: &str) -> Result<(), String> {
        match self.layout {
            Layout::Absolute => Ok(()),
            Layout::Relative => Err(format!(
                "{name}: these boards are stored as seen from the side to move, and which side that was is lost; names \
                 begin with own_ and their_"
            )),
        }
    }

    /// Returns the message for an unknown name, with the nearest names. `is_defined` says which definitions may be used.
    pub(crate) fn unknown(&self, name: &str, is_function: bool, is_defined: impl Fn(&str) -> bool) -> String {
        let mut names: Vec<String> = Vec::new();
        if is_function {
            names.extend(
                Pattern::ALL
                    .iter()
                    .filter(|pattern| self.offers(**pattern))
                    .flat_map(|pattern| pattern.full_result_names()),
            );
            names.extend(FUNCTIONS.iter().chain(Step::ALL.iter().map(|(name, _)| name)).map(ToString::to_string));
        } else {
            let all = prefixes();
            let prefixes = if self.layout == Layout::Absolute { &all[..] } else { &all[2..] };
            let defined = self.definitions.iter().map(|definition| &definition.name);
            names.extend(defined.filter(|name| is_defined(name)).cloned());
            names.extend(kinds().iter().chain(&OTHERS).map(ToString::to_string));
            names.extend(prefixes.iter().map(ToString::to_string));
            for prefix in prefixes {
                names.extend(kinds().iter().map(|kind| format!("{prefix}_{kind}")));
                let features = Feature::all().filter(|feature| feature.side() == Some(Color::White));
                names.extend(features.map(|feature| format!("{prefix}_{}", feature.name())));
            }
            names.extend(Feature::all().filter(|feature| feature.side().is_none()).map(|feature| feature.to_string()));
            names.extend(self.columns.iter().cloned());
        }
        // Kinds of pieces are also features.
        let mut known = HashSet::new();
        let names = names.iter().map(String::as_str).filter(|name| known.insert(*name));
        let nearest = if name.len() > LONGEST { Vec::new() } else { nearest(name, names) };
        let (name, noun) = (shortened(name), if is_function { "function" } else { "name" });
        match nearest.as_slice() {
            [] if is_function => format!("'{name}' is not a {noun}; `setwise list` shows all patterns"),
            [] => format!("'{name}' is not a {noun}; docs/expressions.md describes the names"),
            [others @ .., last] if !others.is_empty() => {
                format!("'{name}' is not a {noun}; did you mean {} or {last}?", others.join(", "))
            }
            [one, ..] => format!("'{name}' is not a {noun}; did you mean {one}?"),
        }
    }
}

fn occupied(terms: &mut Terms) -> TermId {
    let sides = SIDES.map(|side| terms.add(Term::Pieces(side)));
    terms.add(Term::Or(sides[0], sides[1]))
}

/// Returns the value of a feature. A feature that is 0 or 1 is a truth value.
fn feature(feature: Feature, terms: &mut Terms) -> (TermId, Type) {
    let term = terms.add(Term::Feature(feature));
    match feature.largest_number() {
        None => (term, Type::Set),
        Some(1) => (is_not_zero(term, terms), Type::Truth),
        Some(_) => (term, Type::Number),
    }
}

/// Returns whether a word is not 0.
pub(crate) fn is_not_zero(word: TermId, terms: &mut Terms) -> TermId {
    let zero = terms.add(Term::Constant(0));
    let is_zero = terms.add(Term::Equal(word, zero));
    terms.add(Term::Not(is_zero))
}

/// Returns the pattern with this name. Unlike parsing, this does not look for similar names.
pub(crate) fn pattern(name: &str) -> Option<Pattern> {
    Pattern::ALL.iter().copied().find(|pattern| pattern.name() == name)
}

/// Returns the pattern and the index of the result that a function computes.
fn function(name: &str) -> Option<(Pattern, usize)> {
    let (name, result) = name.split_once('.').unwrap_or((name, ""));
    let pattern = pattern(name)?;
    match (pattern.results(), result) {
        ([_], "") => Some((pattern, 0)),
        ([_], _) => None,
        (results, result) => Some((pattern, results.iter().position(|name| *name == result)?)),
    }
}
