//! The interactive prompt, with history and completion.

use std::path::PathBuf;

use anyhow::Result;
use datafusion::logical_expr::registry::FunctionRegistry;
use datafusion::prelude::SessionContext;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Editor, Helper};

use crate::args::Sql;
use crate::{failure, query};

/// Reads queries and runs them, until the input ends. If a query fails, prints the error and continues.
pub(crate) async fn run(session: &SessionContext, args: &Sql) -> Result<()> {
    let mut editor: Editor<Words, FileHistory> = Editor::new()?;
    editor.set_helper(Some(Words::of(session)));
    let history = history();
    if let Some(history) = &history {
        // The file does not exist at the first start, so an error is ignored.
        let _ = editor.load_history(history);
    }
    println!("Queries end with a semicolon. Tab completes names, Ctrl-C ends a query, Ctrl-D ends the program.");
    loop {
        match editor.readline("setwise> ") {
            Ok(text) if text.trim().is_empty() => {}
            Ok(text) => {
                editor.add_history_entry(text.as_str())?;
                if let Some(history) = &history {
                    editor.append_history(history)?;
                }
                tokio::select! {
                    () = answer(session, &text, args) => {}
                    _ = tokio::signal::ctrl_c() => eprintln!("\r\x1b[Kended"),
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Runs queries. If a query fails, prints the error and does not run the remaining queries.
async fn answer(session: &SessionContext, text: &str, args: &Sql) {
    let result = async {
        for statement in query::parse(text)? {
            let rows = query::execute(session, statement, args).await?;
            eprintln!("{rows} {}", if rows == 1 { "row" } else { "rows" });
        }
        anyhow::Ok(())
    };
    if let Err(error) = result.await {
        eprintln!("{}", failure::line(&error));
    }
}

/// Returns the path of the history file, or `None` if there is no home folder.
fn history() -> Option<PathBuf> {
    std::env::home_dir().map(|home| home.join(".setwise-engine-history"))
}

/// The words that the prompt offers as completions.
struct Words(Vec<String>);

const KEYWORDS: &str = "select,from,where,group by,order by,having,limit,join,explain,describe,show tables,create external table,\
                        read_fen,read_packed";

impl Words {
    fn of(session: &SessionContext) -> Self {
        let mut words: Vec<String> = session.udfs().into_iter().chain(session.udafs()).collect();
        words.extend(KEYWORDS.split(',').map(String::from));
        words.sort();
        Self(words)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &rustyline::Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let start = line[..end].rfind(|letter| !is_name(letter)).map_or(0, |before| before + 1);
        let begun = &line[start..end];
        Ok((start, self.0.iter().filter(|word| !begun.is_empty() && word.starts_with(begun)).cloned().collect()))
    }
}

impl Helper for Words {}

impl Highlighter for Words {}

impl Hinter for Words {
    type Hint = String;
}

/// An input is complete if it is blank or ends with a semicolon, so a query may have several lines.
impl Validator for Words {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let text = context.input().trim();
        let complete = text.is_empty() || text.ends_with(';');
        Ok(if complete { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}
