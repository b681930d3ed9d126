//! Formulas over the squares of all inputs, and the variables of these formulas.

use std::cell::RefCell;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use biodivine_lib_bdd::{Bdd, BddValuation, BddVariable, BddVariableSet, op_function};

use super::Undecided;

/// The largest number of nodes of a formula. The formulas of the library's kernels have a few thousand nodes at most.
pub(super) const MOST_NODES: usize = 1 << 16;

/// The maximum number of nodes of a formula that says whether a set is empty. A larger formula is replaced by a
/// separate variable, called a condition.
const MOST_NODES_OF_EMPTY: usize = 1 << 12;

/// The number of variables that are reserved for conditions.
const MOST_CONDITIONS: usize = 64;

/// A statement about the squares of the inputs, stored as a binary decision diagram. For each combination of boards,
/// the formula is true or false.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Formula(pub(super) Bdd);

impl Formula {
    /// Returns the number of nodes of the diagram.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.0.size()
    }

    /// Returns the value of the formula if it is the same for all boards, otherwise `None`.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        self.0.as_bool()
    }

    /// Returns the formula that is true if both formulas are true. Unlike the operator `&`, this method stops when the
    /// diagram becomes too large.
    ///
    /// # Errors
    ///
    /// Returns an error if the diagram has too many nodes.
    pub fn and(&self, other: &Self) -> Result<Self, Undecided> {
        limited(MOST_NODES, self, other, op_function::and).ok_or(Undecided::TooLarge)
    }

    /// Returns the formula that is true if at least one of the two formulas is true. Unlike the operator `|`, this
    /// method stops when the diagram becomes too large.
    ///
    /// # Errors
    ///
    /// Returns an error if the diagram has too many nodes.
    pub fn or(&self, other: &Self) -> Result<Self, Undecided> {
        limited(MOST_NODES, self, other, op_function::or).ok_or(Undecided::TooLarge)
    }

    /// Returns the formula that is true if exactly one of the two formulas is true. Unlike the operator `^`, this
    /// method stops when the diagram becomes too large.
    ///
    /// # Errors
    ///
    /// Returns an error if the diagram has too many nodes.
    pub fn xor(&self, other: &Self) -> Result<Self, Undecided> {
        limited(MOST_NODES, self, other, op_function::xor).ok_or(Undecided::TooLarge)
    }
}

fn limited(
    most: usize,
    a: &Formula,
    b: &Formula,
    operation: fn(Option<bool>, Option<bool>) -> Option<bool>,
) -> Option<Formula> {
    Bdd::binary_op_with_limit(most, &a.0, &b.0, operation).map(Formula)
}

/// Implements a binary operator without a limit on the number of nodes, for use in specifications.
macro_rules! formula_operator {
    ($operator:ident $method:ident, $of:ident) => {
        impl $operator for &Formula {
            type Output = Formula;

            fn $method(self, other: Self) -> Formula {
                Formula(self.0.$of(&other.0))
            }
        }
    };
}

formula_operator!(BitAnd bitand, and);
formula_operator!(BitOr bitor, or);
formula_operator!(BitXor bitxor, xor);

impl Not for &Formula {
    type Output = Formula;

    fn not(self) -> Formula {
        Formula(self.0.not())
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_bool() {
            Some(value) => write!(f, "Formula({value})"),
            None => write!(f, "Formula({} nodes)", self.nodes()),
        }
    }
}

/// All boards of all inputs at once: one variable for each square of each input.
///
/// The variables are ordered square by square, a1 first. For each square, the variables of all inputs are next to each
/// other. Steps and rays then connect variables that are close in the order, which keeps the diagrams small.
#[derive(Debug)]
pub struct AllBoards {
    inputs: usize,
    variables: BddVariableSet,
    /// For each condition, in the order of the variables, the set that is empty if the condition is true.
    conditions: RefCell<Vec<Vec<Formula>>>,
}

impl AllBoards {
    /// Creates the variables for all boards of `inputs` inputs.
    ///
    /// # Panics
    ///
    /// Panics if there are more than 1000 inputs.
    #[must_use]
    pub fn new(inputs: usize) -> Self {
        assert!(inputs <= 1000, "at most 1000 inputs, not {inputs}");
        let variables = (64 * inputs + MOST_CONDITIONS) as u16;
        Self { inputs, variables: BddVariableSet::new_anonymous(variables), conditions: RefCell::default() }
    }

