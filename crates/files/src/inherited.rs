//! Gives a new file the owner, the group and the permissions of the file that it replaces.
//!
//! A program without the privilege to change owners cannot keep an owner other than its own user. It still replaces the
//! file if it may write to the folder. If the group changes, the new group gets only permissions that all users had on
//! the old file.

use std::fs::{File, Metadata, Permissions};
use std::io;

/// What a new file inherits from the old file: its permissions and, as far as possible, its owner and its group.
#[derive(Debug)]
pub(crate) struct Inherited {
    permissions: Permissions,
    /// The reason why the owner or the group of the old file could not be kept, or `None` if both were kept.
    lost: Option<String>,
}

impl Inherited {
    /// Gives a new file the owner and the group of an old file, as far as the system allows. Call this while no
    /// other user can open the new file.
    #[cfg(unix)]
    pub(crate) fn take_over(old: &Metadata, new: &File) -> io::Result<Self> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let created = new.metadata()?;
        let is_foreign = |data: &Metadata| [data.uid() != old.uid(), data.gid() != old.gid()];
        let mut lost = None;
        if is_foreign(&created) != [false; 2]
            && let Err(error) = fchown(new, Some(old.uid()), Some(old.gid()))
        {
            // Without privileges, a user cannot give a file to another user, but can give it to one of their own
            // groups.
            let _ = fchown(new, None, Some(old.gid()));
            lost = Some(error);
        }
        let created = new.metadata()?;
        let lost = lost.map(|error| {
            let [user, group, old_user, old_group] = [created.uid(), created.gid(), old.uid(), old.gid()];
            format!("it now belongs to user {user} and group {group}, not to {old_user} and {old_group}: {error}")
        });
        let [_, has_foreign_group] = is_foreign(&created);
        Ok(Self { permissions: Permissions::from_mode(mode(old.permissions().mode(), has_foreign_group)), lost })
    }

    /// Returns the permissions of the old file.
    #[cfg(not(unix))]
    pub(crate) fn take_over(old: &Metadata, _: &File) -> io::Result<Self> {
        Ok(Self { permissions: old.permissions(), lost: None })
    }

    /// Returns why the owner or the group of the old file could not be kept, or `None` if both were kept.
    pub(crate) fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Gives the new file its permissions. Call this after the whole content has been written.
    pub(crate) fn open_to_others(self, new: &File) -> io::Result<()> {
        new.set_permissions(self.permissions)
    }
}

/// Returns the mode of a file that replaces a file with the mode `old`. The setuid, setgid and sticky bits are cleared.
/// With setuid or setgid, the new content could run as the owner or the group of the file. If the new file has another
/// group, this group gets only permissions that all users had on the old file.
#[cfg(unix)]
fn mode(old: u32, has_foreign_group: bool) -> u32 {
    let permissions = old & 0o777;
    if has_foreign_group { permissions & (0o707 | (old & 0o007) << 3) } else { permissions }
}

#[cfg(all(test, unix))]
mod tests {
    use super::mode;
    use crate::{WholeFile, write_whole};
    use std::fs::{self, Permissions};
    use std::io::{ErrorKind, Write};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    #[test]
    fn no_bit_lets_new_content_run_as_another_user() {
        for (old, same_group, foreign_group) in [
            (0o640, 0o640, 0o600),
            (0o664, 0o664, 0o644),
            (0o755, 0o755, 0o755),
            (0o4755, 0o755, 0o755),
            (0o2775, 0o775, 0o755),
            (0o7777, 0o777, 0o777),
        ] {
            assert_eq!((mode(old, false), mode(old, true)), (same_group, foreign_group), "{old:o}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o6750)).unwrap();
        write_whole(&path, "new").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o750);
    }

    /// This test is skipped if the user has no privileges, because only privileged users can create a file that belongs
    /// to another user. The tests of the program `setwise` cover the case in which the owner cannot be kept.
    #[test]
    fn a_replaced_file_keeps_its_owner_and_its_group() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("theirs");
        fs::write(&path, "old").unwrap();
        match chown(&path, Some(65_534), Some(65_533)) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                println!("skipped: this user may not give files away");
                return;
            }
            other => other.unwrap(),
        }
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(file.not_kept(), None);
        file.finish().unwrap();
        let data = fs::metadata(&path).unwrap();
        assert_eq!((data.uid(), data.gid(), data.mode() & 0o7777), (65_534, 65_533, 0o640));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }
}
