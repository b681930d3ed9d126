//! SQL functions that compute features of positions from a FEN, a struct, or columns.
//!
//! Each feature has a function with the same name. `features('white_forks_safe,black_forks_safe', ...)` computes
//! several features in one pass, so that shared terms are computed once.
//! [`ShareFeatures`](crate::ShareFeatures) rewrites queries to use this function.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StructArray};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Fields, Schema};
use datafusion::common::config::ConfigOptions;
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_err};
use setwise_arrow::{BadRows, Error, Features, FenReader, Layout, schema};
use setwise_positions::Rules;
use setwise_positions::features::Feature;

use crate::function::{Arguments, Function, Parameter, external};
use crate::kind::Kind;
use crate::options::SetwiseOptions;

/// The name of the function that computes several features in one pass.
pub(crate) const FEATURES: &str = "features";

/// Returns all functions of positions.
pub(crate) fn functions() -> Vec<Function> {
    let mut all: Vec<Function> =
        Layout::ALL.into_iter().flat_map(|layout| Feature::all().map(move |feature| one(layout, feature))).collect();
    all.push(several());
    all.push(value());
    all.push(Function::new(
        "fen_columns",
        vec![vec![("fen", Kind::Text)]],
        DataType::Struct(nullable(&schema(Layout::Absolute))),
        "the position of a FEN as a struct with the columns pawns to kings, white, black and white_to_move",
        |arguments| {
            let rows = read(&arguments.arrays[0], arguments.options)?;
            let nulls = rows.column(0).nulls().cloned();
            Ok(Arc::new(StructArray::try_new(rows.fields().clone(), rows.columns().to_vec(), nulls)?))
        },
    ));
    all
}

/// Returns the layout of the feature that has the same name as `function`, or `None` if there is no such feature.
pub(crate) fn layout_of(function: &str) -> Option<Layout> {
    let is_named = |layout: Layout, feature: Feature| {
        let rest = function.strip_prefix(layout.sides()[feature.side().index()]);
        rest.and_then(|rest| rest.strip_prefix('_')).is_some_and(|rest| rest == feature.name())
    };
    Layout::ALL.into_iter().find(|layout| Feature::all().any(|feature| is_named(*layout, feature)))
}

/// Returns the SQL function that computes one feature.
fn one(layout: Layout, feature: Feature) -> Function {
    let name = layout.name(feature);
    let result = if feature.is_number() { DataType::Int64 } else { DataType::UInt64 };
    let wanted = name.clone();
    Function::new(name, forms(layout, &[]), result, feature.definition(), move |arguments| {
        let names = [wanted.as_str()];
        Ok(Arc::clone(compute(layout, &names, arguments)?.column(0)))
    })
}

/// Returns the SQL function that computes several features.
pub(crate) fn several() -> Function {
    let names = [("names", Kind::Constant)];
    let both = Layout::ALL.into_iter().flat_map(|layout| forms(layout, &names)).collect();
    let description = "several features in one pass, as a struct; names are separated by commas";
    Function::new(FEATURES, both, DataType::Null, description, |arguments| {
        let names = arguments.constants[0].try_as_str().flatten().unwrap_or_default();
        let names: Vec<&str> = split(names).collect();
        let layout = if arguments.arrays.len() == 8 { Layout::Relative } else { Layout::Absolute };
        let rows = compute(layout, &names, arguments)?;
        Ok(Arc::new(StructArray::from(rows)))
    })
    .with_result(|types, constants| {
        let Some(names) = constants[0].and_then(|names| names.try_as_str().flatten()) else {
            return plan_err!("{FEATURES}: names has to be a text");
        };
        let layout = if types.len() == 9 { Layout::Relative } else { Layout::Absolute };
        let fields = Features::by_name(setwise::auto(), layout, split(names)).map_err(planning)?.schema();
        Ok(DataType::Struct(fields.fields().iter().map(|field| result_field(field)).collect()))
    })
}

/// Returns the function that extracts one feature from the result of [`several`].
///
/// The built-in `get_field` cannot be used. DataFusion treats `get_field` as cheap and moves its calls down to the scan
/// of the files. Each moved call would contain a separate call of `features`, so the features would be computed several
/// times.
pub(crate) fn value() -> Function {
    let form = vec![("features", Kind::Position), ("name", Kind::Constant)];
    let description = "one of the features that the function features returns";
    let name = |constant: Option<&ScalarValue>| {
        constant.and_then(|name| name.try_as_str().flatten()).unwrap_or_default().to_string()
    };
    Function::new("feature_value", vec![form], DataType::Null, description, move |arguments| {
        let name = name(arguments.constants.first());
        let value = arguments.arrays[0].as_struct().column_by_name(&name).cloned();
        value.ok_or_else(|| external(format!("feature_value: no feature '{name}'")))
    })
    .with_result(move |types, constants| {
        let name = name(constants[1]);
        match &types[0] {
            DataType::Struct(fields) => match fields.find(&name) {
                Some((_, field)) => Ok(field.data_type().clone()),
                None => plan_err!("feature_value: no feature '{name}'"),
            },
            _ => Ok(DataType::Null),
        }
    })
}

