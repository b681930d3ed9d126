//! `cargo xtask capi`: installs the C library, writes its header, or checks both.

mod check;
mod header;
mod install;
mod systems;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use setwise_files::ending::print_line;

use self::install::Built;

#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Arguments {
    /// Install the library, its header, and its files for pkg-config and CMake into this folder
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
    /// Write the header from the catalogue of patterns
    #[arg(long)]
    header: bool,
    /// Fail if the header is out of date; install into a temporary folder, and compile and run tests and examples in C
    /// and C++
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(root: &Path, arguments: Arguments) -> Result<()> {
    match arguments {
        Arguments { prefix: Some(prefix), .. } => {
            header::check(root)?;
            install::install(root, &prefix, &Built::for_users(root)?)?;
            print_line(format_args!("installed into {}", prefix.display()))?;
            Ok(())
        }
        Arguments { header: true, .. } => header::write(root),
        Arguments { .. } => {
            header::check(root)?;
            check::check(root)
        }
    }
}
