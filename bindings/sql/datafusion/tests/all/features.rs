//! Tests that features of positions agree with their definitions by coordinates.

use crate::sql::{failure, fens, plan, rows, session, texts, words};
use setwise::Color;
use setwise_positions::features::Feature;
use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{self, BothSides};

const COLUMNS: &str = "pawns, knights, bishops, rooks, queens, kings, white, black, white_to_move";

/// Returns 250 positions of games, which fill more than one batch of 100 rows.
fn games() -> Vec<String> {
    master_fens().into_iter().step_by(5).take(250).collect()
}

#[tokio::test]
async fn every_feature_agrees_with_its_definition_from_each_form() {
    let session = session();
    let games = games();
    fens(&session, &games);
    let columns: Vec<String> = COLUMNS.split(", ").map(|name| format!("p['{name}'] as {name}")).collect();
    let with_columns =
        format!("select fen, p, {} from (select fen, fen_columns(fen) as p from games)", columns.join(", "));
    let features: Vec<Feature> = Feature::all().collect();
    for arguments in ["fen", "p", COLUMNS] {
        let calls: Vec<String> =
            features.iter().map(|feature| format!("{feature}({arguments}) as {feature}")).collect();
        let found = rows(&session, &format!("select fen, {} from ({with_columns})", calls.join(", "))).await;
        let found_fens = texts(found.column(0));
        assert_eq!(found_fens.len(), games.len());
        for (feature, column) in features.iter().zip(&found.columns()[1..]) {
            for (fen, value) in found_fens.iter().flatten().zip(words(column)) {
                // Only the text has castling rights and en passant squares.
                let read = if arguments == "fen" { fen } else { &without_rights(fen) };
                let sides = BothSides::from_fen(read, feature.side()).unwrap();
                assert_eq!(value, oracle::feature(feature.name(), &sides), "{feature}({arguments}) of {fen}");
            }
        }
    }
}

/// Returns the FEN of the same position without castling rights and en passant square.
fn without_rights(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    format!("{} {} - -", fields[0], fields[1])
}

/// Positions with rights, each with `unmoved_rooks`, `en_passant` and the numbers of legal moves with and without them.
const WITH_RIGHTS: [(&str, u64, u8, [u64; 2]); 3] = [
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", 0, 43, [7, 6]),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", 0x81, 64, [26, 24]),
    ("4k3/8/8/8/8/8/8/R3K2R w Q -", 1, 64, [25, 24]),
];

#[tokio::test]
async fn legal_moves_are_counted_with_the_rights_of_each_form() {
    let session = session();
    let columns: Vec<String> = COLUMNS.split(", ").map(|name| format!("p['{name}']")).collect();
    let fields: Vec<String> = COLUMNS.split(", ").map(|name| format!("'{name}', p['{name}']")).collect();
    let (absolute, relative, fields) = (columns.join(", "), columns[..8].join(", "), fields.join(", "));
    for (fen, rooks, square, [with, without]) in WITH_RIGHTS {
        for (arguments, expected) in [
            (format!("'{fen}'"), with),
            ("p".to_string(), without),
            (format!("named_struct({fields}, 'unmoved_rooks', {rooks}, 'en_passant', {square})"), with),
            (absolute.clone(), without),
            (format!("{absolute}, {rooks}, {square}"), with),
            (format!("{absolute}, null, null"), without),
            (relative.clone(), without),
            (format!("{relative}, {rooks}, {square}"), with),
        ] {
            let sql = format!(
                "select legal_move_count({arguments}), features('legal_move_count', {arguments})['legal_move_count']
                 from (select fen_columns('{fen}') as p)"
            );
            let found = rows(&session, &sql).await;
            for column in found.columns() {
                assert_eq!(words(column), [Some(expected)], "legal_move_count({arguments}) of {fen}");
            }
        }
    }
}

#[tokio::test]
async fn flags_are_conditions_and_are_computed_in_one_pass() {
    let session = session();
    let texts = [
        "R5k1/5ppp/8/8/8/8/8/6K1 b - -",
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
        "4k3/8/8/8/8/8/4r3/4K3 w - -",
        "4k3/8/8/8/8/8/8/4K3 w - -",
    ];
    fens(&session, &texts.map(String::from));
    for (condition, expected) in [
        ("checkmate(fen)", &texts[..1]),
        ("stalemate(fen)", &texts[1..2]),
        ("in_check(fen) and not checkmate(fen)", &texts[2..3]),
        ("legal_move_count(fen) - 5 = 0", &texts[3..]),
    ] {
        let found = rows(&session, &format!("select fen from games where {condition}")).await;
        assert_eq!(texts_of(found.column(0)), expected, "{condition}");
    }
    let plan = plan(&session, "select in_check(fen), white_forks(fen), legal_move_count(fen) from games").await;
    let physical = &plan[plan.find("ProjectionExec").unwrap_or_default()..];
    assert!(physical.contains("features(in_check,legal_move_count,white_forks, fen@0)"), "{plan}");
}

fn texts_of(column: &arrow::array::ArrayRef) -> Vec<String> {
    texts(column).into_iter().flatten().collect()
}

