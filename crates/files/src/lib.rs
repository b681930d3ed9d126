//! Writes files completely or not at all: readers see the old text or the new one, never a part.
#![forbid(unsafe_code)]

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file completely or not at all. An existing file of that name is unchanged until all of the new text is
/// written, and its permissions are kept.
///
/// Links are followed: the target file is replaced, or created if it does not exist. A path that is not a regular file,
/// such as a device or a pipe, is written to rather than replaced.
///
/// # Errors
///
/// Returns the I/O error. A read-only file is not replaced. No other file is left in the folder. One exception: a new
/// file may be incomplete if it was created through a link whose target did not exist.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    match fs::metadata(path) {
        // A link whose target does not exist stays a link, and there is no old file to keep.
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => fs::write(path, text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(path, text, None),
        Err(error) => Err(error),
        Ok(old) if old.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        Ok(old) if old.is_file() => replace(&fs::canonicalize(path)?, text, Some(old.permissions())),
        // Not by the path to which it resolves: the pipe that /dev/stdout refers to has none.
        Ok(_) => fs::write(path, text),
    }
}

/// Writes a new file in the same folder and then renames it. The name of the new file cannot be guessed, and no
/// existing file is opened. So no link that another user left in a shared folder is followed.
fn replace(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".setwise-").suffix(".new");
    // A file that replaces another is readable only by its owner until it gets the permissions of the old one.
    #[cfg(unix)]
    if permissions.is_none() {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut new = builder.tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        new.as_file().set_permissions(permissions)?;
    }
    new.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_by_a_whole_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("camel.rs");
        write_whole(&path, "one").unwrap();
        write_whole(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(write_whole(&folder.path().join("none/camel.rs"), "three").is_err());
        assert!(write_whole(folder.path(), "a folder is in the way").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "another file is left in the folder");
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert!(write_whole(&path, "four").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "another file is left in the folder");
    }

    /// A new file gets the same permissions as any new file; a replaced file keeps its permissions.
    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_old_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
        fs::write(folder.path().join("usual"), "").unwrap();
        let path = folder.path().join("new");
        write_whole(&path, "one").unwrap();
        assert_eq!(mode("new"), mode("usual"));
        for kept in [0o600, 0o640, 0o755] {
            fs::set_permissions(&path, Permissions::from_mode(kept)).unwrap();
            write_whole(&path, "two").unwrap();
            assert_eq!(mode("new"), kept);
        }
    }
}
