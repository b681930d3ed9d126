//! The arguments for heat maps.

use std::path::{Path, PathBuf};

use crate::formats::STDIN;

/// Options for heat maps.
#[derive(clap::Args, Clone)]
pub(crate) struct HeatOptions {
    /// Prints heat maps: for each feature and each square, the number of boards on which the feature contains the
    /// square; 64 rows per feature, a1 first
    #[arg(id = "heat", long = "heat")]
    pub(crate) wanted: bool,
    /// With --heat, prints a table of percentages for each feature instead of rows
    #[arg(long, requires = "heat")]
    pub(crate) draw: bool,
    /// With --heat, also writes an SVG picture with a board for each feature; if FILE is -, writes only the picture, to
    /// standard output
    #[arg(long, value_name = "FILE", requires = "heat")]
    pub(crate) svg: Option<PathBuf>,
}

impl HeatOptions {
    /// Returns the file for the picture, or `None` if no picture is wanted or the picture goes to standard output.
    pub(crate) fn picture(&self) -> Option<&Path> {
        self.svg.as_deref().filter(|file| *file != Path::new(STDIN))
    }
}
