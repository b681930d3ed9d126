//! Determines the input files: expands patterns of names, and checks every file before anything is read or written.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use same_file::Handle;
use setwise_games::Detail;
use setwise_positions::features::Feature;
use setwise_positions::{COLUMNS, FILE, GAMES, LABELS};

use crate::args::{NamedText, Reading};
use crate::columnar;
use crate::expressions::Expressions;
use crate::failure::usage;
use crate::formats::{FEN_LABELS, Format, STDIN};
use crate::layout::{Layout, Named};

/// A file of positions.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) format: Format,
    /// Whether the file has games as text, or a column of moves.
    pub(crate) games: bool,
    /// The names of the labels that the file has.
    pub(crate) labels: Vec<&'static str>,
}

impl Input {
    /// Returns whether the file has games, as text or packed.
    fn has_numbered_games(&self) -> bool {
        self.games || self.format == Format::Viriformat
    }

    /// Returns the text between the name of the file and the reason for an error. The reason for an error in a game
    /// begins with the place.
    pub(crate) fn place(&self, number: usize, column: Option<usize>) -> String {
        if self.games { ":".to_string() } else { self.format.place(number, column) }
    }
}

/// Files of positions that are read one after another.
pub(crate) struct Inputs {
    pub(crate) files: Vec<Input>,
    /// The layout of all these files.
    pub(crate) layout: Layout,
    /// The names of the labels that at least one of these files has.
    pub(crate) labels: Vec<&'static str>,
    /// The names of the labels that are read from columnar files.
    pub(crate) read: Vec<&'static str>,
    /// The name of the column of FENs, if the positions of a columnar file are read from one.
    pub(crate) fens: Option<String>,
    /// Whether the files have games, so that positions have the number of a game and of a ply.
    pub(crate) games: bool,
    /// What else is read about the positions of games.
    pub(crate) details: Vec<Detail>,
}

impl Inputs {
    /// Returns the files that `names` denote, in the order of `names`. The files that match a pattern are sorted.
    /// `holds` lists the labels that the output can hold. From columnar files, only these labels are read, and castling
    /// rights and en passant squares if one of `features` needs them, and labels on which a condition or one of
    /// `expressions` depends.
    pub(crate) fn new(
        names: &[String],
        reading: &Reading,
        holds: &[&'static str],
        features: &[Feature],
        expressions: &[NamedText],
    ) -> Result<Self> {
        let read = labels_to_read(reading, holds, features, expressions)?;
        let mut files = inputs(names, reading)?;
        let games = have_games(&files)?;
        let details = reading.plies.details();
        check_options(&files, reading, games, &details)?;
        let (mut first, mut labels, mut fens) = (None, Vec::new(), None);
        for Input { name, format, games, labels: of_file } in &mut files {
            let (layout, columns) = match format {
                _ if *games => (Layout::Absolute, Format::Pgn.labels().to_vec()),
                Format::Parquet | Format::Arrow => {
                    let file = (columnar::find(name, *format)?.inspect)(*format, name, reading, &read)?;
                    fens = fens.or(file.fens);
                    (file.layout, file.labels)
                }
                Format::Bulletformat => (Layout::Relative, format.labels().to_vec()),
                _ => (Layout::Absolute, format.labels().to_vec()),
            };
            labels.extend_from_slice(&columns);
            *of_file = columns;
            let layout = if reading.white_to_move { Layout::Absolute } else { layout };
            match first {
                Some((first, name_of_first)) if first != layout => {
                    return Err(usage(format!(
                        "{name_of_first} and {name}: one has boards by colour, the other as seen from the side to move; \
                         read them one by one, or with --white-to-move"
                    )));
                }
                _ => first = first.or(Some((layout, &*name))),
            }
        }
        let layout = first.map_or(Layout::Absolute, |(layout, _)| layout);
        let mut labels: Vec<_> = LABELS.into_iter().filter(|name| labels.contains(name)).collect();
        labels.extend((games && files.len() > 1).then_some(FILE));
        labels.extend(GAMES.iter().filter(|_| games));
        Ok(Self { files, layout, labels, read, fens, games, details })
    }

    /// Returns whether all files have games in PGN or UCI. Only reading such files shows that no game has a tag. Tables
    /// have a column for each tag, which is checked before they are read.
    pub(crate) fn may_lack_tags(&self) -> bool {
        self.files.iter().all(|input| matches!(input.format, Format::Pgn | Format::Uci))
    }
}

/// Returns the names of the labels that are read from columnar files.
fn labels_to_read(
    reading: &Reading,
    holds: &[&'static str],
    features: &[Feature],
    expressions: &[NamedText],
) -> Result<Vec<&'static str>> {
    let needs_rights = reading.strict_rights || features.iter().any(|feature| feature.needs_rights());
    let rights = FEN_LABELS.iter().copied().filter(|_| needs_rights);
    let mut read = holds.to_vec();
    for label in Expressions::parse_early(reading, expressions)?.labels().into_iter().chain(rights) {
        if !read.contains(&label) {
            read.push(label);
        }
    }
    Ok(read)
}

/// Returns the files that the names denote, whose labels are not yet known.
fn inputs(names: &[String], reading: &Reading) -> Result<Vec<Input>> {
    let mut files = Vec::new();
    for name in names {
        if is_pattern(name) { files.extend(matches(name)?) } else { files.push(name.clone()) }
    }
    check(&files)?;
    let input = |name: String| {
        let format = Format::of_input(&name, reading.from)?;
        let has_moves = has_columns(format) && reading.moves_column().is_some();
        Ok(Input { games: has_moves || format.has_games(), format, name, labels: Vec::new() })
    };
    files.into_iter().map(input).collect()
}

/// Returns whether the columns of a format are named.
fn has_columns(format: Format) -> bool {
    format == Format::Csv || format.is_columnar()
}

/// Returns an error if an option is not for these files.
fn check_options(files: &[Input], reading: &Reading, games: bool, details: &[Detail]) -> Result<()> {
    let option = reading.column.as_ref().map(|_| "--column").or(reading.moves_column().map(|_| "--moves-column"));
    if let Some(option) = option.filter(|_| !files.iter().any(|input| has_columns(input.format))) {
        return Err(usage(format!("{option} is for csv, parquet and arrow files, and no input is one")));
    }
    if reading.start_column.is_some() && reading.moves_column().is_none() {
        return Err(usage("--start-column is for games in a column of moves, which --moves-column names"));
    }
    if !games && reading.plies.is_given() {
        return Err(usage(
            "--plies, --every, --last, --tags, --moves, --clocks, --evals, --unfinished and --chess960 are for games, and no input \
             has games",
        ));
    }
    check_details(details)?;
    let is_for_text = !details.is_empty() || reading.plies.is_for_text();
    if let Some(Input { name, .. }) = files.iter().find(|input| is_for_text && !input.games) {
        return Err(usage(format!(
            "{name}: --tags, --moves, --clocks, --evals, --unfinished and --chess960 are for games as text"
        )));
    }
    Ok(())
}

/// Returns whether the files have games. If only some of them have games, returns an error.
fn have_games(files: &[Input]) -> Result<bool> {
    let has_games = |input: &&Input| input.has_numbered_games();
    let (game, other) = (files.iter().find(has_games), files.iter().find(|input| !has_games(input)));
    match (game, other) {
        (Some(Input { name, .. }), Some(other)) => Err(usage(format!(
            "{name} and {}: the first has games, and the other has only positions; read them one by one",
            other.name
        ))),
        _ => Ok(game.is_some()),
    }
}

/// Returns an error if the name of a tag cannot be the name of a column, because it is not a name or because another
/// column has this name.
fn check_details(details: &[Detail]) -> Result<()> {
    for (n, detail) in details.iter().enumerate() {
        let name = detail.name();
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_known = COLUMNS.iter().any(|column| column.name == name) || name.parse::<Named>().is_ok();
        if !is_name || is_known || details[..n].iter().any(|other| other.name() == name) {
            return Err(usage(format!("--tags: {name:?} cannot be the name of a further column")));
        }
    }
    Ok(())
}

/// Returns whether a name denotes a file, a pattern of names, or standard input.
pub(crate) fn is_file_or_pattern(name: &str) -> bool {
    name == STDIN || Path::new(name).exists() || is_pattern(name)
}

/// Returns whether a name has wildcards and is not the name of a file.
fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '[']) && !Path::new(name).exists()
}