#[tokio::test]
async fn features_of_the_side_to_move_are_those_of_the_flipped_board() {
    let session = session();
    let white = games().into_iter().filter(|fen| fen.contains(" w ")).collect::<Vec<_>>();
    fens(&session, &white);
    let columns = "p['pawns'], p['knights'], p['bishops'], p['rooks'], p['queens'], p['kings'], p['white'], p['black']";
    let sql = format!(
        "select own_forks({columns}) = white_forks(fen) and their_king_escapes({columns}) = black_king_escapes(fen) and \
         features('own_forks', {columns})['own_forks'] = white_forks(fen) as same, count(*)
         from (select fen, fen_columns(fen) as p from games) group by 1"
    );
    let found = rows(&session, &sql).await;
    assert_eq!(words(found.column(1)), [Some(white.len() as u64)]);
}

#[tokio::test]
async fn several_features_are_computed_in_one_pass() {
    let session = session();
    fens(&session, &games());
    let sql = "select bit_xor(white_forks_safe(fen)) as w, bit_xor(black_forks_safe(fen)) as b, \
               sum(white_knight_move_count(fen)) as n from games";
    let plan = plan(&session, sql).await;
    let physical = &plan[plan.find("ProjectionExec").unwrap_or_default()..];
    let shared = "features(black_forks_safe,white_forks_safe,white_knight_move_count, fen@0)";
    assert_eq!(physical.matches("features(").count(), 1, "{plan}");
    assert!(physical.contains(shared), "{plan}");

    let found = rows(&session, sql).await;
    let mut expected = [0; 3];
    for fen in games() {
        let of = |name, side| oracle::feature(name, &BothSides::from_fen(&fen, Some(side)).unwrap()).unwrap();
        expected[0] ^= of("forks_safe", Color::White);
        expected[1] ^= of("forks_safe", Color::Black);
        expected[2] += of("knight_move_count", Color::White);
    }
    assert_eq!(found.columns().iter().map(|column| words(column)[0].unwrap()).collect::<Vec<_>>(), expected);
    let names: Vec<String> = found.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["w", "b", "n"]);
}

#[tokio::test]
async fn one_feature_is_left_alone_and_columns_keep_their_names() {
    let session = session();
    fens(&session, &games());
    let one = plan(&session, "select white_forks(fen) from games where white_forks(fen) <> 0").await;
    assert!(!one.contains("features("), "{one}");
    let two = rows(&session, "select white_forks(fen), black_forks(fen) from games limit 1").await;
    assert_eq!(two.schema().field(0).name(), "white_forks(games.fen)");
}

#[tokio::test]
async fn text_that_is_no_position_is_null_or_an_error() {
    let session = session();
    let texts = ["8/8/4k3/8/8/4K3/4N3/8 b - -", "8/8/8/8/8/8/8/7 w", "", "# a comment", "8/8/4k3/8/8/4K3/4N3/8 w - -"];
    fens(&session, &texts.map(String::from));
    for sql in [
        "select white_knights(fen) is null from games",
        "select fen_columns(fen) is null from games",
        "select fen_columns(fen)['kings'] is null from games",
        "select features('white_knights', fen)['white_knights'] is null from games",
        "select white_knights(fen_columns(fen)) is null from games",
    ] {
        let found = rows(&session, sql).await;
        let found: Vec<_> =
            found.column(0).as_any().downcast_ref::<arrow::array::BooleanArray>().unwrap().iter().collect();
        assert_eq!(found, [false, true, true, true, false].map(Some), "{sql}");
    }
    rows(&session, "set setwise.strict = true").await;
    let message = failure(&session, "select white_knights(fen) from games").await;
    assert!(
        message.contains("'8/8/8/8/8/8/8/7 w' is not a position: rank 1 has 7 squares, not 8 (row 1 of a batch)"),
        "{message}"
    );
    let kept = rows(&session, "select white_knights(null) is null, white_knights('8/8/4k3/8/8/4K3/4N3/8 b - -')").await;
    assert_eq!(words(kept.column(1)), [Some(1 << 12)]);
}

#[tokio::test]
async fn wrong_names_and_arguments_are_named() {
    let session = session();
    fens(&session, &games());
    for (call, expected) in [
        ("features('white_fork', fen)", "'white_fork' is not a feature"),
        ("features(fen, fen)", "features: names has to be a constant"),
        ("white_forks(fen, fen)", "expected white_forks(fen) or white_forks(position) or white_forks(pawns,"),
        ("white_forks(3)", "white_forks(Int64) does not exist"),
        ("own_forks(fen)", "own_forks(Utf8) does not exist, expected own_forks(pawns,"),
        (
            "legal_move_count(1, 2, 3, 4, 5, 6, 7, 8, true, 9, 'd6')",
            "legal_move_count: en_passant is Utf8, expected a square as a number from 0 (a1) to 63 (h8)",
        ),
    ] {
        let message = failure(&session, &format!("select {call} from games")).await;
        assert!(message.contains(expected), "{call}: {message}");
    }
}
