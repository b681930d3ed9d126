//! The location of the workspace.

use std::path::Path;

/// Returns the folder of the workspace, which is the parent of this package.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}
