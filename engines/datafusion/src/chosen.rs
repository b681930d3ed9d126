//! Functions of sets whose last argument is a constant that chooses the kernel: a side, a number or a leaper.

use std::sync::Arc;

use arrow::array::{Array, UInt64Array};
use arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, exec_err};
use setwise::{Color, Kernel, patterns::*};

use crate::arrays::{Run, fields, parameters, results, run, structure};
use crate::function::{Arguments, Function, Parameter};
use crate::kind::Kind;

/// Kernels that differ in one parameter, each with the text of its argument.
pub(crate) type Choice = Vec<(String, Run)>;

/// Returns a function whose result is a set. With a default, the constant may be left out.
pub(crate) fn chosen<const IN: usize>(
    name: &'static str,
    inputs: [&'static str; IN],
    (parameter, default): (&'static str, Option<&'static str>),
    choice: Choice,
    description: &str,
) -> Function {
    let chooser = Chooser { name, parameter, default, choice };
    let (forms, description) = (chooser.forms(&inputs), chooser.describe(description));
    Function::new(name, forms, DataType::UInt64, description, move |arguments| {
        let [set] = chooser.results(arguments)?;
        Ok(Arc::new(set))
    })
}

/// Returns a function whose result is a struct with one set for each result of the kernels.
pub(crate) fn chosen_sets<const IN: usize, const OUT: usize>(
    name: &'static str,
    inputs: [&'static str; IN],
    parameter: &'static str,
    choice: Choice,
    names: [&'static str; OUT],
    description: &str,
) -> Function {
    let chooser = Chooser { name, parameter, default: None, choice };
    let (forms, description, fields) = (chooser.forms(&inputs), chooser.describe(description), fields(names));
    Function::new(name, forms, DataType::Struct(fields.clone()), description, move |arguments| {
        structure(&fields, chooser.results::<OUT>(arguments)?)
    })
}

/// The constant of a function, and the kernels that it chooses from.
struct Chooser {
    /// The name of the function.
    name: &'static str,
    parameter: &'static str,
    default: Option<&'static str>,
    choice: Choice,
}

impl Chooser {
    /// Returns the forms of a call: with the constant, and without it if it has a default.
    fn forms(&self, inputs: &[&'static str]) -> Vec<Vec<Parameter>> {
        let without = parameters(inputs);
        let mut forms = vec![without.iter().copied().chain([(self.parameter, Kind::Constant)]).collect()];
        forms.extend(self.default.is_some().then_some(without));
        forms
    }

    fn describe(&self, description: &str) -> String {
        format!("{description}; {} is {}", self.parameter, self.expected())
    }

    /// Returns the values that the constant may have.
    fn expected(&self) -> String {
        let keys: Vec<&str> = self.choice.iter().map(|(key, _)| key.as_str()).collect();
        match keys[..] {
            ["1", .., last] => format!("a number from 1 to {last}"),
            _ => keys.join(", "),
        }
    }

    /// Runs the kernel that the constant chooses, which has this number of results.
    fn results<const OUT: usize>(&self, arguments: &Arguments) -> Result<[UInt64Array; OUT]> {
        let Self { name, parameter, default, choice } = self;
        let key = match (arguments.constants.first(), default) {
            (Some(constant), _) => key(constant),
            (None, default) => default.unwrap_or_default().to_string(),
        };
        let Some((_, run)) = choice.iter().find(|(name, _)| *name == key) else {
            return exec_err!("{name}: {parameter} is '{key}', expected {}", self.expected());
        };
        results(run, &arguments.arrays)
    }
}

/// Returns the text of a constant.
pub(crate) fn key(constant: &ScalarValue) -> String {
    constant.try_as_str().flatten().map_or_else(|| constant.to_string(), str::to_string)
}

/// Returns a kernel for each side.
pub(crate) fn sides<K, const IN: usize, const OUT: usize>(kernel: impl Fn(Color) -> K) -> Choice
where
    K: Kernel<IN, OUT> + Send + Sync + 'static,
{
    vec![("white".to_string(), run(kernel(Color::White))), ("black".to_string(), run(kernel(Color::Black)))]
}

/// Returns the kernel applied 1 to `most` times to its first input: the pattern for `n` is the pattern for 1, applied
/// `n` times.
pub(crate) fn repeated<K, const IN: usize>(kernel: K, most: usize) -> Choice
where
    K: Kernel<IN, 1> + Send + Sync + 'static,
{
    let once = run(kernel);
    let times = |n: usize| -> Run {
        let once = Arc::clone(&once);
        Arc::new(move |input| {
            let mut reached = once(input)?;
            for _ in 1..n {
                let first: &dyn Array = &reached[0];
                let next: Vec<&dyn Array> = [first].into_iter().chain(input[1..].iter().copied()).collect();
                reached = once(&next)?;
            }
            Ok(reached)
        })
    };
    (1..=most).map(|n| (n.to_string(), times(n))).collect()
}

/// Returns the forks of at least 1 to 8 targets.
pub(crate) fn at_least() -> Choice {
    let runs: [Run; 8] = [
        run(KnightAttacks),
        run(ForkSquares::<2>),
        run(ForkSquares::<3>),
        run(ForkSquares::<4>),
        run(ForkSquares::<5>),
        run(ForkSquares::<6>),
        run(ForkSquares::<7>),
        run(ForkSquares::<8>),
    ];
    numbered(runs)
}

/// Returns the forks of exactly 1 to 8 targets.
pub(crate) fn exactly() -> Choice {
    let runs: [Run; 8] = [
        run(ForkSquaresExactly::<1>),
        run(ForkSquaresExactly::<2>),
        run(ForkSquaresExactly::<3>),
        run(ForkSquaresExactly::<4>),
        run(ForkSquaresExactly::<5>),
        run(ForkSquaresExactly::<6>),
        run(ForkSquaresExactly::<7>),
        run(ForkSquaresExactly::<8>),
    ];
    numbered(runs)
}

fn numbered(runs: [Run; 8]) -> Choice {
    (1..).zip(runs).map(|(n, run): (u32, Run)| (n.to_string(), run)).collect()
}

/// Returns the leapers that have a name.
pub(crate) fn leapers() -> Choice {
    use leaper::*;
    fn one<L: Leaper + Send + Sync + 'static>(_: L) -> Run {
        run(LeaperAttacks::<L>::new())
    }
    let named: [(&str, Run); 20] = [
        ("wazir", one(Wazir)),
        ("ferz", one(Ferz)),
        ("king", one(King)),
        ("dabbaba", one(Dabbaba)),
        ("knight", one(Knight)),
        ("alfil", one(Alfil)),
        ("alibaba", one(Alibaba)),
        ("squirrel", one(Squirrel)),
        ("threeleaper", one(Threeleaper)),
        ("camel", one(Camel)),
        ("zebra", one(Zebra)),
        ("tripper", one(Tripper)),
        ("gnu", one(Gnu)),
        ("bison", one(Bison)),
        ("buffalo", one(Buffalo)),
        ("fourleaper", one(Fourleaper)),
        ("giraffe", one(Giraffe)),
        ("stag", one(Stag)),
        ("antelope", one(Antelope)),
        ("root50leaper", one(Root50Leaper)),
    ];
    named.into_iter().map(|(name, run)| (name.to_string(), run)).collect()
}
