//! Runs queries, and prints or writes their rows.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Result, anyhow};
use datafusion::common::DataFusionError;
use datafusion::common::runtime::SpawnedTask;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParser, Statement};
use datafusion::sql::sqlparser::ast::{Expr, Value, ValueWithSpan, visit_expressions};
use futures::{StreamExt, TryStreamExt, stream};

use crate::args::Sql;
use crate::failure::{self, EXECUTOR_LOST};
use crate::files::{refuse_output, register_files};
use crate::output;

/// Parses queries that are separated by semicolons.
pub(crate) fn parse(text: &str) -> Result<Vec<Statement>> {
    Ok(DFParser::parse_sql(text)?.into())
}

/// Executes one query, and prints or writes the rows. Returns the number of rows. Dropping the future cancels the
/// query.
pub(crate) async fn execute(session: &SessionContext, mut statement: Statement, args: &Sql) -> Result<usize> {
    let (session, out, format) = (session.clone(), args.out.clone(), args.format);
    let (digits, is_remote) = (hexadecimal(&statement), args.cluster.is_some());
    let work = async move {
        let files = register_files(&session, &mut statement).await?;
        let plan = session.state().statement_to_plan(statement).await?;
        if let Some(path) = &out {
            refuse_output(path, &files, &plan)?;
        }
        let rows = match is_remote {
            true => restarted(&session, plan).await?,
            false => session.execute_logical_plan(plan).await?.execute_stream().await?,
        };
        match &out {
            Some(path) => output::write(rows, path).await,
            None => output::print(rows, format).await,
        }
    };
    // The query runs in a separate task, because some plans compute for a long time before they return to the runtime.
    // Ctrl-C must not wait for such a plan.
    with_progress(SpawnedTask::spawn(work).join()).await?.map_err(|error| with_hint(error, digits.as_deref()))
}

/// The maximum number of times that a query is started again after the loss of an executor.
const RESTARTS: usize = 3;

/// Starts a query on a cluster, waits for the first rows, and returns the stream of all rows. If an executor is lost,
/// starts the query again, at most [`RESTARTS`] times.
///
/// A cluster sends rows only after all tasks have ended. If an executor is lost earlier, no rows have been printed, so
/// the query can be started again on the other executors. A statement that writes is not started again, because the
/// output of its finished tasks would be duplicated.
async fn restarted(session: &SessionContext, plan: LogicalPlan) -> Result<SendableRecordBatchStream> {
    let writes = matches!(plan, LogicalPlan::Copy(_) | LogicalPlan::Dml(_) | LogicalPlan::Ddl(_));
    let mut left = if writes { 0 } else { RESTARTS };
    loop {
        let first = async {
            let mut rows = session.execute_logical_plan(plan.clone()).await?.execute_stream().await?;
            let first = rows.try_next().await?;
            let schema = rows.schema();
            let all = stream::iter(first.map(Ok)).chain(rows);
            Ok(Box::pin(RecordBatchStreamAdapter::new(schema, all)) as SendableRecordBatchStream)
        };
        match first.await {
            Err(error) if left > 0 && failure::line(&error).contains(EXECUTOR_LOST) => left -= 1,
            rows => return rows,
        }
    }
}

/// Returns the digits of the first hexadecimal literal of a query, or `None` if there is no such literal.
fn hexadecimal(statement: &Statement) -> Option<String> {
    let Statement::Statement(statement) = statement else { return None };
    let found = visit_expressions(statement.as_ref(), |expression| match expression {
        Expr::Value(ValueWithSpan { value: Value::HexStringLiteral(digits), .. }) => ControlFlow::Break(digits.clone()),
        _ => ControlFlow::Continue(()),
    });
    found.break_value()
}

/// If a hexadecimal literal may have caused the error, adds a hint that explains what the literal means in SQL.
fn with_hint(error: anyhow::Error, digits: Option<&str>) -> anyhow::Error {
    let line = failure::line(&error);
    let Some(digits) = digits.filter(|_| error.is::<DataFusionError>() && line.contains("Binary")) else {
        return error;
    };
    let number = u64::from_str_radix(digits, 16).map_or_else(|_| "it in decimal".to_string(), |set| set.to_string());
    anyhow!("{line}; in SQL 0x{digits} is a string of bytes, not a number: write {number}")
}

/// Waits for a query. Meanwhile, shows the elapsed seconds if standard error is a terminal.
async fn with_progress<T>(work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    let mut seconds = 0;
    let mut tick = tokio::time::interval(Duration::from_secs(1));
    let shown = io::stderr().is_terminal();
    loop {
        tokio::select! {
            biased;
            result = &mut work => {
                if shown && seconds > 1 {
                    eprint!("\r\x1b[K");
                }
                return result;
            }
            _ = tick.tick() => {
                seconds += 1;
                if shown && seconds > 1 {
                    eprint!("\r{} s", seconds - 1);
                    let _ = io::stderr().flush();
                }
            }
        }
    }
}
