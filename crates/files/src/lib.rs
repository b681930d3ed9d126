//! Writes files completely or not at all: readers see the old content or the new one, never a part of it.
//!
//! A new file has no name until it is complete (`O_TMPFILE`), so even a program that is killed leaves nothing. If the
//! system has no such files, the new file has a hidden name in the same folder. Only a killed program leaves it behind.
//!
//! The feature `compressed` adds a reader of text that may be compressed.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "compressed")]
mod compressed;
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

/// Writes a text to a file, completely or not at all. See [`WholeFile`] for links, permissions and devices.
///
/// # Errors
///
/// Returns the I/O error. A read-only file is not replaced. No other file is left in the folder.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// A file that appears under its name only when it is complete. Writes are buffered.
///
/// An existing file of that name is unchanged until [`finish`](Self::finish). Its permissions are kept, except for
/// setuid and setgid bits. Its owner and group are kept, too, unless the system does not allow this: see
/// [`not_kept`](Self::not_kept). Links are followed: the target file is replaced, or created if it does not exist. A
/// path that is not a regular file, such as a device or a pipe, is written to rather than replaced.
///
/// If the value is dropped before it is finished, nothing is written.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<File>,
    place: Place,
}

/// The destination of the file when it is finished.
#[derive(Debug)]
enum Place {
    /// The file is a device or a pipe, and keeps its place.
    Here,
    /// The file gets its name, and the permissions of the file that it replaces, if there is one.
    At { name: PathBuf, inherited: Option<Inherited>, temporary: Option<TempPath> },
}

impl WholeFile {
    /// Creates a file that will have the name `path`.
    ///
    /// # Errors
    ///
    /// Returns the I/O error. A read-only file is not replaced.
    pub fn create(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            // A link whose target does not exist remains, and its target is created.
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
                Ok(target) => Self::create(&folder(path).join(target)),
                Err(_) => Self::temporary(path.to_path_buf(), None),
            },
            Err(error) => Err(error),
            Ok(old) if old.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
            Ok(old) if old.is_file() => Self::temporary(fs::canonicalize(path)?, Some(&old)),
            // The file is not opened by the path to which it resolves, because the pipe behind /dev/stdout has no path.
            Ok(_) => Ok(Self { file: BufWriter::new(File::create(path)?), place: Place::Here }),
        }
    }

    /// Creates a file without a name, or with a temporary one, in the folder of `name`.
    fn temporary(name: PathBuf, old: Option<&Metadata>) -> io::Result<Self> {
        // A file that replaces another is readable only by its owner until it gets the permissions of the old one.
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

    /// Returns the reason why the file will not have the owner and the group of the file that it replaces, or `None` if
    /// it will. The reason does not contain the name of the file.
    #[must_use]
    pub fn not_kept(&self) -> Option<&str> {
        match &self.place {
            Place::At { inherited: Some(inherited), .. } => inherited.lost(),
            Place::At { inherited: None, .. } | Place::Here => None,
        }
    }

    /// Completes the file, which now appears under its name.
    ///
    /// # Errors
    ///
    /// Returns the I/O error. On an error, the old file, if there is one, is unchanged, and no other file is left in
    /// the folder.
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

/// Returns a builder of temporary names. They cannot be guessed, and no existing file is opened. So links that another
/// user left in a shared folder are not followed.
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

    /// On systems without unnamed files, the new file has another name until it is finished.
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

    /// The temporary names are also tested on systems that do not need them.
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

    /// A new file gets the same permissions as any new file; a replaced file keeps its permissions.
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
