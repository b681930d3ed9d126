//! Resolves relative paths in links of documents. The test `tidy` compiles this file too.

use std::path::{Component, Path, PathBuf};

/// Resolves `to`, a relative path in a link of the file `from`. The returned path is relative to the same folder as
/// `from`.
pub(crate) fn resolve(from: &str, to: &str) -> String {
    let mut path = PathBuf::new();
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    for component in folder.join(to).components() {
        match component {
            Component::ParentDir => _ = path.pop(),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path.to_string_lossy().into_owned()
}
