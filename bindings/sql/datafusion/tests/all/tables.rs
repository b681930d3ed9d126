//! Tests tables that are read from files. A query must not read columns or rows that it does not use.

use std::fs;
use std::io::Write;

use crate::sql::{failure, plan, rows, session, texts, words};
use setwise_positions::packed::{Labels, Relative, RelativeLabels, bulletformat, marlinformat, viriformat};
use setwise_positions::{Columns, Reader, Rules};
use setwise_testkit::games::master_fens;
use tempfile::TempDir;

/// Returns a folder and the number of positions in it. The folder has two files of FENs, and one of these files is
/// compressed.
fn folder() -> (TempDir, usize) {
    let folder = TempDir::new().unwrap();
    let fens = master_fens();
    let (one, other) = fens.split_at(3000);
    fs::write(folder.path().join("a.fen"), one.join("\n")).unwrap();
    let compressed = zstd::encode_all(other.join("\r\n").as_bytes(), 1).unwrap();
    fs::write(folder.path().join("b.fen.zst"), compressed).unwrap();
    (folder, fens.len())
}

#[tokio::test]
async fn fen_files_are_tables_of_text_and_positions() {
    let (folder, count) = folder();
    let session = session();
    let files = folder.path().join("*.fen*");
    let sql = format!(
        "select count(*), bit_xor(knights) = bit_xor(fen_columns(fen)['knights']), bit_xor(white), count(white_to_move)
         from read_fen('{}')",
        files.display()
    );
    let found = rows(&session, &sql).await;
    assert_eq!(words(found.column(0)), [Some(count as u64)]);
    assert_eq!(words(found.column(3)), [Some(count as u64)]);
    let white =
        rows(&session, &format!("select bit_xor(fen_columns(fen)['white']) from read_fen('{}')", files.display()))
            .await;
    assert_eq!(words(found.column(2)), words(white.column(0)));
    assert!(found.column(1).as_any().downcast_ref::<arrow::array::BooleanArray>().unwrap().value(0));
}

#[tokio::test]
async fn projection_and_limit_reach_the_files() {
    let (folder, _) = folder();
    let session = session();
    let file = folder.path().join("a.fen");
    let packed = folder.path().join("x.bin");
    fs::write(&packed, [0; 32]).unwrap();
    let limited = format!("select knights from read_fen('{}') limit 3", file.display());
    for sql in [&limited, &format!("select knights from read_packed('{}', 'marlinformat') limit 3", packed.display())] {
        let plan = plan(&session, sql).await;
        assert!(plan.contains("StreamingTableExec: partition_sizes=1, projection=[knights], fetch=3"), "{plan}");
    }
    assert_eq!(rows(&session, &limited).await.num_rows(), 3);
}

/// Tests that a limit of three rows counts only rows that satisfy the `where` condition, so reading continues until
/// three such rows are found.
#[tokio::test]
async fn a_limit_after_a_condition_does_not_reach_the_files() {
    let (folder, _) = folder();
    let session = session();
    let file = folder.path().join("a.fen");
    let table = format!("read_fen('{}')", file.display());
    let sql = format!("select popcount(knights) from {table} where popcount(knights) = 1 limit 3");
    assert_eq!(words(rows(&session, &sql).await.column(0)), [Some(1); 3]);
}

#[tokio::test]
async fn a_line_that_is_no_position_has_nulls_or_is_an_error() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("x.fen");
    fs::write(&file, "# comment\n\n8/8/4k3/8/8/4K3/4N3/8 b\nnonsense\n8/8/4k3/8/8/4K3/4N3/8 w\n").unwrap();
    let session = session();
    let sql = format!("select fen, knights from read_fen('{}')", file.display());
    let found = rows(&session, &sql).await;
    assert_eq!(words(found.column(1)), [Some(1 << 12), None, Some(1 << 12)]);
    assert_eq!(texts(found.column(0))[1].as_deref(), Some("nonsense"));
    rows(&session, "set setwise.strict = true").await;
    let message = failure(&session, &sql).await;
    assert!(message.contains("x.fen: line 4:2: "), "{message}");
}

