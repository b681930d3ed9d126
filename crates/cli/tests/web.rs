//! `setwise web` serves the page on this machine only.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use common::{REPOSITORY, command, fails, folder_with, path_in};

const PAGE: &str = "<!doctype html><title>a page</title>";

/// A running server, which is ended when dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(page: &str) -> Self {
        let mut child = command().args(["web", "--port", "0", "--page", page]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split(['/', ' ']).nth(2).unwrap().to_string();
        assert_eq!(line, format!("http://{address}/ shows the page until you press Ctrl-C\n"));
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        Self { child, address }
    }

    /// Sends a request. Returns the head and the body of the answer.
    fn request(&self, line: &str) -> (String, String) {
        let mut connection = TcpStream::connect(&self.address).unwrap();
        write!(connection, "{line}\r\nHost: {}\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_string(), body.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let folder = folder_with(&[("page.html", PAGE.as_bytes())]);
    let server = Server::start(&path_in(&folder, "page.html"));
    // A browser may open a connection that it does not use.
    let _silent = TcpStream::connect(&server.address).unwrap();
    for line in ["GET / HTTP/1.1", "GET /index.html HTTP/1.1", "GET /?simd=0 HTTP/1.0"] {
        let (head, body) = server.request(line);
        assert!(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"), "{head}");
        assert!(head.contains(&format!("Content-Length: {}\r\n", PAGE.len())), "{head}");
        assert_eq!(body, PAGE, "{line}");
    }
    let (head, body) = server.request("HEAD / HTTP/1.1");
    assert!(head.starts_with("HTTP/1.1 200 OK") && body.is_empty(), "{head}");
    for (line, status) in [
        ("GET /../Cargo.toml HTTP/1.1", "404 Not Found"),
        ("GET //etc/passwd HTTP/1.1", "404 Not Found"),
        ("POST / HTTP/1.1", "405 Method Not Allowed"),
        ("hello", "400 Bad Request"),
    ] {
        let (head, body) = server.request(line);
        assert!(head.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{line}: {head}");
        assert_ne!(body, PAGE, "{line}");
    }
}

#[test]
fn a_port_in_use_and_a_missing_page_are_one_line_each() {
    let folder = folder_with(&[("page.html", PAGE.as_bytes())]);
    let page = path_in(&folder, "page.html");
    let server = Server::start(&page);
    let port = server.address.rsplit(':').next().unwrap();
    let error = fails(2, &["web", "--port", port, "--page", &page], "");
    assert_eq!(
        error,
        format!("error: port {port} is in use; choose another one with --port, or --port 0 for any free one")
    );
    let error = fails(2, &["web", "--page", &path_in(&folder, "none.html")], "");
    assert!(error.contains("none.html: No such file") || error.contains("none.html: "), "{error}");
    if Path::new(REPOSITORY).join("bindings/web/dist/index.html").exists() {
        println!("skipped: a program without the page: this one may have been built with it");
        return;
    }
    let error = fails(2, &["web", "--port", "0"], "");
    assert!(
        error.starts_with("error: this program was built without the page, because the page had not been built; ")
            && error.contains("cargo xtask web"),
        "{error}"
    );
}
