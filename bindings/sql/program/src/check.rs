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

use crate::failure::Unavailable;

/// The maximum time for a scheduler to reply.
const PATIENCE: Duration = Duration::from_secs(10);

/// Checks that a scheduler with the same major version of Ballista as this program replies.
///
/// # Errors
///
/// Returns [`Unavailable`] with the reason if there is no such scheduler.
pub(crate) async fn check_scheduler(address: &str) -> Result<()> {
    let answer = match timeout(PATIENCE, ask(address)).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => return Err(Unavailable(format!("no scheduler at {address}: {error}")).into()),
        Err(_) => return Err(Unavailable(format!("no scheduler at {address}: no answer within {PATIENCE:?}")).into()),
    };
    match version(&answer) {
        None => Err(Unavailable(format!("what answers at {address} is not a scheduler of Ballista")).into()),
        Some(found) if major(found) != major(BALLISTA_VERSION) => Err(Unavailable(format!(
            "the scheduler at {address} runs Ballista {found}, this program has {BALLISTA_VERSION}; use the same major version"
        ))
        .into()),
        Some(_) => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_the_headers_only() {
        assert_eq!(version("HTTP/1.1 200 OK\r\nserver: ballista/55.0.0\r\n\r\nok"), Some("55.0.0"));
        assert_eq!(version("HTTP/1.1 200 OK\r\n\r\nserver: ballista/55.0.0"), None);
        assert_eq!(version("SSH-2.0"), None);
        assert_eq!(major("55.0.0"), "55");
    }
}
