//! A program without the feature `parquet`.
#![cfg(not(feature = "parquet"))]

use crate::common::{START, fails, folder_with, path_in};

/// The message for a program without the feature names the feature and the command that installs it.
#[test]
fn without_the_feature_the_file_is_refused_with_its_name() {
    let folder = folder_with(&[("a.parquet", b"PAR1"), ("a.fen", START.as_bytes())]);
    let path = |name: &str| path_in(&folder, name);
    for (arguments, format) in [
        (&["positions", "white_king", &path("a.parquet")][..], "parquet"),
        (&["positions", "white_king", &path("a.fen"), "--from", "arrow"], "arrow"),
        (&["positions", "white_king", &path("a.fen"), "--out", &path("b.parquet")], "parquet"),
        (&["convert", &path("a.fen"), &path("b.arrow")], "arrow"),
        (&["schema"], "parquet and arrow"),
    ] {
        let error = fails(2, arguments, "");
        let expected = format!("without {format} files; install it with the feature `parquet`: cargo install");
        assert!(error.contains(&expected), "{error}");
    }
    assert_eq!(crate::common::files_in(folder.path()), 2);
}