    /// Returns the formula that is true if an input contains the square with index `square`, where a1 has index 0.
    #[must_use]
    pub fn has(&self, input: usize, square: usize) -> Formula {
        assert!(input < self.inputs && square < 64, "no square {square} of input {input}");
        Formula(self.variables.mk_var(BddVariable::from_index(square * self.inputs + input)))
    }

    /// Returns the formula whose value is `value` for all boards.
    #[must_use]
    pub fn always(&self, value: bool) -> Formula {
        Formula(if value { self.variables.mk_true() } else { self.variables.mk_false() })
    }

    /// Returns the formula that is true if at least one of several formulas is true.
    #[must_use]
    pub fn any(&self, formulas: impl IntoIterator<Item = Formula>) -> Formula {
        formulas.into_iter().fold(self.always(false), |any, formula| &any | &formula)
    }

    /// Returns the formula that is true if all of several formulas are true.
    #[must_use]
    pub fn all(&self, formulas: impl IntoIterator<Item = Formula>) -> Formula {
        formulas.into_iter().fold(self.always(true), |all, formula| &all & &formula)
    }

    /// Returns the formula that is true if at least `least` of several formulas are true.
    #[must_use]
    pub fn at_least(&self, least: usize, formulas: impl IntoIterator<Item = Formula>) -> Formula {
        let mut reached = vec![self.always(false); least + 1];
        reached[0] = self.always(true);
        for formula in formulas {
            for count in (1..=least).rev() {
                reached[count] = &reached[count] | &(&reached[count - 1] & &formula);
            }
        }
        reached.swap_remove(least)
    }

    /// Returns the formula that is true if a set, given by its bits, is empty: see [`is_empty`](Self::is_empty).
    pub(super) fn none(&self, set: Vec<Formula>) -> Result<Formula, Undecided> {
        let mut any = Some(self.always(false));
        for square in &set {
            any = any.and_then(|any| limited(MOST_NODES_OF_EMPTY, &any, square, op_function::or));
        }
        if let Some(any) = any {
            return Ok(!&any);
        }
        let mut conditions = self.conditions.borrow_mut();
        let place = match conditions.iter().position(|known| *known == set) {
            Some(place) => place,
            None if conditions.len() == MOST_CONDITIONS => return Err(Undecided::ManyConditions),
            None => {
                conditions.push(set);
                conditions.len() - 1
            }
        };
        Ok(self.condition(place))
    }

    /// Returns the number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the input and the square of a variable. For the variable of a condition, returns the index of the
    /// condition as an error.
    pub(super) fn place(&self, variable: BddVariable) -> Result<(usize, usize), usize> {
        let index = variable.to_index();
        let is_square = index < 64 * self.inputs;
        if is_square { Ok((index % self.inputs, index / self.inputs)) } else { Err(index - 64 * self.inputs) }
    }

    /// Returns the set that is empty if a condition is true.
    pub(super) fn set_of(&self, condition: usize) -> Vec<Formula> {
        self.conditions.borrow()[condition].clone()
    }

    /// Returns the formula of a condition.
    pub(super) fn condition(&self, condition: usize) -> Formula {
        Formula(self.variables.mk_var(BddVariable::from_index(64 * self.inputs + condition)))
    }

    /// Returns whether a condition is true on the boards of a valuation.
    pub(super) fn holds(&self, condition: usize, values: &BddValuation) -> bool {
        values.value(BddVariable::from_index(64 * self.inputs + condition))
    }

    /// Returns the values of all variables on these boards.
    pub(super) fn valuation(&self, boards: &[u64]) -> BddValuation {
        let mut values = BddValuation::all_false(self.variables.num_vars());
        for (input, board) in boards.iter().enumerate() {
            for square in (0..64).filter(|square| board >> square & 1 == 1) {
                values.set(BddVariable::from_index(square * self.inputs + input));
            }
        }
        // The set of a condition may depend on earlier conditions, but not on later ones.
        for (n, set) in self.conditions.borrow().iter().enumerate() {
            if set.iter().all(|square| !square.0.eval_in(&values)) {
                values.set(BddVariable::from_index(64 * self.inputs + n));
            }
        }
        values
    }
}
