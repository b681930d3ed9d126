//! The type of all scalar functions.
//!
//! DataFusion expects each function to implement the trait `ScalarUDFImpl`. Here, only the type `Function` implements
//! it. An SQL function is a value of this type and is declared as one row of a list:
//!
//! ```text
//! row of a list:  name, forms (names and kinds of the parameters), result, description, body
//! SQL             coerce_types: the first form that accepts the types of the arguments
//!                 return_field_from_args: the type of the result, which may depend on constants
//!                 invoke_with_args: arrays and constants to the body
//! ```
//!
//! All functions are declared as stable: within a query, equal arguments give equal results. If all arguments of a call
//! are constants, DataFusion therefore computes the call only once, when it plans the query.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow::array::{ArrayRef, new_null_array};
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::config::ConfigOptions;
use datafusion::common::{DataFusionError, Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use crate::kind::Kind;

/// A parameter: its name in documentation and messages, and its kind.
pub(crate) type Parameter = (&'static str, Kind);

/// The arguments of one call.
pub(crate) struct Arguments<'a> {
    /// The arguments for parameters that accept columns, in order. All of them have the same number of rows.
    pub(crate) arrays: Vec<ArrayRef>,
    /// The arguments for parameters that accept only constants, in order. None of them is null.
    pub(crate) constants: Vec<ScalarValue>,
    /// The settings of the session.
    pub(crate) options: &'a ConfigOptions,
}

type Body = dyn Fn(&Arguments) -> Result<ArrayRef> + Send + Sync;
type ResultOf = dyn Fn(&[DataType], &[Option<&ScalarValue>]) -> Result<DataType> + Send + Sync;

/// A scalar function of SQL. It has one or more forms, each of which is a list of parameters.
pub(crate) struct Function {
    name: String,
    forms: Vec<Vec<Parameter>>,
    result: Box<ResultOf>,
    body: Box<Body>,
    signature: Signature,
    documentation: Documentation,
}

/// Converts an error of setwise to an execution error of DataFusion with the same message.
pub(crate) fn external(error: impl fmt::Display) -> DataFusionError {
    DataFusionError::Execution(error.to_string())
}

/// The section of the documentation that lists all functions.
const SECTION: DocSection = DocSection { include: true, label: "Chess Functions", description: None };

impl Function {
    /// Returns a function that accepts the arguments of any of `forms`. `description` is a phrase or several sentences.
    /// Its first letter is capitalised, and a missing full stop is added.
    pub(crate) fn new(
        name: impl Into<String>,
        forms: Vec<Vec<Parameter>>,
        result: DataType,
        description: impl fmt::Display,
        body: impl Fn(&Arguments) -> Result<ArrayRef> + Send + Sync + 'static,
    ) -> Self {
        let name = name.into();
        let documentation = documentation(&name, &forms, &description.to_string());
        // Results also depend on the settings of the session, which do not change during a query.
        let signature = Signature::user_defined(Volatility::Stable);
        let result: Box<ResultOf> = Box::new(move |_, _| Ok(result.clone()));
        Self { name, forms, result, body: Box::new(body), signature, documentation }
    }

    /// Sets how the type of the result is derived from the types of the arguments and from the constant arguments.
    pub(crate) fn with_result(
        mut self,
        result: impl Fn(&[DataType], &[Option<&ScalarValue>]) -> Result<DataType> + Send + Sync + 'static,
    ) -> Self {
        self.result = Box::new(result);
        self
    }

    /// Returns the first form that accepts arguments of these types, and the types to which the arguments are
    /// converted.
    fn form(&self, types: &[DataType]) -> Option<(&[Parameter], Vec<DataType>)> {
        self.forms.iter().filter(|form| form.len() == types.len()).find_map(|form| {
            let accepted = form.iter().zip(types).map(|((_, kind), found)| kind.accept(found));
            Some((form.as_slice(), accepted.collect::<Option<_>>()?))
        })
    }

    /// Returns a message that says why no form accepts arguments of these types.
    fn reason(&self, types: &[DataType]) -> String {
        let of_length: Vec<_> = self.forms.iter().filter(|form| form.len() == types.len()).collect();
        if let [form] = of_length[..] {
            let wrong = form.iter().zip(types).find(|((_, kind), found)| kind.accept(found).is_none());
            if let Some(((name, kind), found)) = wrong {
                return format!("{}: {name} is {found}, expected {kind}", self.name);
            }
        }
        let forms: Vec<String> = self.forms.iter().map(|form| call(&self.name, form)).collect();
        let types: Vec<String> = types.iter().map(ToString::to_string).collect();
        format!("{}({}) does not exist, expected {}", self.name, types.join(", "), forms.join(" or "))
    }
}

/// Returns a call with the names of the parameters, such as `knight_moves(knights, own)`.
fn call(name: &str, form: &[Parameter]) -> String {
    let names: Vec<&str> = form.iter().map(|(name, _)| *name).collect();
    format!("{name}({})", names.join(", "))
}

fn documentation(name: &str, forms: &[Vec<Parameter>], description: &str) -> Documentation {
    let stop = if description.ends_with('.') { "" } else { "." };
    let sentence = description[..1].to_uppercase() + &description[1..] + stop;
    let mut builder = Documentation::builder(SECTION, sentence, call(name, &forms[0]));
    for form in &forms[1..] {
        builder = builder.with_alternative_syntax(call(name, form));
    }
    let mut described: Vec<&str> = Vec::new();
    for (parameter, kind) in forms.iter().flatten() {
        if !described.contains(parameter) {
            described.push(parameter);
            builder = builder.with_argument(*parameter, kind.to_string());
        }
    }
    builder.build()
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        match self.form(types) {
            Some((_, accepted)) => Ok(accepted),
            None => plan_err!("{}", self.reason(types)),
        }
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        (self.result)(types, &vec![None; types.len()])
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let types: Vec<DataType> = args.arg_fields.iter().map(|field| field.data_type().clone()).collect();
        let Some((form, _)) = self.form(&types) else { return plan_err!("{}", self.reason(&types)) };
        for ((name, kind), constant) in form.iter().zip(args.scalar_arguments) {
            if kind.is_constant() && constant.is_none() {
                return plan_err!("{}: {name} has to be a constant", self.name);
            }
        }
        let result = (self.result)(&types, args.scalar_arguments)?;
        Ok(Arc::new(Field::new(self.name(), result, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let types: Vec<DataType> = args.args.iter().map(ColumnarValue::data_type).collect();
        let Some((form, _)) = self.form(&types) else { return exec_err!("{}", self.reason(&types)) };
        let is_array = |value: &ColumnarValue| matches!(value, ColumnarValue::Array(_));
        let rows = if args.args.iter().any(is_array) { args.number_rows } else { 1 };
        let (mut arrays, mut constants) = (Vec::new(), Vec::new());
        for ((name, kind), value) in form.iter().zip(args.args.clone()) {
            match value {
                ColumnarValue::Scalar(value) if kind.is_constant() => constants.push(value),
                _ if kind.is_constant() => return exec_err!("{}: {name} has to be a constant", self.name),
                value => arrays.push(value.into_array(rows)?),
            }
        }
        let result = args.return_type();
        let array = if constants.iter().any(ScalarValue::is_null) {
            new_null_array(result, rows)
        } else {
            (self.body)(&Arguments { arrays, constants, options: &args.config_options })?
        };
        if args.args.iter().any(is_array) {
            Ok(ColumnarValue::Array(array))
        } else {
            Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?))
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.name).finish()
    }
}

/// Functions are compared by name, because no two functions have the same name.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