fn split(names: &str) -> impl Iterator<Item = &str> {
    names.split(',').map(str::trim)
}

fn planning(error: Error) -> DataFusionError {
    DataFusionError::Plan(error.to_string())
}

/// Returns the lists of parameters that a function of positions accepts. Each list starts with `first`, followed by a
/// FEN, a struct, or columns. Positions in the relative layout can only be passed as columns.
fn forms(layout: Layout, first: &[Parameter]) -> Vec<Vec<Parameter>> {
    let mut columns: Vec<Parameter> = layout.sets().into_iter().map(|name| (name, Kind::Set)).collect();
    let mut forms = match layout {
        Layout::Absolute => {
            columns.push(("white_to_move", Kind::Flag));
            vec![vec![("fen", Kind::Text)], vec![("position", Kind::Position)]]
        }
        Layout::Relative => vec![],
    };
    forms.push(columns);
    forms.iter().map(|form| first.iter().chain(form).copied().collect()).collect()
}

/// Returns the features with these names as nullable columns. Features that are numbers are converted to `Int64`.
fn compute(layout: Layout, names: &[&str], arguments: &Arguments) -> Result<RecordBatch> {
    let mut features = Features::by_name(setwise::auto(), layout, names).map_err(external)?;
    let values = features.columns(&positions(layout, arguments)?).map_err(external)?;
    let fields: Fields = values.schema().fields().iter().map(|field| result_field(field)).collect();
    let numbers_as_int64 = |array: &ArrayRef| match array.data_type() {
        DataType::UInt64 => Ok(Arc::clone(array)),
        _ => cast(array, &DataType::Int64),
    };
    let arrays: Result<Vec<ArrayRef>, _> = values.columns().iter().map(numbers_as_int64).collect();
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays?)?)
}

fn result_field(field: &Field) -> Field {
    let data_type = if *field.data_type() == DataType::UInt64 { DataType::UInt64 } else { DataType::Int64 };
    Field::new(field.name(), data_type, true)
}

/// Returns the positions that the arguments contain, as columns.
fn positions(layout: Layout, arguments: &Arguments) -> Result<RecordBatch> {
    match &arguments.arrays[..] {
        [array] => match array.as_struct_opt() {
            Some(position) => Ok(without_nulls_of_struct(position)?),
            None => Ok(RecordBatch::from(read(array, arguments.options)?)),
        },
        columns => {
            let names = layout.sets().into_iter().chain(["white_to_move"]);
            let fields = names.zip(columns).map(|(name, column)| Field::new(name, column.data_type().clone(), true));
            Ok(RecordBatch::try_new(Arc::new(Schema::new(fields.collect::<Fields>())), columns.to_vec())?)
        }
    }
}

/// Returns the fields of a struct as columns. If a row of the struct is null, the row is null in each column.
fn without_nulls_of_struct(position: &StructArray) -> Result<RecordBatch> {
    let fields: Fields = position.fields().iter().map(|field| field.as_ref().clone().with_nullable(true)).collect();
    let (_, columns, nulls) = position.clone().into_parts();
    let Some(nulls) = nulls else { return Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?) };
    let is_null = arrow::array::BooleanArray::new(!nulls.inner(), None);
    let columns: Result<Vec<ArrayRef>, _> =
        columns.iter().map(|column| arrow::compute::nullif(column, &is_null)).collect();
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns?)?)
}

/// Reads FEN text. A row that is not a position becomes null. If the setting `setwise.strict` is on, such a row is an
/// error instead.
pub(crate) fn read(fens: &ArrayRef, options: &ConfigOptions) -> Result<StructArray> {
    let bad_rows = if SetwiseOptions::of(options).strict { BadRows::Error } else { BadRows::Null };
    let rows = FenReader::new(setwise::auto(), Rules::Chess).read(fens, bad_rows);
    rows.map_err(|error| match &error {
        Error::Row { row, reason, .. } => {
            let text = cast(&fens.slice(*row, 1), &DataType::Utf8).ok();
            let text = text.as_ref().map_or("", |text| text.as_string::<i32>().value(0));
            external(format!("'{text}' is not a position: {reason} (row {row} of a batch)"))
        }
        _ => external(error),
    })
}

/// Returns the fields of a schema as nullable fields.
pub(crate) fn nullable(schema: &Schema) -> Fields {
    schema.fields().iter().map(|field| field.as_ref().clone().with_nullable(true)).collect()
}
