//! SQL functions that compute the patterns of the catalogue from sets. Two patterns that differ only in the side, White
//! or Black, become one function with an argument for the side.
//!
//! ```text
//! white_pawn_pushes, black_pawn_pushes    pawn_pushes(pawns, occupied, 'white')     the side is a constant
//! knight_fill                             knight_fill(knights, n)                   n may be a column
//! ```
//!
//! The only function here that is not a pattern is `uncatchable`, as in
//! `uncatchable(pawns & white, kings & black, white_to_move, 'black')`. It returns the pawns that are not in the result
//! of the pattern `caught_area`.
//!
//! The kinds of a pattern's inputs and results determine whether SQL offers the pattern. A new pattern in the catalogue
//! therefore becomes a function without a change to this file.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, StructArray, UInt64Array};
use arrow::buffer::ScalarBuffer;
use arrow::datatypes::{DataType, Field, Fields, Int64Type, UInt64Type};
use datafusion::common::{Result, exec_err};
use setwise::{Kernel, ResultKind};
use setwise_patterns::{Inputs, Interface, Pattern, Visitor};

use crate::function::{Arguments, Function, Parameter, external};
use crate::kind::Kind;
use crate::text::words;

/// Returns all functions of patterns, in the order of the catalogue, and `uncatchable`.
pub(crate) fn functions() -> Vec<Function> {
    let is_black = |pattern: Pattern| pattern.name().starts_with("black_");
    Interface::Sql.patterns().filter(|pattern| !is_black(*pattern)).map(function).chain([uncatchable()]).collect()
}

/// Returns the SQL function of a pattern. If the pattern exists for both sides, the last argument of the function
/// selects the side.
fn function(pattern: Pattern) -> Function {
    let name = pattern.without_side().unwrap_or(pattern.name());
    let mut form = parameters(pattern);
    let sides = pattern.without_side().map(|base| {
        form.push(("side", Kind::Constant));
        ["white", "black"].map(|side| format!("{side}_{base}").parse().expect("a pattern for each side"))
    });
    Function::new(name, vec![form], result_type(pattern), description(pattern), move |arguments| match sides {
        Some(sides) => compute(sides[side(name, arguments)?], name, &arguments.arrays),
        None => compute(pattern, name, &arguments.arrays),
    })
}

/// Returns the function `uncatchable`. The function returns null unless the set of kings has exactly one square.
fn uncatchable() -> Function {
    const NAME: &str = "uncatchable";
    let form =
        vec![("passers", Kind::Set), ("king", Kind::Set), ("white_to_move", Kind::Flag), ("side", Kind::Constant)];
    let description = "The passed pawns that promote if they are alone: those outside caught_area; \
                       side is the side of the king, white or black; null if there is not exactly one king.";
    Function::new(NAME, vec![form], DataType::UInt64, description, |arguments| {
        let pattern = [Pattern::WhiteCaughtArea, Pattern::BlackCaughtArea][side(NAME, arguments)?];
        let areas = compute(pattern, NAME, &arguments.arrays[1..])?;
        let [passers, kings] = [0, 1].map(|n| words(&arguments.arrays[n]));
        let rows = passers.iter().zip(&kings).zip(areas.as_primitive::<UInt64Type>());
        let promote = rows.map(|((passers, king), area)| (king?.count_ones() == 1).then_some(passers? & !area?));
        Ok(Arc::new(promote.collect::<UInt64Array>()))
    })
}

/// Returns the side that the constant argument of a call names: 0 for White, 1 for Black. Returns an error if the
/// argument is neither `white` nor `black`.
fn side(name: &str, arguments: &Arguments) -> Result<usize> {
    let side = &arguments.constants[0];
    match side.try_as_str().flatten().map_or_else(|| side.to_string(), str::to_string).as_str() {
        "white" => Ok(0),
        "black" => Ok(1),
        other => exec_err!("{name}: side is '{other}', expected white, black"),
    }
}

fn parameters(pattern: Pattern) -> Vec<Parameter> {
    let mut form: Vec<Parameter> = pattern.inputs().iter().map(|name| (*name, Kind::Set)).collect();
    if let Some((_, kind)) = form.last_mut() {
        match pattern.inputs_are() {
            Inputs::SetsAndNumber => *kind = Kind::Number,
            Inputs::SetsAndFlag => *kind = Kind::Flag,
            Inputs::Sets | Inputs::Squares => {}
        }
    }
    form
}

/// Returns the fields of a struct that contains all results of a pattern.
fn fields(pattern: Pattern) -> Fields {
    let results = pattern.results().iter().zip(pattern.kinds());
    results.map(|(name, kind)| Field::new(*name, type_of(*kind), true)).collect()
}

