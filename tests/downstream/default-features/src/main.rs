//! A program whose user can name a backend on the command line or in an environment variable. The command line has
//! priority. If the program is compiled with `RUSTFLAGS='--cfg setwise_backend="NAME"'`, `auto` returns that backend in
//! the whole binary, or the baseline if that backend cannot run.

use std::error::Error;
use std::process::ExitCode;

use setwise::{Backend, BackendId};

// Without `--cfg setwise_backend="NAME"`, this assertion does not compile, so the flag cannot be forgotten.
#[cfg(feature = "fixed")]
const _: () = assert!(setwise::FIXED_BACKEND.is_some());

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
