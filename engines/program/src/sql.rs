//! Runs queries and shows their rows.

use std::io::{self, IsTerminal, Read, Write};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use datafusion::common::runtime::SpawnedTask;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParser, Statement};

use crate::args::Sql;
use crate::check::check_scheduler;
use crate::failure::NoScheduler;
use crate::files::register_files;
use crate::{output, prompt, session};

/// Runs `setwise-engine sql`.
pub(crate) async fn run(args: Sql) -> Result<()> {
    let text = match (&args.text, &args.file) {
        (Some(text), _) => Some(text.clone()),
        (None, Some(file)) => Some(std::fs::read_to_string(file).with_context(|| file.display().to_string())?),
        (None, None) if io::stdin().is_terminal() => None,
        (None, None) => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("standard input")?;
            Some(text)
        }
    };
    // What cannot be parsed fails before a session is started.
    let statements = text.as_deref().map(parse).transpose()?;
    if args.out.is_some() && statements.as_ref().is_none_or(|statements| statements.len() != 1) {
        bail!("--out needs a single query");
    }
    let session = session::session(args.cluster.as_deref(), &args.settings).await?;
    match statements {
        None => prompt::run(&session, &args).await,
        Some(statements) => {
            for statement in statements {
                if let Err(error) = execute(&session, statement, &args).await {
                    return Err(explained(error, args.cluster.as_deref()).await);
                }
            }
            Ok(())
        }
    }
}

/// Returns the error of a query, or that there is no scheduler any more, if that is the reason.
async fn explained(error: anyhow::Error, cluster: Option<&str>) -> anyhow::Error {
    let Some(address) = cluster else { return error };
    match check_scheduler(address).await {
        Ok(()) => error,
        Err(gone) => NoScheduler(format!("{gone}; the query has no answer")).into(),
    }
}

/// Parses queries that are separated by semicolons.
pub(crate) fn parse(text: &str) -> Result<Vec<Statement>> {
    Ok(DFParser::parse_sql(text)?.into())
}

/// Executes one query and prints or writes its rows. Returns their number. When the future is dropped, the query ends.
pub(crate) async fn execute(session: &SessionContext, mut statement: Statement, args: &Sql) -> Result<usize> {
    let (session, out, format) = (session.clone(), args.out.clone(), args.format);
    let work = async move {
        register_files(&session, &mut statement).await?;
        let plan = session.state().statement_to_plan(statement).await?;
        let rows = session.execute_logical_plan(plan).await?.execute_stream().await?;
        match &out {
            Some(path) => output::write(rows, path).await,
            None => output::print(rows, format).await,
        }
    };
    // A task of its own: some plans compute for a long time before they return to the runtime, and Ctrl-C must not wait for them.
    with_progress(SpawnedTask::spawn(work).join()).await?
}

/// Shows on a terminal that a query still runs.
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
