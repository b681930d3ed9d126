//! Files without a name. The system deletes such a file when it is closed, unless it has been given a name.

use std::fs::File;
use std::io;
use std::path::Path;

/// Creates a file without a name in a folder, with the permissions of any new file. Returns `None` if the system or the
/// file system does not support files without a name, or if /proc is not available.
#[cfg(target_os = "linux")]
pub(crate) fn create(folder: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::Errno;
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    match open(folder, flags, Mode::from_raw_mode(0o666)).map(File::from) {
        // Giving the file a name needs /proc, so the file is dropped if /proc is not available.
        Ok(file) => Ok(handle(&file).exists().then_some(file)),
        // `ISDIR` comes from kernels that do not support the flag, and `INVAL` comes from some network file systems.
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Gives the name `path` to a file that [`create`] returned. Returns an error if `path` already exists.
#[cfg(target_os = "linux")]
pub(crate) fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    Ok(linkat(CWD, handle(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// Returns the path under /proc that refers to an open file.
#[cfg(target_os = "linux")]
fn handle(file: &File) -> std::path::PathBuf {
    use std::os::fd::AsRawFd;
    format!("/proc/self/fd/{}", file.as_raw_fd()).into()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn create(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
