//! Writes a file: the structure is the same for all languages, and a [`Writer`] adds the text of one language.
//!
//! ```text
//! columns        opening, helpers and function of each set, closing, test
//!   function     head, constants, loop { loads, instructions, stores }
//! one board      table, functions of sets, test
//! ```

use super::lowered::{Instruction, Lowered};
use super::module::{COMMENTS, Function, Module};
use super::spelling::Spelling;
use super::target::{Architecture, InstructionSet, Language};
use crate::ValueId;

/// The parts of a file whose text depends on the language. Statements are written without indentation or line endings.
/// Items are written with both.
pub(super) trait Writer {
    const LANGUAGE: Language;
    /// The delimiters of the comment at the start of the file: before its first line, before each further line, and
    /// after its last line. `DOCS` contains the corresponding delimiters for the comment of an item. `NOTE` contains
    /// the text before and after a comment at the end of a line.
    const HEADER: [&'static str; 3];
    const DOCS: [&'static str; 3];
    const NOTE: [&'static str; 2];
    /// The quotation mark around names in the comment of an item.
    const QUOTE: &'static str;
    /// The text before and after the result of a function. `DISCARD` contains the text before and after an unused
    /// parameter.
    const RESULT: [&'static str; 2];
    const DISCARD: [&'static str; 2];
    /// The beginning and the end of the loop over single boards. `LOOPS` contains the corresponding texts for the loop
    /// over registers of `BOARDS` boards. The end of a loop includes the end of the function.
    const LOOP: [&'static str; 2];
    const LOOPS: [&'static str; 2];
    /// The body of the flood function. `NAME` is replaced by the name of the leaper.
    const FLOOD: &'static str;
    /// The end of the test of functions over columns.
    const TEST_END: &'static str;

    /// Declares a variable for a value in a register. `is_mutable` must be true if [`hide`](Self::hide) hides the value
    /// later.
    fn declare(spelling: Spelling, name: &str, value: &str, is_mutable: bool) -> String;
    /// Hides from compilers that the value of a register is the result of a byte addition.
    fn hide(spelling: Spelling, name: &str) -> Vec<String>;
    /// Loads a value from a column.
    fn load(function: &Function, spelling: Spelling, name: &str, column: &str) -> Vec<String>;
    /// Stores a value into a column.
    fn store(spelling: Spelling, column: &str, value: &str) -> Vec<String>;

    /// Writes the items before the functions.
    fn opening(module: &Module<'_>) -> String;
    /// Writes the items after the functions.
    fn closing(module: &Module<'_>) -> String;
    /// Makes the compilation of functions depend on the architecture, for example by `#if` and `#endif` in C. The
    /// default implementation returns the text unchanged, for languages in which each function has a separate
    /// condition.
    fn within(_module: &Module<'_>, _architecture: Architecture, functions: &str) -> String {
        functions.into()
    }

    /// Writes the beginning of a helper, which follows the comment of the helper.
    fn helper(function: &Function, helper: &Lowered) -> String;
    /// Writes the beginning of a function over columns.
    fn head(module: &Module<'_>, function: &Function) -> String;
    /// Writes a function from sets to a set. If `body` consists of the instructions of a [`Function`], `listed` is
    /// this function.
    fn of_sets(docs: &str, listed: Option<&Function>, name: &str, sets: &[&str], body: &str) -> String;
    /// Writes the table of results for single squares, and all other text before the functions that take sets.
    fn table(name: &str, rows: &str) -> String;
}

/// The parts of a file's test whose text depends on the language.
pub(super) trait TestWriter: Writer {
    /// Writes the beginning of the test of functions over columns.
    fn start(module: &Module<'_>) -> String;
    /// Writes the input columns or the result columns of the test.
    fn columns(of_results: bool, names: &[String], columns: &[Vec<u64>]) -> String;
    /// Writes the function that compares results with the expected results.
    fn check(module: &Module<'_>) -> String;
    /// Writes the part of the test that checks the function for one instruction set.
    fn of_function(module: &Module<'_>, function: &Function) -> String;
    /// Writes the part of the test that checks the dispatcher, which has the given name.
    fn of_dispatcher(module: &Module<'_>, name: &str) -> String;
    /// Writes the test of functions for one board, and the end of the file. `what` describes the words that follow the
    /// set in each row of `sets`.
    fn of_one_board(module: &Module<'_>, what: &str, sets: &[Vec<u64>]) -> String;
}

/// Returns the complete text of a file.
pub(super) fn text<W: TestWriter>(module: &Module<'_>) -> String {
    let mut text = comment(W::HEADER, &module.header());
    if module.target.one_board {
        return text + &one_board::<W>(module);
    }
    text += &W::opening(module);
    for architecture in [Architecture::Any, Architecture::X86, Architecture::Arm, Architecture::Wasm] {
        let functions: String = module.of(architecture).map(|function| self::function::<W>(module, function)).collect();
        if !functions.is_empty() {
            text += &W::within(module, architecture, &functions);
        }
    }
    text + &W::closing(module) + &test::<W>(module)
}

/// Returns the text of a function over columns, after the text of the helpers that it calls.
fn function<W: Writer>(module: &Module<'_>, function: &Function) -> String {
    let Function { set, name, lowered, .. } = function;
    let spelling = Spelling { language: W::LANGUAGE, set: *set };
    let mut text = String::from("\n");
    for helper in &function.helpers {
        text += &(docs::<W>(&[helper.purpose()]) + &W::helper(function, helper));
        text += &statements::<W>(helper, name, 1, |_| true);
        text += &format!("    {}\n}}\n\n", around(W::RESULT, &helper.name));
    }
    let is_constant = |instruction| matches!(instruction, Instruction::Constant(_));
    text += &(W::head(module, function) + &statements::<W>(lowered, name, 1, is_constant));
    let (inputs, results) = module.parameters();
    let (depth, [begin, end]) = if set.boards() == 1 { (2, W::LOOP) } else { (3, W::LOOPS) };
    text += &begin.replace("BOARDS", &set.boards().to_string());
    for (name, column) in function.loaded(&inputs) {
        text += &indented(depth, W::load(function, spelling, name, column));
    }
    text += &statements::<W>(lowered, name, depth, |instruction| !is_constant(instruction));
    for (value, column) in lowered.results().zip(&results) {
        text += &indented(depth, W::store(spelling, column, value));
    }
    text + &end.replace("BOARDS", &set.boards().to_string())
}

/// Returns the statements for the instructions that `wanted` selects from a lowered program, each on a separate line.
/// `function` is the name of the emitted function.
fn statements<W: Writer>(
    lowered: &Lowered,
    function: &str,
    depth: usize,
    wanted: impl Fn(Instruction) -> bool,
) -> String {
    let spelling = Spelling { language: W::LANGUAGE, set: lowered.set };
    let mut text = String::new();
    for (index, line) in lowered.lines.iter().enumerate() {
        if matches!(line.instruction, Instruction::Input(_)) || !wanted(line.instruction) {
            continue;
        }
        let operands = line.instruction.operands();
        let operands: Vec<&str> = operands.map(|operand| lowered.lines[operand.index()].name.as_str()).collect();
        let value = spelling.instruction(line.instruction, &operands, function);
        let is_hidden = lowered.is_doubled_again(ValueId::new(index));
        let statement = "    ".repeat(depth) + &W::declare(spelling, &line.name, &value, is_hidden);
        text += &format!("{statement:COMMENTS$} {}\n", around(W::NOTE, &line.comment));
        if is_hidden {
            text += &indented(depth, W::hide(spelling, &line.name));
        }
    }
    text
}

fn comment([first, next, last]: [&str; 3], lines: &[impl AsRef<str>]) -> String {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    let text = format!("{first}{}{last}\n", lines.join(&format!("\n{next}")));
    text.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

/// Returns the comment of an item. Names in `lines` are between backticks, which become `QUOTE`.
fn docs<W: Writer>(lines: &[&str]) -> String {
    comment(W::DOCS, lines).replace('`', W::QUOTE)
}

fn around([before, after]: [&str; 2], text: &str) -> String {
    [before, text, after].concat()
}

fn indented(depth: usize, statements: Vec<String>) -> String {
    statements.iter().map(|statement| format!("{}{statement}\n", "    ".repeat(depth))).collect()
}

/// Returns the test of functions over columns.
fn test<W: TestWriter>(module: &Module<'_>) -> String {
    let (inputs, results) = module.test_boards();
    let (input_names, result_names) = module.parameters();
    let mut text = W::start(module);
    text += &W::columns(false, &input_names, &inputs);
    text += &W::columns(true, &result_names, &results);
    text += &W::check(module);
    module.functions.iter().for_each(|function| text += &W::of_function(module, function));
    text += &module.dispatcher().map_or_else(String::new, |name| W::of_dispatcher(module, name));
    text + W::TEST_END
}

/// Returns the rows of an array: `brackets` are the brackets of a row, and `words` is the number of words in a line.
pub(super) fn rows<W: Writer>(columns: &[Vec<u64>], brackets: [char; 2], indent: &str, words: usize) -> String {
    let spelling = Spelling { language: W::LANGUAGE, set: InstructionSet::Scalar };
    let [open, close] = brackets;
    let row = |column: &Vec<u64>| {
        let lines: Vec<String> = column.chunks(words).map(|words| spelling.literals(words)).collect();
        format!("{indent}{open}{}{close},\n", lines.join(&format!(",\n{indent} ")))
    };
    columns.iter().map(row).collect()
}

/// Returns the table, the functions for one board and their test.
fn one_board<W: TestWriter>(module: &Module<'_>) -> String {
    let name = module.program.name();
    let spelling = Spelling { language: W::LANGUAGE, set: InstructionSet::Scalar };
    let row =
        |(rank, row): (String, [u64; 8])| format!("    {}\n    {},\n", around(W::NOTE, &rank), spelling.literals(&row));
    let mut text = W::table(name, &module.table().map(row).collect::<String>());
    text += &of_sets::<W>(&module.functions[0], &[&format!("Computes `{name}` for any set of squares.")]);
    let mut what = "what the kernel computes";
    if let Some((leaper, at_least_two)) = module.leaper {
        assert_eq!(module.functions[1].name, at_least_two.name());
        text += &of_sets::<W>(
            &module.functions[1],
            &[
                "Computes the squares that at least two members of a set attack. These are also its fork squares: a leaper on one of",
                "them attacks at least two squares of the set.",
            ],
        );
        let fill = "Computes the union of a set and the squares that it attacks: the squares within one move on an empty board.";
        let body = format!("    {}\n", around(W::RESULT, &format!("set | {name}_setwise(set)")));
        text += &W::of_sets(&docs::<W>(&[fill]), None, &format!("{leaper}_fill"), &["set"], &body);
        let flood =
            "Computes the squares of `path` that leapers on `start` reach by any number of moves within `path`.";
        let body = W::FLOOD.replace("NAME", leaper);
        text += &W::of_sets(&docs::<W>(&[flood]), None, &format!("{leaper}_flood"), &["start", "path"], &body);
        what = "its attacks, the squares attacked at least twice, a path, and the squares reached within the path";
    }
    text + &W::of_one_board(module, what, &module.sets_of_one_board())
}

/// Returns the text of a function that takes any set.
fn of_sets<W: Writer>(function: &Function, about: &[&str]) -> String {
    let [input, result] = function.of_one_board();
    let mut body = String::new();
    if function.unused(&[String::new()]).next().is_some() {
        body += &format!("    {}\n", around(W::DISCARD, input));
    }
    body += &statements::<W>(&function.lowered, &function.name, 1, |_| true);
    body += &format!("    {}\n", around(W::RESULT, result));
    W::of_sets(&docs::<W>(about), Some(function), &function.name, &[input], &body)
}
