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
mod inherited;
mod sink;
mod unnamed;

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use inherited::Inherited;
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
/// An existing file with that name is unchanged until [`finish`](Self::finish). The new file keeps the permissions of
/// the existing file, except for the setuid, setgid and sticky bits. It also keeps the owner and the group, unless the
/// system does not allow this: see [`not_kept`](Self::not_kept). If the group changes, the new group gets only
/// permissions that all users had on the existing file. Links are followed: the target of a link is replaced,
/// or created if it does not exist. A device or a pipe is not replaced: the data are written to it.
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
    /// A file that gets this name when it is finished. If it replaces an old file, it also inherits the permissions of
    /// the old file.
    At { name: PathBuf, inherited: Option<Inherited>, temporary: Option<TempPath> },
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
                Err(_) => Self::temporary(path.to_path_buf(), None),
            },
            Err(error) => Err(error),
            Ok(old) if old.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
            Ok(old) if old.is_file() => Self::temporary(fs::canonicalize(path)?, Some(&old)),
            // The given path is opened, not its canonical form, because the pipe to which /dev/stdout refers has no
            // path.
            Ok(_) => Ok(Self { file: BufWriter::new(File::create(path)?), place: Place::Here }),
        }
    }

    /// Creates a file without a name, or with a temporary name, in the folder of `name`.
    fn temporary(name: PathBuf, old: Option<&Metadata>) -> io::Result<Self> {
        // A file that replaces an old file can be opened only by its owner until it gets the permissions of the old
        // file.
        let mode = if old.is_none() { 0o666 } else { 0o600 };
        let (file, temporary) = match unnamed::create(folder(&name), mode)? {
            Some(file) => (file, None),
            None => {
                let (file, temporary) = builder(mode).tempfile_in(folder(&name))?.into_parts();
                (file, Some(temporary))
            }
        };
        let inherited = old.map(|old| Inherited::take_over(old, &file)).transpose()?;
        Ok(Self { file: BufWriter::new(file), place: Place::At { name, inherited, temporary } })
    }

    /// Returns why the owner or the group of the replaced file cannot be kept, or `None` if there is nothing to report.
    /// The reason does not contain the name of the file.
    #[must_use]
    pub fn not_kept(&self) -> Option<&str> {
        match &self.place {
            Place::At { inherited: Some(inherited), .. } => inherited.lost(),
            Place::At { inherited: None, .. } | Place::Here => None,
        }
    }

    /// Completes the file, and makes it appear under its name.
    ///
    /// # Errors
    ///
    /// Returns the I/O error. After an error, an existing file is unchanged, and no temporary file is left in the
    /// folder.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Place::At { name, inherited, temporary } = self.place else { return Ok(()) };
        if let Some(inherited) = inherited {
            inherited.open_to_others(&file)?;
        }
        let temporary = match temporary {
            Some(temporary) => temporary,
            None => builder(0).make_in(folder(&name), |path| unnamed::link(&file, path))?.into_temp_path(),
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

/// Returns a builder of temporary files. The builder never opens existing files, and the names cannot be guessed, so
/// another user cannot redirect the writes with a link in a shared folder.
fn builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".setwise-").suffix(".new");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
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
        let create = || {
            let (file, temporary) = builder(0o666).tempfile_in(&folder).unwrap().into_parts();
            let place = Place::At { name: name.clone(), inherited: None, temporary: Some(temporary) };
            WholeFile { file: BufWriter::new(file), place }
        };
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

    /// A new file must get the usual permissions of new files, and a replaced file must keep its permissions.
    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_old_one() {
        use std::fs::Permissions;
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
