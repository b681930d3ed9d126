//! The command `sql`, which takes queries from the command line, a file, standard input or the prompt.

use std::io::{self, IsTerminal, Read};

use anyhow::{Context, Result, bail};

use crate::args::Sql;
use crate::check::check_scheduler;
use crate::failure::{self, CANNOT_FINISH, Failure};
use crate::query::{execute, parse};
use crate::{prompt, session};

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
    // Parse errors are reported before a session is started.
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

/// Returns the error of a query. If the cluster is the reason for the failure, returns [`Failure::Unavailable`] instead.
async fn explained(error: anyhow::Error, cluster: Option<&str>) -> anyhow::Error {
    let Some(address) = cluster else { return error };
    if let Some((_, reason)) = failure::line(&error).split_once(CANNOT_FINISH) {
        return Failure::Unavailable(format!("{CANNOT_FINISH}{reason}")).into();
    }
    match check_scheduler(address).await {
        Ok(()) => error,
        Err(gone) => Failure::Unavailable(format!("{gone}; the query has no answer")).into(),
    }
}
