//! Records expressions as programs of `setwise-ir`.

use std::collections::HashMap;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;

use setwise::Lanes;
use setwise::backend::{Isa, Scalar, Words};
use setwise_ir::{BoundPattern, Formula, NotStraightLineError, Program, Recording, Symbol};
use setwise_positions::features::{Feature, POSITION_INPUTS, features_on_lanes, inputs_read};

use crate::Expression;
use crate::passes::{register, run_on_registers};
use crate::plan::{Instruction, Operand, Plan};
use crate::planner;
use crate::term::{Term, Type};

/// The index of the side to move among [`POSITION_INPUTS`].
const BLACK_TO_MOVE: usize = 8;

/// The error for an expression that cannot be recorded as a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAProgramError {
    /// The feature is computed by a loop over positions.
    Feature(Feature),
    /// A pattern or a feature is not a straight line of operations.
    NotStraightLine(NotStraightLineError),
}

impl fmt::Display for NotAProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature(feature) => {
                write!(f, "{feature} cannot be recorded: it is computed by a loop, position by position")
            }
            Self::NotStraightLine(error) => error.fmt(f),
        }
    }
}

impl Error for NotAProgramError {}

impl Expression {
    /// Records the expression as a program named `name`, with one result of the same name. The inputs of the program have
    /// the names `inputs`, which must contain [`program_inputs`](Self::program_inputs). A truth value becomes 1 or 0.
    /// `formula` is the formula for the attacks of knights and kings in patterns.
    ///
    /// The program is a formula on any sets, not only on those of chess positions: `white` and `black` may overlap.
    ///
    /// ```
    /// use setwise_expressions::{Expression, Names};
    /// use setwise_ir::Formula;
    ///
    /// let names = Names::default().with_inputs();
    /// let hits = Expression::parse("knight_attacks(a) & b", &names).unwrap();
    /// assert_eq!(hits.program_inputs(), ["a", "b"]);
    /// let program = hits.program("hits", &hits.program_inputs(), Formula::Prefix).unwrap();
    /// assert_eq!(program.run(&[1 << 1, 1 << 18 | 1 << 19]), [1 << 18]); // from b1 to c3
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the expression uses a feature or a pattern whose operations depend on the boards, because it
    /// contains a loop.
    ///
    /// # Panics
    ///
    /// Panics if a name of [`program_inputs`](Self::program_inputs) is missing.
    pub fn program(&self, name: &str, inputs: &[String], formula: Formula) -> Result<Program, NotAProgramError> {
        let plan = planner::plan(&self.terms, &[self.value]);
        let features: Vec<Feature> = self.features().collect();
        let empty = POSITION_INPUTS.map(|_| Words::<1>::splat(Scalar, 0));
        features_on_lanes(&features, &empty).map_err(NotAProgramError::Feature)?;
        let patterns = patterns(&plan, formula).map_err(NotAProgramError::NotStraightLine)?;

        let is_missing = |name: &String| !inputs.contains(name);
        assert!(!self.program_inputs().iter().any(is_missing), "an input of the program is missing");
        let names: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let record = |sets: &[Symbol]| {
            let nothing = Symbol::splat(Recording::detect().expect("a program is being recorded"), 0);
            let find = |name: &str| names.iter().position(|known| *known == name).map(|n| sets[n]);
            let set = |name: &str| find(name).expect("every input of the program is given");
            let positions = POSITION_INPUTS.map(|name| find(name).unwrap_or(nothing));
            let given = plan.given.iter().map(|(term, slot)| {
                let value = match term {
                    Term::Constant(word) => nothing | *word,
                    Term::BlackToMove => !positions[BLACK_TO_MOVE].empty_lanes(),
                    Term::Column(n) => set(&self.columns[*n]),
                    Term::Given(n) => set(&self.inputs[*n]),
                    Term::Feature(feature) => {
                        features_on_lanes(&[*feature], &positions).expect("every feature has been tried")[0]
                    }
                    _ => unreachable!("an instruction computes all other terms"),
                };
                (*slot, value)
            });
            let mut slots = vec![nothing; plan.slots];
            given.for_each(|(slot, value)| slots[slot] = value);
            let mut patterns = patterns.iter();
            let again = |_, inputs: &[Symbol]| -> Result<Vec<Symbol>, Infallible> {
                let pattern = patterns.next().expect("a program for each pattern");
                Ok(pattern.record_again(&inputs[..pattern.inputs().len()]))
            };
            let Ok(()) = run_on_registers(&plan, &positions, &mut slots, again);
            let value = register(plan.results[0], &positions, &slots);
            vec![if self.kind == Type::Truth { value & 1 } else { value }]
        };
        Program::record_function(name, &names, &[name], &record).map_err(NotAProgramError::NotStraightLine)
    }

    /// Returns the names of the inputs that a program of the expression needs: sets of a position
    /// ([`POSITION_INPUTS`]), columns of numbers, and the sets of [`inputs`](Self::inputs).
    #[must_use]
    pub fn program_inputs(&self) -> Vec<String> {
        let mut is_read = inputs_read(&self.features().collect::<Vec<_>>());
        for term in self.needed() {
            match term {
                Term::Pieces(n) => is_read[*n] = true,
                Term::BlackToMove => is_read[BLACK_TO_MOVE] = true,
                _ => {}
            }
        }
        let positions = POSITION_INPUTS.into_iter().zip(is_read).filter_map(|(name, is_read)| is_read.then_some(name));
        positions.chain(self.columns()).chain(self.inputs.iter().map(String::as_str)).map(String::from).collect()
    }
}

/// Records the patterns of a plan. A number that is a constant of the plan is not an input of the recorded program.
fn patterns(plan: &Plan, formula: Formula) -> Result<Vec<Program>, NotStraightLineError> {
    let mut constants: HashMap<usize, u64> = HashMap::new();
    constants.extend(plan.given.iter().filter_map(|(term, slot)| match term {
        Term::Constant(word) => Some((*slot, *word)),
        _ => None,
    }));
    let mut programs = Vec::new();
    for instruction in &plan.instructions {
        if let Instruction::Pattern(pattern, inputs, _) = instruction {
            let number = match inputs.last() {
                Some(Operand::Slot(slot)) => constants.get(slot),
                _ => None,
            };
            let bound = number.and_then(|number| BoundPattern::new(*pattern, *number));
            programs.push(bound.unwrap_or((*pattern).into()).record(formula)?);
        }
        match instruction {
            Instruction::Pass(_, slot) => constants.retain(|constant, _| constant != slot),
            Instruction::Pattern(_, _, slots) => constants.retain(|constant, _| !slots.contains(constant)),
            Instruction::SkipIf(..) => {}
        }
    }
    Ok(programs)
}
