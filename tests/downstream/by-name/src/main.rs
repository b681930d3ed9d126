//! A program that lets its user name a backend: the command line first, then the environment.

use std::error::Error;
use std::process::ExitCode;

use setwise::{BackendId, Backend};

fn choose() -> Result<Backend, Box<dyn Error>> {
    let asked_for = match std::env::args().nth(1) {
        Some(name) => Some(name.parse()?),
        None => BackendId::from_env()?,
    };
    Ok(match asked_for {
        Some(id) => id.detect()?,
        None => setwise::auto(),
    })
}

fn main() -> ExitCode {
    match choose() {
        Ok(backend) => {
            println!("chosen {}", backend.id());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
