//! The location of the workspace.

use std::path::Path;

/// Returns the folder of the workspace, two levels above this package.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}
