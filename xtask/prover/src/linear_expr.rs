//! Represents addresses and counters as linear expressions: a constant plus multiples of registers and other symbols.
//!
//! ```text
//! leaq (%rdi,%rax,8), %r8         r8 = rdi + 8 rax
//! addq $32, %r8                   r8 = rdi + 8 rax + 32
//! ```
//!
//! Factors and constants are modulo 2^64.

use std::collections::BTreeMap;
use std::fmt;

/// An unknown value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// The value of a register when the function starts.
    Start(String),
    /// The value of a register at the start of a block at which paths with different values meet.
    Join(usize, String),
    /// The value that the instruction in the given line wrote to a register.
    Result(usize, String),
    /// The address of read-only data.
    Label(String),
    /// The lowest 12 bits of the address of read-only data, which `AArch64` adds by a separate instruction.
    Low(String),
    /// The content of the caller's memory at an address, such as the pointer of a slice.
    Loaded(Box<LinearExpr>),
    /// A number shifted toward its lowest bit by a number of places.
    Quotient(Box<LinearExpr>, u32),
}

/// A constant plus multiples of symbols.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinearExpr {
    terms: BTreeMap<Symbol, u64>,
    /// The constant.
    pub constant: u64,
}

impl LinearExpr {
    /// Returns a constant.
    #[must_use]
    pub fn constant(constant: u64) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }

    /// Returns the number that consists of one symbol.
    #[must_use]
    pub fn symbol(symbol: Symbol) -> Self {
        Self { terms: BTreeMap::from([(symbol, 1)]), constant: 0 }
    }

    /// Returns the sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut terms = self.terms.clone();
        for (symbol, factor) in &other.terms {
            let sum = terms.entry(symbol.clone()).or_insert(0);
            *sum = sum.wrapping_add(*factor);
        }
        terms.retain(|_, factor| *factor != 0);
        Self { terms, constant: self.constant.wrapping_add(other.constant) }
    }

    /// Returns the number plus a constant.
    #[must_use]
    pub fn offset(&self, constant: u64) -> Self {
        Self { terms: self.terms.clone(), constant: self.constant.wrapping_add(constant) }
    }

    /// Returns the number multiplied by a factor.
    #[must_use]
    pub fn times(&self, factor: u64) -> Self {
        let mut terms: BTreeMap<Symbol, u64> =
            self.terms.iter().map(|(symbol, of)| (symbol.clone(), of.wrapping_mul(factor))).collect();
        terms.retain(|_, factor| *factor != 0);
        Self { terms, constant: self.constant.wrapping_mul(factor) }
    }

    /// Returns the difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(u64::MAX))
    }

    /// Returns the number without its constant.
    #[must_use]
    pub fn base(&self) -> Self {
        Self { terms: self.terms.clone(), constant: 0 }
    }

    /// Returns the constant if the number has no symbols, otherwise `None`.
    #[must_use]
    pub fn as_constant(&self) -> Option<u64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns the symbol if the number is one symbol plus a constant, otherwise `None`.
    #[must_use]
    pub fn as_symbol(&self) -> Option<&Symbol> {
        let mut terms = self.terms.iter();
        let (symbol, factor) = terms.next()?;
        (*factor == 1 && terms.next().is_none()).then_some(symbol)
    }

    /// Returns the number shifted toward its lowest bit.
    #[must_use]
    pub fn shifted_down(&self, places: u32) -> Self {
        if places == 0 { self.clone() } else { Self::symbol(Symbol::Quotient(Box::new(self.clone()), places)) }
    }

    /// Returns whether any symbol of the number has a property. Symbols inside quotients are included.
    pub fn any(&self, has: &dyn Fn(&Symbol) -> bool) -> bool {
        self.terms.keys().any(|symbol| match symbol {
            Symbol::Quotient(number, _) => number.any(has),
            other => has(other),
        })
    }

    /// Returns the number with each symbol replaced by another number. Symbols inside quotients are also replaced.
    #[must_use]
    pub fn with(&self, of: &dyn Fn(&Symbol) -> Self) -> Self {
        let replaced = |symbol: &Symbol| match symbol {
            Symbol::Quotient(number, places) => number.with(of).shifted_down(*places),
            other => of(other),
        };
        let sum = Self::constant(self.constant);
        self.terms.iter().fold(sum, |sum, (symbol, factor)| sum.plus(&replaced(symbol).times(*factor)))
    }
}

impl fmt::Display for LinearExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        for (symbol, factor) in &self.terms {
            let name = match symbol {
                Symbol::Start(name) | Symbol::Join(_, name) | Symbol::Label(name) => name.clone(),
                Symbol::Low(name) => format!("lo12 {name}"),
                Symbol::Result(line, name) => format!("{name} of line {line}"),
                Symbol::Loaded(address) => format!("[{address}]"),
                Symbol::Quotient(number, places) => format!("({number} >> {places})"),
            };
            parts.push(if *factor == 1 { name } else { format!("{} * {name}", factor.cast_signed()) });
        }
        if self.constant != 0 || parts.is_empty() {
            parts.push(self.constant.cast_signed().to_string());
        }
        f.write_str(&parts.join(" + "))
    }
}
