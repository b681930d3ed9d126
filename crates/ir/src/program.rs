//! Programs, which are kernels recorded as lists of operations.

use crate::tape::Tape;
use crate::{Kind, Operation, ValueId};

/// A kernel as data: its inputs, operations and results. Each operation uses only values that were computed before it.
///
/// Apart from inputs, a recorded program contains only operations that its results need. The operator `==` compares
/// operations and results, so programs that compute the same sets by different formulas are not equal.
#[derive(Debug, Clone)]
pub struct Program {
    name: String,
    inputs: Vec<String>,
    results: Vec<String>,
    operations: Vec<Operation>,
    values: Vec<ValueId>,
}

impl Program {
    /// Returns the program of a tape, without operations that no result needs.
    pub(crate) fn of_tape(
        name: String,
        inputs: Vec<String>,
        results: Vec<String>,
        tape: Tape,
        values: Vec<ValueId>,
    ) -> Self {
        Self { name, inputs, results, operations: tape.into_operations(), values }.without_unused()
    }

    /// Returns the same program with a new name, and with new names for its inputs and its results.
    ///
    /// # Panics
    ///
    /// Panics if `inputs` does not have one name per input, or `results` one name per result.
    #[must_use]
    pub fn with_names(mut self, name: &str, inputs: &[&str], results: &[&str]) -> Self {
        assert_eq!(inputs.len(), self.inputs.len(), "{} has {} inputs", self.name, self.inputs.len());
        assert_eq!(results.len(), self.results.len(), "{} has {} results", self.name, self.results.len());
        self.name = name.into();
        self.inputs = inputs.iter().map(ToString::to_string).collect();
        self.results = results.iter().map(ToString::to_string).collect();
        self
    }

    /// Returns the name of the program. After [`Program::record`], this is the name of the kernel's type, without
    /// modules.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the inputs.
    #[must_use]
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// Returns the name and the value of each result.
    pub fn results(&self) -> impl ExactSizeIterator<Item = (&str, ValueId)> {
        self.results.iter().map(String::as_str).zip(self.values.iter().copied())
    }

    /// Returns all operations, inputs and constants included. The operands of each operation come before it.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Returns every value with the operation that computes it, in order.
    pub fn values(&self) -> impl Iterator<Item = (ValueId, Operation)> {
        self.operations.iter().enumerate().map(|(index, operation)| (ValueId::new(index), *operation))
    }

    /// Returns the same program with one operation replaced. Tests use this method to plant faults.
    ///
    /// # Panics
    ///
    /// Panics if an operand of the new operation does not come before it.
    #[must_use]
    pub fn with_operation(mut self, value: ValueId, operation: Operation) -> Self {
        assert!(operation.operands().all(|operand| operand < value), "an operand must come before its operation");
        self.operations[value.index()] = operation;
        self
    }

    /// Returns the number of operations of a kind.
    #[must_use]
    pub fn count(&self, kind: Kind) -> usize {
        self.operations.iter().flat_map(|operation| Kind::of(*operation)).filter(|of| **of == kind).count()
    }

    /// Returns the number of operations of all kinds. Inputs and constants do not count. A named step counts as two
    /// operations.
    #[must_use]
    pub fn total(&self) -> usize {
        self.operations.iter().map(|operation| Kind::of(*operation).len()).sum()
    }

