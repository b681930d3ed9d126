//! Checks that errors in the usage state what is wrong and what is expected, and that nothing else is printed or
//! written.

use std::fs;

use crate::{START, fails, files_in, folder_with, good, path_in};

/// Commands, each with parts of the expected message. `START` stands for the starting position, and `@` for the folder
/// that contains the files.
const CASES: &str = "
positions white_knigths - => 'white_knigths' | white_knights | setwise list
positions white_knights black_knigths - => 'black_knigths' is not a feature or file | black_knights
positions white_knights => no file given | -
positions white_knights there/is/none.fen => there/is/none.fen
positions white_knights . => . | director
positions white_knights --backend mmx - => mmx | avx2-prefix | scalar-prefix
positions white_knights --threads 0 - => --threads | 1 to 1024
positions white_knights --threads 99999999 - => --threads | 1 to 1024
positions white_knights - - => - is given twice
positions white_knights - black_knights => feature black_knights comes after a file
positions => FEATURE
show white_king START --svg there/is/none.svg => there/is/none.svg
show white_pawns START => 'white_pawns' is not a pattern or feature | setwise list
show white_king 8/8 w => 2 ranks
show knight_attacks i9 => 'i9' | a1 to h8
show knight_attacks a1b1 => 'a1b1' could be squares or a set | a1,b1 | 0xa1b1
show knight_attacks A1B1 => 'A1B1' could be squares or a set | A1,B1 | 0xA1B1
show knight_attacks 42 => '42' is not a square | begins with 0x | 0x42
show knight_attacks ff => 'ff' is not a square | begins with 0x | 0xff
show knight_attacks 0xg => '0xg' is not a set | digits after 0x
sets knights - => 'knights' is not a pattern | setwise list
sets white_forks => white_forks is a feature: it takes a position | setwise show
sets popcount white_forks => white_forks is a feature
sets popcount - b => 'b'
distances => 'distances' | 'distance'
list zzz => `setwise list` shows all names

distance knight a1 i9 => i9 | a1 to h8
path a1 h8 --blocked b2,zz => 'zz' | a1 to h8
degree knight i9 => 'i9' | a1 to h8
degree knight => SQUARE
degree rook a1 => 'rook' | knight, king
moves knight i9 => 'i9' | a1 to h8
moves knight b1 --own zz => 'zz' | a1 to h8
moves knight => no pieces given | a1 to h8
moves knight , => no pieces | a1 to h8
caught green a1 white => green | white or black
caught black g5 white --piece rook => 'rook' | knight, king
caught black g5 white --piece knight --with-pawn a4 => --piece king | a knight
caught black g5 white --with-pawn g5 => no pawn can be on g5 | ranks 2 to 7
caught black g5 white --with-pawn a8 => no pawn can be on a8 | ranks 2 to 7
caught black g5 white --with-king g6 => g5 and g6 | two squares apart
caught black g5 white --must-move => --with-pawn

moves rook a1 => 'rook' is not knight or king, and not a position as FEN
moves knight b1 --legal => --knights, --kings and --legal need a position as FEN
moves START --own a3 => --own is for pieces on given squares: a position has its own pieces
moves 8/8/8/8/8/8/8/N7 w - - 0 1 --legal => the side to move has 0 kings: --legal needs exactly 1
moves 8/8/8/8/8/8/8/K6K w - - 0 1 --legal => the side to move has 2 kings: --legal needs exactly 1

