//! Random expressions, each as a text and as a function that computes its value by coordinates.

use std::rc::Rc;

use setwise::Color;
use setwise_expressions::Type;
use setwise_positions::Layout;
use setwise_positions::features::Feature;
use setwise_testkit::oracle::coordinates;
use setwise_testkit::random::Sets;

use crate::functions::{FUNCTIONS, Function};
use crate::rows::{COLUMNS, Row};

/// Computes the value of an expression: a set, a number in two's complement, or 0 or 1.
pub(crate) type Value = Rc<dyn Fn(&Row) -> u64>;

/// An expression as a text and as a value.
#[derive(Clone)]
pub(crate) struct Generated {
    pub(crate) text: String,
    pub(crate) kind: Type,
    pub(crate) value: Value,
    /// The row of the table of operators in which the outermost operator is, or [`PRIMARY`].
    level: usize,
    /// The number of `and` and `or` around each other.
    pub(crate) nesting: usize,
}

/// The level of an expression without an operator outside brackets.
const PRIMARY: usize = 10;

/// An operator between two sets or two numbers.
type Operator = (&'static str, usize, fn(u64, u64) -> u64);

const OF_SETS: [Operator; 4] =
    [("|", 5, |a, b| a | b), ("^", 6, |a, b| a ^ b), ("&", 7, |a, b| a & b), ("-", 8, |a, b| a & !b)];

const COMPARISONS: [Operator; 6] = [
    ("=", 4, |a, b| (a == b).into()),
    ("!=", 4, |a, b| (a != b).into()),
    ("<", 4, |a, b| (a.cast_signed() < b.cast_signed()).into()),
    ("<=", 4, |a, b| (a.cast_signed() <= b.cast_signed()).into()),
    (">", 4, |a, b| (a.cast_signed() > b.cast_signed()).into()),
    (">=", 4, |a, b| (a.cast_signed() >= b.cast_signed()).into()),
];

/// Returns the side that a name means in a row.
type SideOf = fn(&Row) -> Color;

/// The names of sides. Boards that are seen from the side to move have only the first two.
const SIDES: [(&str, SideOf); 4] = [
    ("own", |row| row.to_move),
    ("their", |row| !row.to_move),
    ("white", |_| Color::White),
    ("black", |_| Color::Black),
];

const KINDS: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// A source of random expressions.
pub(crate) struct Generator {
    random: Sets,
    layout: Layout,
    features: Vec<Feature>,
    /// Earlier expressions, which later ones contain again.
    earlier: Vec<Generated>,
    /// The first operands of `and` and `or`.
    pub(crate) conditions: Vec<Value>,
}

impl Generator {
    pub(crate) fn new(seed: u64, layout: Layout) -> Self {
        Self {
            random: Sets::seeded(seed),
            layout,
            features: Feature::all().collect(),
            earlier: Vec::new(),
            conditions: Vec::new(),
        }
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.random.dense() % count as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Returns an expression of any type.
    pub(crate) fn any(&mut self, depth: usize) -> Generated {
        let kind = self.pick(&[Type::Set, Type::Number, Type::Truth, Type::Truth, Type::Truth, Type::Truth]);
        self.of(kind, depth)
    }

    fn of(&mut self, kind: Type, depth: usize) -> Generated {
        if self.below(5) == 0 {
            let known: Vec<Generated> = self.earlier.iter().filter(|one| one.kind == kind).cloned().collect();
            if !known.is_empty() {
                return known[self.below(known.len())].clone();
            }
        }
        let new = match kind {
            Type::Set => self.set(depth),
            Type::Number => self.number(depth),
            Type::Truth => self.truth(depth),
        };
        if new.text.len() < 200 {
            self.earlier.push(new.clone());
        }
        new
    }

    fn set(&mut self, depth: usize) -> Generated {
        match self.below(if depth == 0 { 3 } else { 10 }) {
            0 => self.pieces(),
            1 => self.feature(Type::Set),
            2 => self.squares(),
            3 => {
                let inner = self.of(Type::Set, depth - 1);
                self.prefix("!", 9, &inner, Type::Set, |set| !set)
            }
            4..7 => {
                let (operator, [a, b]) = (self.pick(&OF_SETS), [0; 2].map(|_| self.of(Type::Set, depth - 1)));
                self.infix(operator, &a, &b, Type::Set, [operator.1, operator.1 + 1])
            }
            _ => self.function(Type::Set, depth - 1),
        }
    }

    fn number(&mut self, depth: usize) -> Generated {
        match self.below(if depth == 0 { 3 } else { 6 }) {
            0 => self.feature(Type::Number),
            1 => {
                let number = self.pick(&[0, 1, 2, 3, -1, -2, 5, 64, i64::from(u32::MAX), -i64::from(u32::MAX)]);
                primary(number.to_string(), Type::Number, move |_| number.cast_unsigned())
            }
            2 => {
                let n = self.below(2);
                primary(COLUMNS[n].to_string(), Type::Number, move |row| row.columns[n].cast_unsigned())
            }
            3 => self.function(Type::Number, depth - 1),
            _ => self.count(depth - 1),
        }
    }

    fn count(&mut self, depth: usize) -> Generated {
        let set = self.of(Type::Set, depth);
        let text = self.joined(&["count", "(", &set.text, ")"]);
        Generated {
            nesting: set.nesting,
            ..primary(text, Type::Number, move |row| coordinates((set.value)(row)).count() as u64)
        }
    }

    fn truth(&mut self, depth: usize) -> Generated {
        match self.below(if depth == 0 { 2 } else { 20 }) {
            0 if self.layout == Layout::Absolute => {
                let (name, color) = self.pick(&[("white_to_move", Color::White), ("black_to_move", Color::Black)]);
                primary(name.to_string(), Type::Truth, move |row| (row.to_move == color).into())
            }
            0 | 1 => self.feature(Type::Truth),
            2 => {
                let inner = self.condition(depth - 1);
                self.prefix("not", 3, &inner, Type::Truth, |truth| 1 - truth)
            }
            3..5 => {
                let (operator, [a, b]) = (self.pick(&COMPARISONS), [0; 2].map(|_| self.of(Type::Number, depth - 1)));
                self.infix(operator, &a, &b, Type::Truth, [5; 2])
            }
            5 => {
                let (operator, [a, b]) = (self.pick(&COMPARISONS[..2]), [0; 2].map(|_| self.of(Type::Set, depth - 1)));
                self.infix(operator, &a, &b, Type::Truth, [5; 2])
            }
            _ => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                self.conditions.push(a.value.clone());
                let (operator, n): (Operator, _) =
                    if self.below(2) == 0 { (("or", 1, |a, b| a | b), 1) } else { (("and", 2, |a, b| a & b), 2) };
                let both = self.infix(operator, &a, &b, Type::Truth, [n, n + 1]);
                Generated { nesting: both.nesting + 1, ..both }
            }
        }
    }

    /// Returns a truth value, or a set that is true if it is not empty.
    fn condition(&mut self, depth: usize) -> Generated {
        if self.below(3) > 0 {
            return self.of(Type::Truth, depth);
        }
        let set = self.of(Type::Set, depth);
        let value = set.value.clone();
        Generated { value: Rc::new(move |row| (value(row) != 0).into()), ..set }
    }

    fn function(&mut self, kind: Type, depth: usize) -> Generated {
        let functions: Vec<Function> = FUNCTIONS.iter().copied().filter(|function| function.2 == kind).collect();
        let function = self.pick(&functions);
        self.call(function, depth)
    }

    /// Returns a call of a function, with any arguments.
    pub(crate) fn call(&mut self, (name, types, kind, definition): Function, depth: usize) -> Generated {
        let arguments: Vec<Generated> = types
            .chars()
            .map(|kind| match kind {
                's' => self.of(Type::Set, if types.len() > 3 { 0 } else { depth }),
                't' => self.condition(depth),
                _ if self.below(2) == 0 => self.count(depth),
                _ => {
                    let n = self.below(10) as u64;
                    primary(n.to_string(), Type::Number, move |_| n)
                }
            })
            .collect();
        let mut parts = vec![name, "("];
        for (n, argument) in arguments.iter().enumerate() {
            parts.extend([",", &argument.text].iter().skip(usize::from(n == 0)));
        }
        parts.push(")");
        let text = self.joined(&parts);
        let nesting = arguments.iter().map(|argument| argument.nesting).max().unwrap_or(0);
        let values: Vec<Value> = arguments.into_iter().map(|argument| argument.value).collect();
        let value = move |row: &Row| definition(&values.iter().map(|value| value(row)).collect::<Vec<_>>());
        Generated { nesting, ..primary(text, kind, value) }
    }

    /// Returns a name of a side, and a function that returns the side of this name in a row.
    fn side(&mut self) -> (&'static str, SideOf) {
        self.pick(if self.layout == Layout::Absolute { &SIDES } else { &SIDES[..2] })
    }

    fn pieces(&mut self) -> Generated {
        let (name, side) = self.side();
        let n = self.below(6);
        let of_side = move |row: &Row, side: Color| {
            let view = row.seen_by(side).own;
            [view.pawns, view.knights, view.bishops, view.rooks, view.queens, view.king, view.own]
        };
        let all = move |row: &Row| of_side(row, Color::White)[6] | of_side(row, Color::Black)[6];
        match self.below(6) {
            0 => primary(name.to_string(), Type::Set, move |row| of_side(row, side(row))[6]),
            1 => primary(KINDS[n].to_string(), Type::Set, move |row| {
                of_side(row, Color::White)[n] | of_side(row, Color::Black)[n]
            }),
            2 => primary("occupied".to_string(), Type::Set, all),
            3 => primary("empty".to_string(), Type::Set, move |row| !all(row)),
            _ => primary(format!("{name}_{}", KINDS[n]), Type::Set, move |row| of_side(row, side(row))[n]),
        }
    }

    fn feature(&mut self, kind: Type) -> Generated {
        let features: Vec<Feature> = self.features.iter().copied().filter(|one| type_of(*one) == kind).collect();
        let (feature, side) = (self.pick(&features), self.side());
        name_of(feature, side)
    }

    /// Returns a set that is the same in all positions, or an input.
    fn squares(&mut self) -> Generated {
        let set = match self.below(4) {
            0 => self.random.sparse(),
            n => self.random.of(n as u32 - 1),
        };
        let n = self.below(8);
        let label = |first: u8| char::from(first + n as u8);
        match self.below(5) {
            0 => {
                let label = label(b'a').to_string();
                let text = self.joined(&["file", "(", &label, ")"]);
                primary(text, Type::Set, move |_| squares_where(|file, _| file == n))
            }
            1 => {
                let label = label(b'1').to_string();
                let text = self.joined(&["rank", "(", &label, ")"]);
                primary(text, Type::Set, move |_| squares_where(|_, rank| rank == n))
            }
            2 => primary(format!("{set:#x}"), Type::Set, move |_| set),
            3 => primary(["one", "two"][n % 2].to_string(), Type::Set, move |row| row.inputs[n % 2]),
            _ => {
                let name = |(file, rank): (i32, i32)| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
                let names: Vec<String> = coordinates(set).map(name).collect();
                let parts: Vec<&str> = names.iter().flat_map(|name| [",", name]).skip(1).collect();
                let text = self.joined(&[&["{"], &parts[..], &["}"]].concat());
                primary(text, Type::Set, move |_| set)
            }
        }
    }

    fn prefix(
        &mut self,
        operator: &str,
        level: usize,
        inner: &Generated,
        kind: Type,
        of: impl Fn(u64) -> u64 + 'static,
    ) -> Generated {
        let operand = self.bracketed(inner, level);
        let text = self.joined(&[operator, &operand]);
        let value = inner.value.clone();
        Generated { text, kind, value: Rc::new(move |row| of(value(row))), level, nesting: inner.nesting }
    }

    /// Returns two expressions with an operator between them. An operand whose level is lower than that of `levels` is
    /// written in brackets.
    fn infix(
        &mut self,
        (operator, level, of): Operator,
        a: &Generated,
        b: &Generated,
        kind: Type,
        levels: [usize; 2],
    ) -> Generated {
        let (left, right) = (self.bracketed(a, levels[0]), self.bracketed(b, levels[1]));
        let text = self.joined(&[&left, operator, &right]);
        let (first, second) = (a.value.clone(), b.value.clone());
        let value: Value = Rc::new(move |row| of(first(row), second(row)));
        Generated { text, kind, value, level, nesting: a.nesting.max(b.nesting) }
    }

    /// Returns the text of an expression, in brackets if its level is too low, and sometimes otherwise.
    fn bracketed(&mut self, inner: &Generated, level: usize) -> String {
        if inner.level < level || self.below(8) == 0 {
            self.joined(&["(", &inner.text, ")"])
        } else {
            inner.text.clone()
        }
    }

    /// Joins tokens with random spaces. Two words are always separated.
    fn joined(&mut self, tokens: &[&str]) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut text = String::new();
        for token in tokens {
            let touch = text.ends_with(is_word) && token.starts_with(is_word);
            text += self.pick(if touch { &[" ", "  ", "\t", "\n"] } else { &["", " ", " ", "\r\n "] });
            text += token;
        }
        text.trim().to_string()
    }
}

