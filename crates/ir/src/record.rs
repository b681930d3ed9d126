//! Records kernels as programs.

use std::any::type_name;
use std::error::Error;
use std::fmt;

use setwise_core::{Kernel, Spread};
use setwise_patterns::{Inputs, Pattern};

use crate::symbol::{Symbol, with_tape};
use crate::tape::{Answers, Obstacle, Tape};
use crate::{Operation, Program};

impl Program {
    /// Records a kernel. `spread` is the formula for the attacks of knights and kings.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel tests whether a set is empty, because its next operations then depend on the
    /// boards. [`record_rounds`](Self::record_rounds) and [`record_on`](Self::record_on) record kernels with such
    /// tests. Also returns an error if the kernel calls `Lanes::store`.
    pub fn record<K, S, const IN: usize, const OUT: usize>(kernel: K, spread: S) -> Result<Self, NotStraightLineError>
    where
        K: Kernel<IN, OUT>,
        S: Spread<Symbol>,
    {
        Self::with_answers(type_name::<K>(), kernel, spread, Answers::Refused, &[0; IN])
    }

    /// Records `rounds` rounds of a kernel's loop. The first `rounds` tests for an empty set return `false`, and all
    /// later tests return `true`. With one round, the program executes the body of the loop once.
    ///
    /// The program is equivalent to the kernel on all boards on which the tests have these results.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel calls `Lanes::store`.
    ///
    /// # Panics
    ///
    /// Panics if the kernel tests ten thousand times whether a set is empty, for example because its loop does not end
    /// when a set is empty.
    pub fn record_rounds<K, S, const IN: usize, const OUT: usize>(
        kernel: K,
        spread: S,
        rounds: usize,
    ) -> Result<Self, NotStraightLineError>
    where
        K: Kernel<IN, OUT>,
        S: Spread<Symbol>,
    {
        Self::with_answers(type_name::<K>(), kernel, spread, Answers::NotEmpty(rounds), &[0; IN])
    }

    /// Records the operations that a kernel executes on `boards`, which contains one word per input. Tests for an
    /// empty set are decided by these boards.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel calls `Lanes::store`.
    pub fn record_on<K, S, const IN: usize, const OUT: usize>(
        kernel: K,
        spread: S,
        boards: [u64; IN],
    ) -> Result<Self, NotStraightLineError>
    where
        K: Kernel<IN, OUT>,
        S: Spread<Symbol>,
    {
        Self::with_answers(type_name::<K>(), kernel, spread, Answers::OnBoards(Vec::new()), &boards)
    }

    /// Records a function of sets, whose number of inputs and results is only known at run time.
    ///
    /// ```
    /// use setwise_ir::Program;
    ///
    /// let program = Program::record_function("both", &["a", "b"], &["both"], &|sets| vec![sets[0] & sets[1]]).unwrap();
    /// assert_eq!(program.run(&[6, 3]), [2]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the function tests whether a set is empty, or calls `Lanes::store`.
    ///
    /// # Panics
    ///
    /// Panics if the function does not return one set for each name in `results`.
    pub fn record_function(
        name: &str,
        inputs: &[&str],
        results: &[&str],
        function: &dyn Fn(&[Symbol]) -> Vec<Symbol>,
    ) -> Result<Self, NotStraightLineError> {
        let program = Self::of_function(name, function, Answers::Refused, &vec![0; inputs.len()])?;
        Ok(program.with_names(name, inputs, results))
    }

    /// Records the operations of this program in another program that is being recorded. Returns the results for the
    /// given inputs.
    ///
    /// # Panics
    ///
    /// Panics if the number of inputs is wrong, or if no program is being recorded.
    #[must_use]
    pub fn record_again(&self, inputs: &[Symbol]) -> Vec<Symbol> {
        assert_eq!(inputs.len(), self.inputs().len(), "{} has {} inputs", self.name(), self.inputs().len());
        let mut values: Vec<Symbol> = Vec::with_capacity(self.operations().len());
        for operation in self.operations() {
            values.push(match operation {
                Operation::Input(n) => inputs[*n],
                other => Symbol::of_values(*other, &values),
            });
        }
        self.results().map(|(_, value)| values[value.index()]).collect()
    }

    /// Records a kernel as a program with the given name. `boards` contains a word for each input.
    pub(crate) fn with_answers<K, S, const IN: usize, const OUT: usize>(
        name: &str,
        kernel: K,
        spread: S,
        answers: Answers,
        boards: &[u64],
    ) -> Result<Self, NotStraightLineError>
    where
        K: Kernel<IN, OUT>,
        S: Spread<Symbol>,
    {
        let eval = |inputs: &[Symbol]| kernel.eval(spread, std::array::from_fn(|n| inputs[n])).to_vec();
        Self::of_function(name, &eval, answers, boards)
    }

    /// Records the operations of `eval` on its inputs. This function is not generic, so it is compiled only once, and
    /// not again for each kernel.
    fn of_function(
        name: &str,
        eval: &dyn Fn(&[Symbol]) -> Vec<Symbol>,
        answers: Answers,
        boards: &[u64],
    ) -> Result<Self, NotStraightLineError> {
        let (results, tape) = with_tape(Tape::new(boards.len(), answers, boards), boards.len(), eval);
        let name = without_paths(name);
        if let Some(obstacle) = tape.obstacle() {
            return Err(NotStraightLineError { kernel: name, obstacle });
        }
        let inputs = (0..boards.len()).map(|n| format!("in{n}")).collect();
        let result_names = (0..results.len()).map(|n| format!("out{n}")).collect();
        Ok(Self::of_tape(name, inputs, result_names, tape, results))
    }
}

/// The error for a kernel that is not a straight line of operations, because it tests whether a set is empty, or stores
/// a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotStraightLineError {
    kernel: String,
    obstacle: Obstacle,
}

impl fmt::Display for NotStraightLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be recorded: it ", self.kernel)?;
        match self.obstacle {
            Obstacle::Branch => {
                f.write_str("tests whether a set is empty (`is_empty`), so its operations depend on the boards; ")?;
                if self.takes_number() {
                    write!(f, "give its number, such as '{}(2)'", self.kernel)
                } else {
                    f.write_str("record a number of rounds, or its operations on given boards")
                }
            }
            Obstacle::Store => {
                f.write_str("stores boards as numbers (`store`), which are not known while it is recorded")
            }
        }
    }
}

impl NotStraightLineError {
    /// Returns whether the kernel is a pattern that takes a number.
    fn takes_number(&self) -> bool {
        self.kernel.parse::<Pattern>().is_ok_and(|pattern| pattern.inputs_are() == Inputs::SetsAndNumber)
    }
}

impl Error for NotStraightLineError {}

/// Removes the modules from the name of a type and from the names of its parameters: `a::b::Fill<c::Camel>` becomes
/// `Fill<Camel>`.
fn without_paths(name: &str) -> String {
    let mut short = String::new();
    for part in name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        short.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    short
}
