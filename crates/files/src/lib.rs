//! Writes files completely or not at all. Readers see the complete old content or the complete new content, never an
//! incomplete file.
//!
//! A new file has no name until it is complete (`O_TMPFILE`), so a program that is killed while it writes leaves no
//! file behind. If the system does not support files without a name, the new file has a hidden name in the same folder
//! until it is complete. A killed program then leaves the hidden file behind.
//!
//! The module [`ending`] decides how a program ends if its output cannot be written.
//!
//! The Cargo feature `compressed` adds a reader of text that may be compressed.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "compressed")]
mod compressed;
pub mod ending;
mod sink;
mod unnamed;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

#[cfg(feature = "compressed")]
pub use compressed::decompressed;
pub use sink::Sink;

/// Writes text to a file, completely or not at all. [`WholeFile`] explains how links, permissions and devices are
/// treated.
///
/// # Errors
///
/// Returns the I/O error, or an error if the file exists and is read-only. After an error, no temporary file is left in
/// the folder.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// A file that appears under its name only when it is complete. Writes are buffered.
///
/// An existing file with that name is unchanged until [`finish`](Self::finish), which replaces it by a new file with the
/// permissions of any new file. Links are followed: the target of a link is replaced, or created if it does not exist. A
/// device or a pipe is not replaced: the data are written to it.
///
/// If a `WholeFile` is dropped before it is finished, an existing file is unchanged, and no new file appears.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<File>,
    place: Place,
}

/// The destination of the bytes.
#[derive(Debug)]
enum Place {
    /// A device or a pipe, which is written directly and not replaced.
    Here,
    /// A file that gets this name when it is finished. Until then it has a temporary name, or none.
    At { name: PathBuf, temporary: Option<TempPath> },
}

impl WholeFile {
    /// Creates a file that will have the name `path`.
    ///
    /// # Errors
    ///
    /// Returns the I/O error, or an error if the file exists and is read-only.
    pub fn create(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            // If the path is a link to a missing file, the link is kept and the missing file is created.
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
                Ok(target) => Self::create(&folder(path).join(target)),
                Err(_) => Self::incomplete(path.to_path_buf()),
            },
            Err(error) => Err(error),
            Ok(old) if old.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
            Ok(old) if old.is_file() => Self::incomplete(fs::canonicalize(path)?),
            // The given path is opened, not its canonical form, because the pipe to which /dev/stdout refers has no
            // path.
            Ok(_) => Ok(Self { file: BufWriter::new(File::create(path)?), place: Place::Here }),
        }
    }

    /// Creates a file without a name, or with a temporary name, in the folder of `name`.
    fn incomplete(name: PathBuf) -> io::Result<Self> {
        match unnamed::create(folder(&name))? {
            Some(file) => Ok(Self { file: BufWriter::new(file), place: Place::At { name, temporary: None } }),
            None => Self::with_temporary_name(name),
        }
    }

    fn with_temporary_name(name: PathBuf) -> io::Result<Self> {
        let (file, temporary) = builder().tempfile_in(folder(&name))?.into_parts();
        Ok(Self { file: BufWriter::new(file), place: Place::At { name, temporary: Some(temporary) } })
    }

    /// Completes the file, and makes it appear under its name.
    ///
    /// # Errors
    ///
    /// Returns the I/O error. After an error, an existing file is unchanged, and no temporary file is left in the
    /// folder.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Place::At { name, temporary } = self.place else { return Ok(()) };
        let temporary = match temporary {
            Some(temporary) => temporary,
            // A link cannot replace a file, but a rename can.
            None => builder().make_in(folder(&name), |path| unnamed::link(&file, path))?.into_temp_path(),
        };
        Ok(temporary.persist(name)?)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns a builder of temporary files with the permissions of any new file. The builder never opens existing files, and
/// the names cannot be guessed, so another user cannot redirect the writes with a link in a shared folder.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".setwise-").suffix(".new");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Runs the code of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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

    /// A file that is dropped before it is finished must change nothing in its folder.
    #[test]
    fn nothing_is_written_before_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        let read = || fs::read_to_string(&path).ok();
        for old in [None, Some("old")] {
            old.into_iter().for_each(|old| fs::write(&path, old).unwrap());
            let mut file = WholeFile::create(&path).unwrap();
            file.write_all(&[b'x'; 100_000]).unwrap();
            assert_eq!(read().as_deref(), old);
            drop(file);
            assert_eq!(read().as_deref(), old);
            assert_eq!(fs::read_dir(&folder).unwrap().count(), usize::from(old.is_some()));
        }
    }

    /// A file with a temporary name must be complete or absent. The test creates such a file even on systems that
    /// support files without a name.
    #[test]
    fn a_file_with_a_temporary_name_is_whole_or_absent_too() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("named");
        let create = || WholeFile::with_temporary_name(name.clone()).unwrap();
        drop(create());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        let mut file = create();
        file.write_all(b"whole").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&name).unwrap(), "whole");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_to_nothing_are_followed_to_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("inner")).unwrap();
        std::os::unix::fs::symlink("inner/second", path("first")).unwrap();
        std::os::unix::fs::symlink("third", path("inner/second")).unwrap();
        write_whole(&path("first"), "text").unwrap();
        assert_eq!(fs::read_to_string(path("inner/third")).unwrap(), "text");
        assert!(path("first").is_symlink() && path("inner/second").is_symlink());
    }

    /// A new file and a file that replaces another must get the permissions of any new file.
    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file() {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode() & 0o7777;
        fs::write(path("usual"), "").unwrap();
        write_whole(&path("new"), "one").unwrap();
        fs::write(path("replaced"), "old").unwrap();
        fs::set_permissions(path("replaced"), Permissions::from_mode(0o4750)).unwrap();
        write_whole(&path("replaced"), "new").unwrap();
        WholeFile::with_temporary_name(path("named")).unwrap().finish().unwrap();
        assert_eq!(["new", "replaced", "named"].map(mode), [mode("usual"); 3]);
    }
}