/// Returns every name of every feature.
pub(crate) fn all_features() -> Vec<Generated> {
    let names = |feature: Feature| SIDES.map(|side| name_of(feature, side));
    Feature::all().flat_map(names).collect()
}

fn type_of(feature: Feature) -> Type {
    match feature.largest_number() {
        None => Type::Set,
        Some(1) => Type::Truth,
        Some(_) => Type::Number,
    }
}

/// Returns the name of a feature for a side. A feature of the side to move has one name.
fn name_of(feature: Feature, (name, side): (&str, SideOf)) -> Generated {
    let kind = type_of(feature);
    if feature.side().is_none() {
        return primary(feature.to_string(), kind, move |row| row.feature(None, feature.name()));
    }
    let text = format!("{name}_{}", feature.name());
    primary(text, kind, move |row| row.feature(Some(side(row)), feature.name()))
}

fn primary(text: String, kind: Type, value: impl Fn(&Row) -> u64 + 'static) -> Generated {
    Generated { text, kind, value: Rc::new(value), level: PRIMARY, nesting: 0 }
}

fn squares_where(is_wanted: impl Fn(usize, usize) -> bool) -> u64 {
    (0..64).filter(|square| is_wanted(square % 8, square / 8)).fold(0, |set, square| set | 1 << square)
}
