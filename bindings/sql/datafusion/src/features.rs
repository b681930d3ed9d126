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
use setwise_arrow::{BadRows, Error, Features, FenReader, Layout, data_type, schema};
use setwise_positions::Rules;
use setwise_positions::features::Feature;

use crate::function::{Arguments, Function, Parameter, external};
use crate::kind::Kind;
use crate::options::SetwiseOptions;

/// The name of the function that computes several features in one pass.
pub(crate) const FEATURES: &str = "features";

/// Returns all functions of positions.
pub(crate) fn functions() -> Vec<Function> {
    let of_sides = Layout::ALL.into_iter().flat_map(|layout| {
        let of_layout = Feature::all().filter(|feature| feature.side().is_some());
        of_layout.map(move |feature| one(&[layout], feature))
    });
    // A feature of the side to move has the same name in both layouts, so one function accepts both.
    let of_mover = Feature::all().filter(|feature| feature.side().is_none()).map(|feature| one(&Layout::ALL, feature));
    let mut all: Vec<Function> = of_sides.chain(of_mover).collect();
    all.push(several());
    all.push(value());
    all.push(Function::new(
        "fen_columns",
        vec![vec![("fen", Kind::Text)]],
        DataType::Struct(nullable(&schema(Layout::Absolute))),
        "the position of a FEN as a struct with the columns pawns to kings, white, black and white_to_move, without \
         castling rights and en passant square",
        |arguments| {
            let rows = read(&arguments.arrays[0], arguments.options, false)?;
            let nulls = rows.column(0).nulls().cloned();
            Ok(Arc::new(StructArray::try_new(rows.fields().clone(), rows.columns().to_vec(), nulls)?))
        },
    ));
    all
}

/// Returns whether `function` is the name of a feature in any layout.
pub(crate) fn is_feature(function: &str) -> bool {
    Feature::all().any(|feature| Layout::ALL.into_iter().any(|layout| layout.name(feature) == function))
}

/// Returns the SQL function that computes one feature from positions in any of `layouts`, in which the feature has the
/// same name.
fn one(layouts: &[Layout], feature: Feature) -> Function {
    let name = layouts[0].name(feature);
    let result = result_type(&data_type(feature.column_type()));
    let wanted = name.clone();
    let forms = layouts.iter().flat_map(|layout| forms(*layout, &[], feature.needs_rights())).collect();
    Function::new(name, forms, result, feature.definition(), move |arguments| {
        let names = [wanted.as_str()];
        Ok(Arc::clone(compute(layout_of(arguments.arrays.len()), &names, arguments)?.column(0)))
    })
}

/// Returns the layout of positions that are passed as this number of arguments. Positions in the relative layout have
/// one column less, because the side to move is not stored.
fn layout_of(arguments: usize) -> Layout {
    if arguments == SETS || arguments == SETS + RIGHTS.len() { Layout::Relative } else { Layout::Absolute }
}

/// Returns the SQL function that computes several features.
pub(crate) fn several() -> Function {
    let names = [("names", Kind::Constant)];
    let both = Layout::ALL.into_iter().flat_map(|layout| forms(layout, &names, true)).collect();
    let description = "several features in one pass, as a struct; names are separated by commas";
    Function::new(FEATURES, both, DataType::Null, description, |arguments| {
        let names = arguments.constants[0].try_as_str().flatten().unwrap_or_default();
        let names: Vec<&str> = split(names).collect();
        let rows = compute(layout_of(arguments.arrays.len()), &names, arguments)?;
        Ok(Arc::new(StructArray::from(rows)))
    })
    .with_result(|types, constants| {
        let Some(names) = constants[0].and_then(|names| names.try_as_str().flatten()) else {
            return plan_err!("{FEATURES}: names has to be a text");
        };
        let layout = layout_of(types.len() - 1);
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

/// The number of columns of sets.
const SETS: usize = 8;

/// The columns that features may need in addition to the columns of every position. A row in which such a column is null
/// has no rights.
const RIGHTS: [Parameter; 2] = [("unmoved_rooks", Kind::Set), ("en_passant", Kind::Square)];

/// Returns the lists of parameters that a function of positions accepts. Each list starts with `first`, followed by a
/// FEN, a struct, or columns. Positions in the relative layout can only be passed as columns. With `rights`, the columns
/// may be followed by the columns of castling rights and en passant squares.
fn forms(layout: Layout, first: &[Parameter], rights: bool) -> Vec<Vec<Parameter>> {
    let mut columns: Vec<Parameter> = layout.sets().into_iter().map(|name| (name, Kind::Set)).collect();
    let mut forms = match layout {
        Layout::Absolute => {
            columns.push(("white_to_move", Kind::Flag));
            vec![vec![("fen", Kind::Text)], vec![("position", Kind::Position)]]
        }
        Layout::Relative => vec![],
    };
    if rights {
        let with_rights = columns.iter().copied().chain(RIGHTS).collect();
        forms.extend([columns, with_rights]);
    } else {
        forms.push(columns);
    }
    forms.iter().map(|form| first.iter().chain(form).copied().collect()).collect()
}

/// Returns the features with these names as nullable columns, with the types that [`result_type`] returns.
fn compute(layout: Layout, names: &[&str], arguments: &Arguments) -> Result<RecordBatch> {
    let mut features = Features::by_name(setwise::auto(), layout, names).map_err(external)?;
    let positions = positions(layout, arguments, features.needs_rights())?;
    let values = features.columns(&positions).map_err(external)?;
    let fields: Fields = values.schema().fields().iter().map(|field| result_field(field)).collect();
    let arrays = values.columns().iter().map(|array| cast(array, &result_type(array.data_type())));
    let arrays = arrays.collect::<Result<Vec<ArrayRef>, _>>()?;
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?)
}

fn result_field(field: &Field) -> Field {
    Field::new(field.name(), result_type(field.data_type()), true)
}

/// Returns the SQL type of a feature whose column has the type `found`. Sets and booleans keep their type, and all
/// other numbers are `Int64`.
fn result_type(found: &DataType) -> DataType {
    match found {
        DataType::UInt64 | DataType::Boolean => found.clone(),
        _ => DataType::Int64,
    }
}

/// Returns the positions that the arguments contain, as columns. Castling rights and en passant squares are read from
/// text only if they are needed.
fn positions(layout: Layout, arguments: &Arguments, rights: bool) -> Result<RecordBatch> {
    match &arguments.arrays[..] {
        [array] => match array.as_struct_opt() {
            Some(position) => Ok(without_nulls_of_struct(position)?),
            None => Ok(RecordBatch::from(read(array, arguments.options, rights)?)),
        },
        columns => {
            let side_to_move = (layout == Layout::Absolute).then_some("white_to_move");
            let names = layout.sets().into_iter().chain(side_to_move).chain(RIGHTS.map(|(name, _)| name));
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
/// error instead. With `rights`, the struct also has the fields of castling rights and en passant squares.
fn read(fens: &ArrayRef, options: &ConfigOptions, rights: bool) -> Result<StructArray> {
    let bad_rows = if SetwiseOptions::of(options).strict { BadRows::Error } else { BadRows::Null };
    let mut reader = FenReader::new(setwise::auto(), Rules::Chess);
    let rows = reader.read(fens, bad_rows, if rights { &setwise_positions::RIGHTS } else { &[] });
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