explain white_forks b1 => white_forks is a feature
explain knights b1 => 'knights' is not a pattern; did you mean knight_moves | `setwise list` shows all names
explain knight_moves b1 => knight_moves has 2 inputs (knights, own), not 1
explain knight_moves b1 b9 => 'b9' is not a square
explain knight_moves 8/8/8 w - - => '8/8/8 w - -' is not a position
explain knight_fill 8/8/8/8/8/8/8/8 w - - => the inputs of knight_fill (knights, n) cannot be taken from a position
explain king_distance 8/8/8/8/8/8/8/8 w - - => king_distance (a, b) cannot be taken from a position
prove a - b => expected = between two expressions
prove a = count(b) => 'a' is a set, but 'count(b)' is a number
prove white_king_flood = {} => white_king_flood cannot be recorded
find pawns&& START => column 6: write `and` instead of &&
find pawns& START => column 7: expected a name
find pawns there/is/none.fen => there/is/none.fen
find pawns => FILE
find score>3 @a.fen => score: no input has a column score
find score>3 @a.pgn => score: no input has a column score
find kings @a.csv --sql => --sql cannot read csv; convert it first
find ply>5 @a.fen --sql => ply: the table has no column ply
find ply>0 @a.bin --from viriformat --sql => the table has no column ply
find kings - --sql => not standard input
find --sql kings @a.fen @a.csv => --sql takes one file
positions --expr pawns @a.fen => expected NAME=EXPRESSION
positions --expr 1=pawns @a.fen => '1' is not a name
positions --expr n=count(pawns) --heat @a.fen => n is a number, not a set of squares
positions white_king --where count(pawns) @a.fen => the condition is a number
positions white_king --where pawns --definitions there/is/none @a.fen => there/is/none
gen kernel --expr for=a&b --lang c => the name 'for' is reserved
explain white_caught_area g5 yes => white_to_move: 'yes' is not a flag: expected 0 or 1
explain knight_distance b1,g1 h8 => a: 'b1,g1' is not a square
explain knight_attacks b1 --svg there/is/none.svg => there/is/none.svg
explain king_attacks e4 --spread none => 'none' is not a formula; formulas are prefix and shifts

positions --heat white_knights black_shield_index - => black_shield_index is a number
positions --heat white_knight_move_count - => white_knight_move_count is a number
sets --heat popcount => popcount is a number
positions --draw white_knights - => --heat
positions --svg @a.svg white_knights - => --heat
positions --heat white_knights --svg there/is/none.svg - => there/is/none.svg
sets --draw knight_attacks => --heat
positions --heat --totals white_knights - => '--heat' cannot be used with '--totals'
positions --heat --draw white_king @a.fen --out @b.csv => --out is for comma-separated values
positions --heat --svg - white_king @a.fen --out @b.csv => --out is for comma-separated values

positions --totals --as squares white_knights - => --as | --totals
positions --heat --as squares white_knights - => --as | --heat
positions --as words white_knights - => 'words' | squares
positions white_forks @a.fen --format json --out @b.csv => b.csv: rows of JSON are written to .jsonl or .ndjson files
positions --totals white_forks @a.fen --out @b.jsonl => b.jsonl: totals and heat maps are written as csv
positions --format json --totals white_forks @a.fen => --format
positions --format json --heat white_forks @a.fen => --format
positions --format json --out @b.csv --to csv white_forks @a.fen => --format

positions white_king @a.pgn --plies= => 10..40
positions white_king @a.pgn --plies=.. => 10..40
positions white_king @a.pgn --plies=5 => 10..40
positions white_king @a.pgn --plies=7..3 => 10..40
positions white_king @a.pgn --plies=a..b => 10..40
positions white_king @a.pgn --plies=-1..2 => 10..40
positions white_king @a.fen --plies 1.. => are for games
positions white_king @a.fen --every 2 => are for games
positions white_king @a.fen --last => are for games
positions white_king @a.fen --clocks => are for games
positions white_king @a.fen --unfinished => are for games
positions white_king @a.fen --chess960 => are for games
positions white_king @a.bin --from viriformat --moves => are for games as text
convert @a.pgn @b.fen --moves => are for the rows and columns of positions
positions --totals white_king @a.pgn --tags White => are for the rows and columns of positions
positions white_king @a.pgn --tags White,White => \"White\" cannot be the name
positions white_king @a.pgn --tags game => \"game\" cannot be the name
positions white_king @a.pgn --tags a.b => \"a.b\" cannot be the name
positions white_king @a.pgn @a.fen => read them one by one
positions white_king @a.csv --start-column White => --start-column is for games
positions white_king @a.csv --moves-column moves --column fen => cannot be used with
positions white_king @a.uci --moves-column moves => no input is one
convert @a.pgn @b.pgn => cannot be written as pgn
convert @a.pgn @b.csv --games --last => only --tags and --limit
convert @a.pgn @b.csv --games --clocks => only --tags and --limit
convert @a.pgn @b.csv --games --moves => only --tags and --limit
convert @a.pgn @b.csv --games --where white_king => only --tags and --limit
convert @a.pgn @b.csv --games --tags moves => cannot be the name of a further column
convert @a.pgn @b.csv --games --to fen => not as fen
convert @a.pgn @b.csv --games --to marlinformat => not as marlinformat
convert @a.fen @b.csv --games => no input has games as text
convert @a.bin @b.csv --from viriformat --games => --games is for games as text