    /// Returns the length of the longest chain of operations in which each operation needs the result of the previous
    /// one. A named step counts as two operations.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            let before = operation.operands().map(|operand| depths[operand.index()]).max().unwrap_or(0);
            depths.push(before + Kind::of(*operation).len());
        }
        self.values.iter().map(|value| depths[value.index()]).max().unwrap_or(0)
    }

    /// Computes the results for the given boards, one board for each input.
    ///
    /// # Panics
    ///
    /// Panics if the number of boards differs from the number of inputs.
    #[must_use]
    pub fn run(&self, boards: &[u64]) -> Vec<u64> {
        let words = self.trace(boards);
        self.values.iter().map(|value| words[value.index()]).collect()
    }

    /// Computes every operation for the given boards, one board for each input. Returns all values in order.
    ///
    /// # Panics
    ///
    /// Panics if the number of boards differs from the number of inputs.
    #[must_use]
    pub fn trace(&self, boards: &[u64]) -> Vec<u64> {
        assert_eq!(boards.len(), self.inputs.len(), "{} has {} inputs", self.name, self.inputs.len());
        let mut words: Vec<u64> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            words.push(operation.evaluate(boards, |value| words[value.index()]));
        }
        words
    }

    /// Returns one program that computes the results of several programs. Inputs with the same name become one input,
    /// and equal operations on equal values are computed once.
    ///
    /// A result is named after its program. If this program has several results, the result's own name is appended. If
    /// there is only one program, its results keep their names.
    ///
    /// ```
    /// use setwise_core::Prefix;
    /// use setwise_ir::{Pattern, Program, Record};
    ///
    /// let patterns = [Pattern::KnightMoves, Pattern::KnightCaptures];
    /// let [moves, captures] = patterns.map(|pattern| pattern.record(Prefix).unwrap());
    /// let both = Program::fused("knights", &[moves.clone(), captures.clone()]);
    /// assert_eq!(both.inputs(), ["knights", "own", "their"]);
    /// assert_eq!((moves.total(), captures.total(), both.total()), (19, 18, 20));
    /// let names: Vec<&str> = both.results().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["knight_moves", "knight_captures"]);
    /// ```
    #[must_use]
    pub fn fused(name: &str, programs: &[Self]) -> Self {
        let mut inputs: Vec<String> = Vec::new();
        for input in programs.iter().flat_map(Self::inputs) {
            if !inputs.contains(input) {
                inputs.push(input.clone());
            }
        }
        let name_of = |program: &Self, result: &str| match (programs.len(), program.results().len()) {
            (1, _) => result.to_string(),
            (_, 1) => program.name().to_string(),
            _ => format!("{}_{result}", program.name()),
        };
        let names: Vec<String> = programs
            .iter()
            .flat_map(|program| program.results().map(move |(result, _)| name_of(program, result)))
            .collect();
        let [all_inputs, names]: [Vec<&str>; 2] =
            [&inputs, &names].map(|names| names.iter().map(String::as_str).collect());
        let fused = Self::record_function(name, &all_inputs, &names, &|sets| {
            let set = |name: &String| sets[inputs.iter().position(|input| input == name).expect("it was collected")];
            let record = |program: &Self| program.record_again(&program.inputs().iter().map(set).collect::<Vec<_>>());
            programs.iter().flat_map(record).collect()
        });
        fused.expect("the operations do not depend on the boards")
    }

    /// Removes operations that no result needs, and moves each constant to the place before its first use. Inputs
    /// remain.
    fn without_unused(mut self) -> Self {
        let mut used = vec![false; self.operations.len()];
        self.values.iter().for_each(|value| used[value.index()] = true);
        for (index, operation) in self.operations.iter().enumerate().rev() {
            if used[index] {
                operation.operands().for_each(|operand| used[operand.index()] = true);
            }
        }
        let mut places = vec![None; used.len()];
        let mut kept = Vec::new();
        let mut keep = |value: ValueId, kept: &mut Vec<Operation>| {
            let operation = self.operations[value.index()];
            let constants = operation.operands().filter(|operand| self.is_constant(*operand));
            for value in constants.chain([value]) {
                places[value.index()].get_or_insert_with(|| {
                    kept.push(self.operations[value.index()]);
                    ValueId::new(kept.len() - 1)
                });
            }
        };
        for (value, operation) in self.values() {
            let is_input = matches!(operation, Operation::Input(_));
            if is_input || (used[value.index()] && !self.is_constant(value)) {
                keep(value, &mut kept);
            }
        }
        self.values.iter().for_each(|value| keep(*value, &mut kept));
        let place = |value: ValueId| places[value.index()].expect("an operand of a used operation is used");
        self.operations = kept.into_iter().map(|operation| operation.with_operands(place)).collect();
        self.values = self.values.iter().map(|value| place(*value)).collect();
        self
    }

    fn is_constant(&self, value: ValueId) -> bool {
        matches!(self.operations[value.index()], Operation::Constant(_))
    }
}

/// Compares operations and results. Names are ignored.
impl PartialEq for Program {
    fn eq(&self, other: &Self) -> bool {
        self.operations == other.operations && self.values == other.values
    }
}

impl Eq for Program {}
