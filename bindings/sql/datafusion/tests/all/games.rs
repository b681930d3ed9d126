//! Tests tables that are read from games in PGN. The tests of `setwise-games` compare the positions with other programs.

use std::fs;
use std::path::Path;

use crate::sql::{failure, rows, session, texts, words};
use arrow::array::AsArray;
use arrow::datatypes::UInt32Type;
use tempfile::TempDir;

const GAMES: &str = "[White \"A\"]\n[WhiteElo \"1500\"]\n\n1. f3 { [%clk 0:03:00] } e5 2. g4 { [%eval #-1] } Qh4# 0-1\n\n\
                     [White \"B\"]\n\n1. e4 a6 2. e5 d5 3. exd6 *\n";

fn table(folder: &TempDir, name: &str, further: &str) -> String {
    format!("read_pgn('{}'{further})", folder.path().join(name).display())
}

#[tokio::test]
async fn the_positions_of_games_are_rows() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    fs::write(folder.path().join("b.pgn.zst"), zstd::encode_all(GAMES.as_bytes(), 1).unwrap()).unwrap();
    let session = session();
    for name in ["a.pgn", "b.pgn.zst"] {
        let found = rows(&session, &format!("select game, ply, white_to_move from {}", table(&folder, name, ""))).await;
        let numbers =
            |n: usize| words(&arrow::compute::cast(found.column(n), &arrow::datatypes::DataType::UInt64).unwrap());
        let game: Vec<u64> = numbers(0).into_iter().flatten().collect();
        let ply: Vec<u64> = numbers(1).into_iter().flatten().collect();
        assert_eq!(
            (game, ply),
            ([[1; 5].as_slice(), &[2; 6]].concat(), [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5].to_vec()),
            "{name}"
        );
        assert!(
            words(found.column(2)).iter().zip(numbers(1)).all(|(white, ply)| *white == ply.map(|ply| (ply + 1) % 2))
        );
    }
    let both = rows(&session, &format!("select count(*) from {}", table(&folder, "*.pgn*", ""))).await;
    assert_eq!(words(both.column(0)), [Some(22)]);

    let sets = "pawns, knights, bishops, rooks, queens, kings, white, black, white_to_move, unmoved_rooks, en_passant";
    let mates = format!("select queens from {} where checkmate({sets})", table(&folder, "a.pgn", ""));
    assert_eq!(words(rows(&session, &mates).await.column(0)), [Some(1 << 3 | 1 << 31)], "d1 and h4");
    // After 2... d5, the number of legal moves includes the capture en passant.
    let counted =
        format!("select legal_move_count({sets}) from {} where game = 2 and ply = 4", table(&folder, "a.pgn", ""));
    assert_eq!(words(rows(&session, &counted).await.column(0)), [Some(31)]);
}

#[tokio::test]
async fn tags_moves_clocks_and_evaluations_are_further_columns() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    let session = session();
    let table = table(&folder, "a.pgn", ", 'WhiteElo, move,uci,clock_ms,eval_cp'");
    let sql =
        format!("select \"WhiteElo\", move, uci, clock_ms, eval_cp from {table} where ply in (1, 3) and game = 1");
    let found = rows(&session, &sql).await;
    let text = |n: usize| texts(found.column(n)).into_iter().map(Option::unwrap).collect::<Vec<_>>();
    assert_eq!(
        (text(0), text(1), text(2)),
        (vec!["1500".into(); 2], vec!["f3".into(), "g4".into()], vec!["f2f3".into(), "g2g4".into()])
    );
    assert_eq!(words(found.column(3)), [Some(180_000), None]);
    assert_eq!(words(found.column(4)), [None, Some((1_i64 - 100_000).cast_unsigned())]);
    let unknown = rows(&session, &format!("select distinct \"WhiteElo\" from {table} where game = 2")).await;
    assert_eq!(texts(unknown.column(0)), [None]);
}