/// Returns the files that match a pattern. Folders are skipped.
fn matches(pattern: &str) -> Result<Vec<String>> {
    let paths = glob::glob(pattern).map_err(|error| usage(format!("{pattern}: {error}")))?;
    let mut files = Vec::new();
    for path in paths {
        let path = path.map_err(|error| usage(format!("{}: {}", error.path().display(), error.error())))?;
        if !path.is_dir() {
            let name = path.to_str().ok_or_else(|| usage(format!("{}: the name is not UTF-8", path.display())))?;
            files.push(name.to_string());
        }
    }
    if files.is_empty() { Err(usage(format!("no file matches {pattern}"))) } else { Ok(files) }
}

/// Checks that all files exist and can be opened, before anything is written. Only regular files are opened, because
/// closing a pipe here would disconnect its writer.
pub(crate) fn check(files: &[String]) -> Result<()> {
    if files.iter().filter(|file| *file == STDIN).count() > 1 {
        return Err(usage("- is given twice; standard input can be read only once"));
    }
    for file in files.iter().filter(|file| *file != STDIN) {
        let wrong = |error: io::Error| usage(format!("{file}: {error}"));
        let data = fs::metadata(file).map_err(wrong)?;
        if data.is_dir() {
            return Err(usage(format!("{file}: is a directory")));
        }
        if data.is_file() {
            File::open(file).map_err(wrong)?;
        }
    }
    Ok(())
}

/// Returns an error if the output file is also an input file, even under another path or through a link. A device or a
/// pipe may be both input and output.
pub(crate) fn refuse_output<'a>(output: &Path, inputs: impl IntoIterator<Item = &'a str>) -> Result<()> {
    if !output.is_file() {
        return Ok(());
    }
    let Ok(file) = Handle::from_path(output) else { return Ok(()) };
    for name in inputs {
        let input = if name == STDIN { Handle::stdin() } else { Handle::from_path(name) };
        if input.is_ok_and(|input| input == file) {
            return Err(usage(format!("{} is both an input and the output", output.display())));
        }
    }
    Ok(())
}

/// Checks that two names of outputs denote different files. A device or a pipe may be given twice.
pub(crate) fn refuse_same_outputs(one: &Path, other: &Path) -> Result<()> {
    let is_device = one.exists() && !one.is_file();
    if !is_device && file_of(one).is_some_and(|file_of_one| file_of(other) == Some(file_of_one)) {
        return Err(usage(format!("{} and {} are the same output file", one.display(), other.display())));
    }
    Ok(())
}

/// Follows links from a path, and returns the path of the file to which they lead. The file need not exist.
fn file_of(path: &Path) -> Option<PathBuf> {
    // The largest number of links that Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match fs::read_link(&path) {
            Ok(target) => path = folder.join(target),
            Err(_) => return Some(fs::canonicalize(folder).ok()?.join(path.file_name()?)),
        }
    }
    None
}
