//! Where the workspace is.

use std::path::Path;

/// Returns the folder of the workspace: this package's parent.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}
