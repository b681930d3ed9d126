//! `setwise web`: serves the page on this machine.
//!
//! The page is one file, so the server has one answer, and `std::net` is enough for it. It listens on the loopback address only.
//! Each connection has its own thread, because browsers open some in advance and leave them silent.

use std::io::{self, BufRead, BufReader, Read, Write, stdout};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, thread};

use anyhow::Result;

use crate::args::Web;
use crate::input;
use crate::usage::usage;

/// The page, or the reason why this program has none.
const PAGE: Result<&[u8], &str> = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What to do about a program without the page.
const WITHOUT_PAGE: &str = "in a checkout of setwise, run `cargo xtask web` and install the program again, or name the built \
    page: setwise web --page bindings/web/dist/index.html";

/// The time after which a silent connection is closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time until the next attempt after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);

/// The largest number of bytes of a request.
const LONGEST_REQUEST: u64 = 16 * 1024;

/// Runs `setwise web` until the program is interrupted.
pub(crate) fn run(args: &Web) -> Result<()> {
    let page: Arc<[u8]> = match &args.page {
        Some(file) => {
            input::check(std::slice::from_ref(file))?;
            fs::read(file).map_err(|error| usage(format!("{file}: {error}")))?.into()
        }
        None => PAGE
            .map_err(|reason| {
                usage(format!("this program was built without the page, because {reason}; {WITHOUT_PAGE}"))
            })?
            .into(),
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            usage(format!("port {} is in use; choose another one with --port, or --port 0 for any free one", args.port))
        }
        _ => usage(format!("cannot listen on port {}: {error}", args.port)),
    })?;
    writeln!(stdout(), "http://{}/ shows the page until you press Ctrl-C", listener.local_addr()?)?;
    serve(listener.incoming(), &page, || thread::sleep(PAUSE));
    Ok(())
}

/// Answers each connection. Calls `pause` when there is an error instead of one: if the program has no file descriptor left, the
/// next attempts fail as well.
fn serve(connections: impl Iterator<Item = io::Result<TcpStream>>, page: &Arc<[u8]>, pause: impl Fn()) {
    for connection in connections {
        // Whatever goes wrong with a connection concerns only the browser at its other end.
        let Ok(connection) = connection else {
            pause();
            continue;
        };
        let page = Arc::clone(page);
        let _ = thread::Builder::new().spawn(move || answer(&connection, &page));
    }
}

/// Reads a request and answers it. The connection is closed afterwards.
fn answer(mut connection: &TcpStream, page: &[u8]) -> io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(connection.take(LONGEST_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // Closing a connection with unread input would discard the answer.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let (status, body) = response(&request, page);
    let kind = if status == "200 OK" { "text/html" } else { "text/plain" };
    write!(
        connection,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if request.starts_with("HEAD ") { Ok(()) } else { connection.write_all(body) }
}

/// Returns the status and the body of the answer to the first line of a request.
fn response<'a>(request: &str, page: &'a [u8]) -> (&'static str, &'a [u8]) {
    let mut words = request.split(' ');
    let (method, target, version) = (words.next(), words.next(), words.next());
    let path = target.map(|target| target.split('?').next().unwrap_or_default());
    match (method, path, version) {
        (Some("GET" | "HEAD"), Some("/" | "/index.html"), Some(version)) if version.starts_with("HTTP/1.") => {
            ("200 OK", page)
        }
        (Some("GET" | "HEAD"), Some(_), Some(_)) => ("404 Not Found", b"The page is at /\n"),
        (_, _, Some(_)) => ("405 Method Not Allowed", b"Only GET and HEAD\n"),
        _ => ("400 Bad Request", b"Not an HTTP request\n"),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_server_pauses_when_no_connection_can_be_accepted() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut browser = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        browser.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let none = || Err(io::Error::other("no file descriptor is left"));
        let (accepted, pauses) = (listener.accept().unwrap().0, Cell::new(0));
        serve([none(), none(), Ok(accepted)].into_iter(), &Arc::from(*b"page"), || pauses.set(pauses.get() + 1));
        assert_eq!(pauses.get(), 2);
        let mut answer = String::new();
        browser.read_to_string(&mut answer).unwrap();
        assert!(answer.ends_with("\r\n\r\npage"), "{answer}");
    }
}