/// Tests that compressed text is recognised by its first bytes whatever its name, and that the details of text from other
/// systems are removed.
#[tokio::test]
async fn compressed_and_foreign_text_is_read() {
    let folder = TempDir::new().unwrap();
    let lines = b"8/8/4k3/8/8/4K3/4N3/8 w\n8/8/4k3/8/8/4K3/4N3/8 b\n";
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    // A gzip file with two members, as parallel compressors write it.
    let members = [gzip(&lines[..24]), gzip(&lines[24..])].concat();
    let zstd = zstd::encode_all(&lines[..], 1).unwrap();
    let session = session();
    for (name, bytes) in [
        ("a.fen.gz", &members[..]),
        ("b.fen", &members),
        ("c.epd", &zstd),
        ("d.zst", lines),
        ("mark.fen", "\u{FEFF}8/8/4k3/8/8/4K3/4N3/8 w\n\u{FEFF}8/8/4k3/8/8/4K3/4N3/8 b\n".as_bytes()),
        ("returns.fen", b"8/8/4k3/8/8/4K3/4N3/8 w\r8/8/4k3/8/8/4K3/4N3/8 b\r"),
        ("end.fen", b"8/8/4k3/8/8/4K3/4N3/8 w\r\n8/8/4k3/8/8/4K3/4N3/8 b\r\n\x1A"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let sql = format!("select fen, knights from read_fen('{}')", path.display());
        assert_eq!(words(rows(&session, &sql).await.column(1)), [Some(1 << 12); 2], "{name}");
    }
    // EPD operations in an older encoding, and a line of text that is not a position, are accepted.
    let path = folder.path().join("old.epd");
    fs::write(&path, b"8/8/4k3/8/8/4K3/4N3/8 w - - id \"M\xfcller\";\nM\xc3\xbcller\n").unwrap();
    let sql = format!("select knights from read_fen('{}')", path.display());
    assert_eq!(words(rows(&session, &sql).await.column(0)), [Some(1 << 12), None]);
}

/// Tests that a file that is not text always causes an error. The setting `setwise.strict` is off, and some of the
/// queries use no column of the positions.
#[tokio::test]
async fn a_file_that_is_not_text_is_an_error() {
    let folder = TempDir::new().unwrap();
    let utf16: Vec<u8> = "8/8/4k3/8/8/4K3/4N3/8 w\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let session = session();
    let files: [(&str, &[u8], &str); 6] = [
        ("positions.parquet", b"PAR1\x15\x04\x15", "a Parquet file, expected text in UTF-8"),
        ("games.fen.bz2", b"BZh91AY&SY\xa1\xb2", "compressed with bzip2, expected text in UTF-8"),
        ("games.zip", b"PK\x03\x04", "ZIP"),
        ("games.fen", &utf16, "encoded in UTF-16, expected text in UTF-8"),
        ("late.fen", b"8/8/4k3/8/8/4K3/4N3/8 w\n\x7fELF\n", "line 2: byte 0x7f is not text"),
        ("cut.fen.gz", b"\x1f\x8b\x08\0\0\0", "cut.fen.gz: "),
    ];
    for (name, bytes, expected) in files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        for columns in ["*", "fen", "count(*)"] {
            let message = failure(&session, &format!("select {columns} from read_fen('{}')", path.display())).await;
            assert!(message.contains(name) && message.contains(expected), "{columns}: {message}");
        }
    }
}

#[tokio::test]
async fn packed_files_are_tables_of_positions_and_labels() {
    let folder = TempDir::new().unwrap();
    let mut columns = Columns::default();
    let text = master_fens().join("\n");
    Reader::new(setwise::auto(), Rules::Chess).append(text.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    let mut labels = Labels::unknown(columns.len());
    labels.result.fill(1);
    labels.score[7] = -321;
    let relative_labels = RelativeLabels::from_absolute(&columns, &labels);
    let mut files = [const { Vec::new() }; 3];
    marlinformat::write(&columns, &labels, &mut files[0]).unwrap();
    viriformat::write(&columns, &labels, &mut files[1]).unwrap();
    bulletformat::write(&Relative::from_absolute(&columns), &relative_labels, &mut files[2]).unwrap();
    let session = session();
    let knights = columns.knights.iter().fold(0, |all, set| all ^ set);
    for (name, bytes) in ["marlinformat", "viriformat", "bulletformat"].into_iter().zip(&files) {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let table = format!("read_packed('{}', '{name}')", path.display());
        let found = rows(&session, &format!("select count(*), bit_xor(knights), sum(abs(score)) from {table}")).await;
        assert_eq!(words(found.column(0)), [Some(columns.len() as u64)], "{name}");
        assert_eq!(words(found.column(2)), [Some(321)], "{name}");
        if name == "bulletformat" {
            let own = rows(&session, &format!("select sum(popcount(own_knight_attacks(pawns, knights, bishops, rooks, queens, kings, own, their))) from {table}")).await;
            assert!(words(own.column(0))[0] > Some(0));
        } else {
            assert_eq!(words(found.column(1)), [Some(knights)], "{name}");
        }
        fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
        let message = failure(&session, &format!("select bit_xor(knights) from {table}")).await;
        assert!(message.contains(&format!("{name}: record ")), "{message}");
    }
}

#[tokio::test]
async fn missing_files_and_wrong_arguments_are_named() {
    let session = session();
    for (table, expected) in [
        ("read_fen('/nowhere/*.fen')", "/nowhere/*.fen: no such file"),
        ("read_fen(3)", "read_fen has one argument, the names of files as text"),
        ("read_packed('/nowhere/x')", "read_packed has two arguments"),
        ("read_packed('/nowhere/x', 'pgn')", "'pgn' is not a format, expected marlinformat, bulletformat, viriformat"),
    ] {
        let message = failure(&session, &format!("select * from {table}")).await;
        assert!(message.contains(expected), "{table}: {message}");
    }
    setwise_datafusion::refuse_tables(&session);
    let message = failure(&session, "select * from read_fen('/nowhere/*.fen')").await;
    assert!(message.contains("convert them to Parquet first"), "{message}");
}
