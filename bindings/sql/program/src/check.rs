//! Checks that the server at an address is a scheduler with the same major version of Ballista as this program.
//!
//! Ballista's scheduler also answers HTTP requests about its health on its gRPC port. The headers of the reply contain
//! the version of the scheduler, so a single HTTP request is enough for the check. A gRPC client would wait and retry.

use std::time::Duration;

use anyhow::Result;
use ballista_core::BALLISTA_VERSION;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::failure::Failure;

/// The maximum time for a scheduler to reply.
const PATIENCE: Duration = Duration::from_secs(10);

/// Checks that a scheduler with the same major version of Ballista as this program replies.
///
/// # Errors
///
/// Returns [`Failure::Unavailable`] with the reason if there is no such scheduler.
pub(crate) async fn check_scheduler(address: &str) -> Result<()> {
    let reason = match timeout(PATIENCE, ask(address)).await {
        Err(_) => format!("no scheduler at {address}: no answer within {PATIENCE:?}"),
        Ok(Err(error)) => format!("no scheduler at {address}: {error}"),
        Ok(Ok(answer)) => match version(&answer) {
            Some(found) if major(found) == major(BALLISTA_VERSION) => return Ok(()),
            Some(found) => format!(
                "the scheduler at {address} runs Ballista {found}, this program has {BALLISTA_VERSION}; use the same major version"
            ),
            None => format!("what answers at {address} is not a scheduler of Ballista"),
        },
    };
    Err(Failure::Unavailable(reason).into())
}

async fn ask(address: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    // Headers are short. Another service might send any number of bytes, so only the first 16 KiB are read.
    stream.take(1 << 14).read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Returns the version that the headers of a reply contain, or `None` if the reply is not from Ballista.
fn version(answer: &str) -> Option<&str> {
    let headers = answer.split("\r\n\r\n").next()?;
    headers.lines().find_map(|line| line.strip_prefix("server: ballista/"))
}

fn major(version: &str) -> &str {
    version.split('.').next().unwrap_or(version)
}