positions white_king @a.fen --skip-bad --skipped @a.fen => is both an input and the output
positions white_king @a.fen --skip-bad --skipped @b.csv --out @b.csv => are the same output file
positions white_king @a.fen --skip-bad --skipped - => --skipped -: the results are written to standard output
positions white_king @a.fen --skip-bad --skipped missing/list => cannot write missing/list
positions white_king @a.fen --skipped @old => --skip-bad

positions white_knights @a.bin --from bulletformat => which side that was is lost
positions own_king --where black_king @a.bin --from bulletformat => which side that was is lost
positions own_knights @a.fen => stored by colour
positions white_in_check - => in_check
convert @a.fen @b --to fen --score 0 => --score and --result are for packed formats, not for fen
convert @a.fen @b --to epd --score 0 => --score and --result are for packed formats, not for epd
convert @a.fen @b --to csv --result draw => --score and --result are for packed formats, not for csv
positions white_king @a.bin => --from
convert @a.binpack @b.fen => --from
convert @a.fen @b.bin => --to
convert @a.fen @b => name it with --to: fen, epd, csv
convert @a.fen - => --to
convert @a.fen => followed by the output
positions white_king @a.fen --out @b.fen => written as csv, parquet or arrow, not as fen
positions white_king @a.fen --column fen => --column is for csv, parquet and arrow files
positions white_king @a.fen --signed => are for .parquet and .arrow output
positions white_king @a.fen --row-group 9 => are for .parquet and .arrow output
positions white_king @a.fen --compression none => are for .parquet and .arrow output
positions --totals all @a.fen --out @b.parquet => totals and heat maps are written as csv
positions white_king @c*.fen => no file matches
positions white_king @[ => Pattern syntax error

gen leapers => 'leapers' | 'leaper'
gen leaper unicorn --out @old => name
gen leaper camel=0,0 --out @old => step
gen leaper camel=8,1 --out @old => step
gen leaper camel=3 --out @old => step
gen leaper Camel=3,1 --out @old => name
gen leaper camel=3,1;1,3 --out @old => step
gen leaper camel --lang java --out @old => rust and c
gen kernel --out @old => KERNEL
gen kernel white_forks --out @old => white_forks is a feature
gen kernel knights --out @old => 'knights' is not a pattern or leaper; did you mean knight
gen kernel knight_attacks unicorn --out @old => 'unicorn' is not a pattern or leaper; `setwise list` | a leaper is NAME=STEPS
gen kernel camel=3,9 --out @old => the step 3,9 leaves the board
gen kernel knight_distance --out @old => knight_distance takes squares
gen kernel king_flood --out @old => king_flood cannot be recorded: it tests whether a set is empty
gen kernel knight_fill --out @old => give its number, such as 'knight_fill(2)'
gen kernel king_steps --out @old => king_steps cannot be recorded: it tests whether a set is empty
gen kernel knight_fill(x) --out @old => 'x' in 'knight_fill(x)' is not a number
gen kernel knight_attacks(2) --out @old => knight_attacks takes no number
gen kernel knight_fil(2) --out @old => did you mean knight_fill
gen kernel knight_fill(2 --out @old => is not a pattern
gen kernel --expr x=knight_fill(a,count(a)) --out @old => give its number, such as 'knight_fill(2)'
gen kernel knight_attacks --isa mmx --out @old => unknown instruction set 'mmx'; instruction sets are scalar, sse2, avx2,
gen kernel knight_attacks --lang java --out @old => languages are rust, c, sql
gen kernel knight_attacks --name Knights --out @old => invalid name 'Knights'
gen kernel knight_attacks --name while --out @old => the name 'while' is reserved
gen kernel knight_attacks --name yield --lang c --out @old => the name 'yield' is reserved
gen kernel knight_attacks --name memcpy --out @old => the name 'memcpy' is that of a function of the C library
gen kernel knight_attacks --name read --lang c --out @old => the name 'read' is that of a function of the C library
gen kernel knight_attacks knight_attacks --out @old => two columns are named 'knight_attacks'
gen kernel --all --lang c --out @old => --all needs a language or an instruction set whose text is read back
gen kernel knight_moves --lang cobol --out @old => languages are rust, c, sql, numpy, jax, torch, js, wgsl, cuda
gen kernel knight_moves --lang sql --out @old => --lang sql needs a --dialect: duckdb, postgres, clickhouse, spark, sqlite
gen kernel knight_moves --lang sql --dialect bigint --out @old => --lang sql needs a --dialect: duckdb
gen kernel knight_moves --lang sql --dialect oracle --out @old => unknown dialect 'oracle'
gen kernel knight_moves --lang numpy --dialect duckdb --out @old => --dialect is not allowed, because numpy has no dialects
gen kernel knight_moves --lang c --dialect duckdb --out @old => --dialect is not allowed, because c has no dialects
gen kernel knight_moves --lang wgsl --isa avx2 --out @old => --isa is not allowed, because wgsl has no instruction sets
gen kernel knight_moves --isa sve --out @old => --isa sve needs --lang c, and cannot be combined
gen kernel knight_moves --lang c --isa sve --isa avx2 --out @old => --isa sve needs --lang c, and cannot be combined
gen kernel knight_moves --lang sql --dialect sqlite --name select --out @old => the name 'select' is reserved in sqlite
gen kernel knight_moves --lang numpy --name lambda --out @old => the name 'lambda' is reserved in numpy, expected another
";

#[cfg(feature = "parquet")]
const COLUMNAR: &str = "
positions all - --from parquet => standard input
positions all - --from arrow => standard input
";

/// Without the feature `parquet`, the message names the feature and the command that installs the program with it.
#[cfg(not(feature = "parquet"))]
const COLUMNAR: &str = "
positions white_king @a.parquet => without parquet files; install it with the feature `parquet`: cargo install
positions white_king @a.fen --from arrow => without arrow files; install it with the feature `parquet`: cargo install
positions white_king @a.fen --out @b.parquet => without parquet files; install it with the feature `parquet`: cargo install
convert @a.fen @b.arrow => without arrow files; install it with the feature `parquet`: cargo install
schema => without parquet and arrow files; install it with the feature `parquet`: cargo install
";

#[test]
fn wrong_usage_is_an_error_that_names_what_is_right() {
    let files: [(&str, &[u8]); 8] = [
        ("a.bin", b""),
        ("a.binpack", b""),
        ("a.parquet", b"PAR1"),
        ("a.fen", START.as_bytes()),
        ("a.pgn", b"1. e4 *\n"),
        ("a.csv", b"fen,moves,White\n"),
        ("a.uci", b"e2e4\n"),
        ("old", b"old"),
    ];
    let folder = folder_with(&files);
    for case in CASES.lines().chain(COLUMNAR.lines()).filter(|case| !case.is_empty()) {
        let (command, parts) = case.split_once(" => ").unwrap();
        let argument = |word: &str| match word.strip_prefix('@') {
            Some(name) => path_in(&folder, name),
            None => word.replace("START", START),
        };
        let arguments: Vec<String> = command.split(' ').map(argument).collect();
        let error = fails(2, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
        for part in parts.split(" | ") {
            assert!(error.contains(part), "{command}: {error}");
        }
    }
    assert!(fails(2, &["positions", "white\nknights", "-"], "").contains("'white\\nknights'"));
    assert!(fails(2, &["gen", "leaper", "", "--out", &path_in(&folder, "old")], "").contains("name"));
    // A file with an ambiguous extension is read if an option names the format.
    let named = ["positions", "--totals", "white_king", "--from", "fen", &path_in(&folder, "a.bin")];
    assert_eq!(good(&named, "").lines().count(), 2);
    assert_eq!(fs::read(path_in(&folder, "old")).unwrap(), b"old");
    assert_eq!(files_in(folder.path()), files.len());
}
