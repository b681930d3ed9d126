//! Tests columnar files when the system allows fewer threads, fewer files or less memory than usual.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::Output;

use setwise_testkit::skip;
use tempfile::TempDir;

use crate::{games, good, path_in, shell, text};

/// Checks that columnar files are read and written completely under each limit.
#[test]
fn columns_need_no_other_thread_few_files_and_little_memory() {
    let (folder, games) = games(4000);
    let path = |name: &str| path_in(&folder, name);
    // Each thread has ten row groups, which are more than it decodes ahead. It therefore keeps its file open until its
    // rows are taken.
    let many = ["--row-group", "50", "--threads", "80"];
    for name in ["a.parquet", "a.arrow"] {
        good(&["convert", &games, &path(name), "--row-group", "5"], "");
    }
    let totals = ["positions", "--totals", "white_king", "black_knight_moves"];
    let expected = good(&[&totals[..], &[&games]].concat(), "");
    // The first limit is on threads: `-u` in bash, `-p` in dash.
    for limit in ["{ ulimit -u 1 2>/dev/null || ulimit -p 1; }", "ulimit -v 400000", "ulimit -n 64"] {
        if limit.starts_with('{') && !limited(limit, &folder, &["--version"]).is_ok_and(|run| run.status.success()) {
            skip::missing("the right to run the program as another user");
            continue;
        }
        // The threads that read the first input must leave enough files to open the second.
        let output = limited(limit, &folder, &[&totals[..], &["a.parquet", "a.arrow"], &many[2..]].concat()).unwrap();
        assert!(output.status.success(), "{limit}: two inputs: {}", text(&output.stderr));
        for from in ["games.fen", "a.parquet", "a.arrow"] {
            let output = limited(limit, &folder, &[&totals[..], &[from], &many[2..]].concat()).unwrap();
            assert_eq!(text(&output.stderr), "", "{limit}: totals of {from}");
            assert!(output.status.success() && text(&output.stdout) == expected, "{limit}: totals of {from}");
            for to in ["b.fen", "b.parquet", "b.arrow"] {
                let options = if to == "b.fen" { &many[2..] } else { &many[..] };
                let output = limited(limit, &folder, &[&["convert", from, to], options].concat()).unwrap();
                assert!(output.status.success(), "{limit}: {from} to {to}: {}", text(&output.stderr));
                assert!(good(&[&totals[..], &[&path(to)]].concat(), "") == expected, "{limit}: {from} to {to}");
                fs::remove_file(path(to)).unwrap();
            }
        }
    }
}

/// Runs the program in a folder with a limit that the shell sets. The limit on threads does not apply to the superuser.
/// If the superuser runs this test, the program runs as another user under this limit.
fn limited(limit: &str, folder: &TempDir, arguments: &[&str]) -> std::io::Result<Output> {
    let mut shell = shell(limit, arguments);
    if limit.starts_with('{') && fs::metadata("/proc/self")?.uid() == 0 {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777))?;
        shell.uid(65_534).gid(65_534);
    }
    shell.current_dir(folder.path()).output()
}