/// Returns the result type of a pattern's SQL function: the type of the only result, or a struct of all results.
fn result_type(pattern: Pattern) -> DataType {
    match pattern.kinds() {
        [kind] => type_of(*kind),
        _ => DataType::Struct(fields(pattern)),
    }
}

/// Returns the definition of a pattern, adapted to SQL. A number that means "no result" is replaced by null in the
/// text, and inputs that are single squares are described as sets. If the function has an argument for the side, a
/// sentence that explains the argument is added.
fn description(pattern: Pattern) -> String {
    let mut text = pattern.definition().to_string();
    for kind in pattern.kinds() {
        if let ResultKind::NumberOrNone { none } = kind {
            text = text.replace(&format!("; {none} "), "; null ");
        }
    }
    if pattern.inputs_are() == Inputs::Squares {
        text = text.replace("is not on the board", "is empty");
        text += " If a set has several squares, the distance is that of the nearest pair.";
    }
    if pattern.without_side().is_some() {
        text += " If side is 'black', the colours are exchanged and ranks are counted from rank 8.";
    }
    text
}

/// Computes a pattern on arrays. `name` is the name of the SQL function, for error messages.
fn compute(pattern: Pattern, name: &str, arrays: &[ArrayRef]) -> Result<ArrayRef> {
    let mut inputs = arrays.to_vec();
    if let Some(last) = inputs.last_mut() {
        match pattern.inputs_are() {
            Inputs::SetsAndNumber => refuse_negative(last, name, pattern.inputs().last().copied().unwrap_or_default())?,
            Inputs::SetsAndFlag => *last = Arc::new(flags_as_words(last.as_boolean())),
            Inputs::Sets | Inputs::Squares => {}
        }
    }
    let words = pattern.visit(OnArrays(&inputs))?;
    let nulls = words[0].nulls().cloned();
    let mut columns: Vec<ArrayRef> =
        pattern.kinds().iter().zip(words).map(|(kind, words)| column(*kind, words)).collect();
    match columns.len() {
        1 => Ok(columns.remove(0)),
        _ => Ok(Arc::new(StructArray::try_new(fields(pattern), columns, nulls)?)),
    }
}

/// Returns an error if any of the numbers is negative.
fn refuse_negative(numbers: &ArrayRef, name: &str, parameter: &str) -> Result<()> {
    let signed = numbers.as_primitive_opt::<Int64Type>();
    match signed.and_then(|numbers| numbers.iter().flatten().find(|number| *number < 0)) {
        Some(number) => exec_err!("{name}: {parameter} is {number}, expected 0 or more"),
        None => Ok(()),
    }
}

/// Runs a kernel on the best backend. The arrays are the inputs of the kernel.
struct OnArrays<'a>(&'a [ArrayRef]);

impl Visitor for OnArrays<'_> {
    const INTERFACE: Interface = Interface::Sql;
    type Out = Result<Vec<UInt64Array>>;

    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K) -> Self::Out
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static,
    {
        let arrays: Vec<&dyn Array> = self.0.iter().map(AsRef::as_ref).collect();
        let input: [&dyn Array; IN] = arrays.try_into().expect("an array for each input");
        Ok(setwise_arrow::map(setwise::auto(), kernel, input).map_err(external)?.into())
    }
}

/// Returns the data type of a column that contains results of this kind.
fn type_of(kind: ResultKind) -> DataType {
    match kind {
        ResultKind::Set => DataType::UInt64,
        ResultKind::Number { .. } | ResultKind::NumberOrNone { .. } => DataType::Int64,
        ResultKind::Flag => DataType::Boolean,
    }
}

/// Returns results of this kind as a column. A row is null if its word is null, or if its word is the number that
/// stands for no result.
fn column(kind: ResultKind, words: UInt64Array) -> ArrayRef {
    match kind {
        ResultKind::Set => Arc::new(words),
        ResultKind::Number { .. } => {
            let buffer = words.values().inner().clone();
            Arc::new(Int64Array::new(ScalarBuffer::new(buffer, 0, words.len()), words.nulls().cloned()))
        }
        ResultKind::NumberOrNone { none } => {
            let numbers = words.iter().map(|word| word.filter(|word| *word != none).map(u64::cast_signed));
            Arc::new(numbers.collect::<Int64Array>())
        }
        ResultKind::Flag => Arc::new(words.iter().map(|word| word.map(|word| word != 0)).collect::<BooleanArray>()),
    }
}

/// Returns a column with 1 for each true flag and 0 for each false flag.
fn flags_as_words(flags: &BooleanArray) -> UInt64Array {
    flags.iter().map(|flag| flag.map(u64::from)).collect()
}
