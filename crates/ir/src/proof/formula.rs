//! Formulas over the squares of all inputs, and the variables of these formulas.

use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not};

use biodivine_lib_bdd::{Bdd, BddPointer, BddValuation, BddVariable, BddVariableSet, op_function};

use super::Undecided;

/// The largest number of nodes of a formula. The formulas of the library's kernels have a few thousand nodes at most.
pub(super) const MOST_NODES: usize = 1 << 16;

/// The maximum number of nodes of a formula that says whether a set is empty. A larger formula is replaced by a
/// separate variable, called a condition.
const MOST_NODES_OF_EMPTY: usize = 1 << 12;

/// The number of variables that are reserved for conditions.
const MOST_CONDITIONS: usize = 64;

/// The number of sums whose bits may be separate variables.
const MOST_SUMS: usize = 4;

/// A statement about the squares of the inputs, stored as a binary decision diagram. For each combination of boards,
/// the formula is true or false.
#[derive(Clone, PartialEq, Eq)]
pub struct Formula(pub(super) Bdd);

/// Hashes the size of the diagram, the node at its root and the two nodes below. Hashing all nodes would take longer than
/// comparing the few diagrams that have the same hash.
impl Hash for Formula {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.size().hash(state);
        let links = |node: BddPointer| [self.0.low_link_of(node), self.0.high_link_of(node)];
        let root = self.0.root_pointer();
        let below = if root.is_terminal() { [root; 2] } else { links(root) };
        for node in [root].into_iter().chain(below).filter(|node| !node.is_terminal()) {
            (self.0.var_of(node), links(node)).hash(state);
        }
    }
}

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
    /// For each input, its board if this board is fixed.
    given: Vec<Option<u64>>,
    /// For each condition, in the order of the variables, the set that is empty if the condition is true.
    conditions: RefCell<Vec<Vec<Formula>>>,
    /// The two words of each sum whose bits are separate variables.
    sums: RefCell<Vec<[Vec<Formula>; 2]>>,
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
        let variables = (64 * (inputs + MOST_SUMS) + MOST_CONDITIONS) as u16;
        let variables = BddVariableSet::new_anonymous(variables);
        let (conditions, sums) = (RefCell::default(), RefCell::default());
        Self { inputs, variables, given: vec![None; inputs], conditions, sums }
    }

    /// Fixes the board of one input. All formulas then hold only for this board of the input, and for all boards of the
    /// other inputs.
    ///
    /// # Panics
    ///
    /// Panics if there is no such input.
    #[must_use]
    pub fn given(mut self, input: usize, board: u64) -> Self {
        self.given[input] = Some(board);
        self
    }

    /// Returns these boards with the given boards in their places.
    pub(super) fn with_given(&self, boards: &[u64]) -> Vec<u64> {
        boards.iter().zip(&self.given).map(|(board, given)| given.unwrap_or(*board)).collect()
    }

    /// Returns the formula that is true if an input contains the square with index `square`, where a1 has index 0.
    #[must_use]
    pub fn has(&self, input: usize, square: usize) -> Formula {
        assert!(input < self.inputs && square < 64, "no square {square} of input {input}");
        if let Some(board) = self.given[input] {
            return self.always(board >> square & 1 == 1);
        }
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
        // Whether a set is empty does not depend on the order of its squares.
        let is_same = |known: &Vec<Formula>| {
            *known == set
                || set.iter().all(|square| known.contains(square)) && known.iter().all(|square| set.contains(square))
        };
        let place = match conditions.iter().position(is_same) {
            Some(place) => place,
            None if conditions.len() == MOST_CONDITIONS => return Err(Undecided::ManyConditions),
            None => {
                conditions.push(set);
                conditions.len() - 1
            }
        };
        Ok(self.condition(place))
    }

    /// Returns 64 variables for the sum of two words whose diagrams would be too large. Equal words get the same
    /// variables. A proof then holds for all values of these variables, and therefore for the correct ones.
    pub(super) fn large_sum(&self, a: &[Formula], b: &[Formula]) -> Result<Vec<Formula>, Undecided> {
        let mut sums = self.sums.borrow_mut();
        let place = match sums.iter().position(|[known_a, known_b]| known_a == a && known_b == b) {
            Some(place) => place,
            None if sums.len() == MOST_SUMS => return Err(Undecided::TooLarge),
            None => {
                sums.push([a.to_vec(), b.to_vec()]);
                sums.len() - 1
            }
        };
        Ok((0..64).map(|bit| Formula(self.variables.mk_var(self.of_sum(place, bit)))).collect())
    }

    /// Returns the variable of a bit of a sum.
    fn of_sum(&self, sum: usize, bit: usize) -> BddVariable {
        BddVariable::from_index(64 * (self.inputs + sum) + MOST_CONDITIONS + bit)
    }

    /// Returns the number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the number of bits of all inputs that have no given board.
    pub(super) fn bits(&self) -> usize {
        64 * self.given.iter().filter(|board| board.is_none()).count()
    }

    /// Returns the input and the square of a variable. For the variable of a condition, returns the index of the
    /// condition as an error, and for the variable of a sum, a larger number.
    pub(super) fn place(&self, variable: BddVariable) -> Result<(usize, usize), usize> {
        let index = variable.to_index();
        let is_square = index < 64 * self.inputs;
        if is_square { Ok((index % self.inputs, index / self.inputs)) } else { Err(index - 64 * self.inputs) }
    }

    /// Returns the set that is empty if a condition is true, or `None` if there is no such condition.
    pub(super) fn set_of(&self, condition: usize) -> Option<Vec<Formula>> {
        self.conditions.borrow().get(condition).cloned()
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
        let (conditions, sums) = (self.conditions.borrow(), self.sums.borrow());
        // Sets and words depend only on earlier conditions and sums, so the values settle. Often, one turn is enough.
        for _ in 0..=conditions.len() + sums.len() {
            let before = values.clone();
            for (n, set) in conditions.iter().enumerate() {
                let is_empty = set.iter().all(|square| !square.0.eval_in(&values));
                values.set_value(BddVariable::from_index(64 * self.inputs + n), is_empty);
            }
            for (n, words) in sums.iter().enumerate() {
                let word = |bits: &[Formula]| {
                    bits.iter().enumerate().fold(0, |word, (n, bit)| word | u64::from(bit.0.eval_in(&values)) << n)
                };
                let sum = word(&words[0]).wrapping_add(word(&words[1]));
                (0..64).for_each(|bit| values.set_value(self.of_sum(n, bit), sum >> bit & 1 == 1));
            }
            if values == before {
                break;
            }
        }
        values
    }
}