#[tokio::test]
async fn options_accept_unfinished_games_and_chess960() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.pgn"), "1. e4 e5\n\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n1. O-O-O").unwrap();
    let session = session();
    let query = |further: &str| format!("select uci from {} where ply = 1", table(&folder, "a.pgn", further));
    assert!(failure(&session, &query(", 'uci'")).await.contains("use the option `unfinished` to read it"));
    let found = rows(&session, &query(", 'uci', 'unfinished,chess960'")).await;
    assert_eq!(texts(found.column(0)), [Some("e2e4".into()), Some("e1a1".into())]);
}

/// A tag is missing only if it is missing in all files. If a limit ends reading, tags are not checked.
#[tokio::test]
async fn a_tag_that_no_game_has_is_an_error() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    fs::write(folder.path().join("b.pgn"), "[White \"C\"]\n\n1. e4 *\n").unwrap();
    fs::write(folder.path().join("c.pgn"), "").unwrap();
    let session = session();
    let all = |files: &str, tags: &str| format!("select count(*) from {}", table(&folder, files, tags));
    for files in ["a.pgn", "*.pgn"] {
        let message = failure(&session, &all(files, ", 'White,WhitElo'")).await;
        assert!(message.contains("read_pgn: no game has the tag 'WhitElo'; did you mean WhiteElo"), "{message}");
        rows(&session, &all(files, ", 'WhiteElo,Result,uci'")).await;
    }
    assert!(failure(&session, &all("b.pgn", ", 'WhiteElo'")).await.contains("no game has the tag 'WhiteElo'"));
    rows(&session, &all("c.pgn", ", 'WhiteElo'")).await;
    rows(&session, &format!("select ply from {} limit 1", table(&folder, "a.pgn", ", 'WhitElo'"))).await;
}

/// Results that are unknown are null, and counters have 32 bits.
#[tokio::test]
async fn results_and_counters_of_games_are_kept() {
    let folder = TempDir::new().unwrap();
    let late = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 300 70000\"]\n\n1. Ra2 *\n";
    fs::write(folder.path().join("a.pgn"), format!("{GAMES}\n{late}")).unwrap();
    let session = session();
    let table = table(&folder, "a.pgn", "");
    let results = rows(&session, &format!("select cast(result as bigint) from {table} where ply = 1")).await;
    assert_eq!(words(results.column(0)), [Some(0), None, None]);
    let sql = format!("select halfmove_clock, fullmove_number from {table} where game = 3 and ply = 1");
    let counters = rows(&session, &sql).await;
    assert!(counters.columns().iter().all(|column| *column.data_type() == arrow::datatypes::DataType::UInt32));
    assert_eq!(
        counters.columns().iter().map(|column| column.as_primitive::<UInt32Type>().value(0)).collect::<Vec<_>>(),
        [301, 70000]
    );
}

#[tokio::test]
async fn wrong_games_and_calls_are_errors() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.pgn"), format!("{GAMES}\n1. e4 e5 2. Ke3 *\n")).unwrap();
    let session = session();
    let query = |further: &str| format!("select count(*) from {}", table(&folder, "a.pgn", further));
    let message = failure(&session, &query("")).await;
    assert!(message.contains("a.pgn: line 10:13: game 3, ply 3: 'Ke3' is not a legal move in "), "{message}");
    assert!(message.contains("--skip-bad-games"), "{message}");
    for (further, reason) in [
        (", 'White,ply'", "read_pgn: the column ply occurs twice"),
        (", 'move,move'", "read_pgn: the column move occurs twice"),
        (", 3", "read_pgn has one to three arguments"),
        (", '', 'unfinished, none'", "read_pgn: unknown option 'none', expected unfinished or chess960"),
    ] {
        let message = failure(&session, &query(further)).await;
        assert!(message.contains(reason), "{message}");
    }
    let missing = failure(&session, "select * from read_pgn('nothing.pgn')").await;
    assert!(missing.contains("nothing.pgn: no such file") && !Path::new("nothing.pgn").exists(), "{missing}");
}
