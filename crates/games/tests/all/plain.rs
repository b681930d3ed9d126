//! A plain reader of games: it looks at one byte after the other, and finds a move by comparing its text with the text of
//! every legal move.

use cozy_chess::{Board, Move, Piece};
use setwise_testkit::pgn::{STARTS, legal_moves};

/// The boards of a game, or the number of the first ply that is wrong.
pub(crate) type Played = Result<Vec<Board>, usize>;

/// The number that stands for a game that `cozy-chess` may refuse although the reader accepts it: a game of Chess960, or
/// from an unusual FEN.
pub(crate) const UNUSUAL: usize = 0;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    /// The name of a tag and its value, or `None` if it is not of the form `[Name "value"]`. Without a name, or without a
    /// bracket at its end, a tag is an error.
    Tag {
        name: String,
        value: Option<String>,
        is_closed: bool,
    },
    Word(String),
    Open,
    Close,
    /// A comment, and whether it has an end.
    Comment(bool),
    /// A glyph, and whether it has a number.
    Glyph(bool),
    LineEnd,
}

/// Returns the games of a text.
pub(crate) fn games(text: &[u8]) -> Vec<Played> {
    let (mut games, mut game): (Vec<Vec<Token>>, Vec<Token>) = (Vec::new(), Vec::new());
    let mut names: Vec<String> = Vec::new();
    let (mut depth, mut has_moves, mut has_ended) = (0_usize, false, true);
    // The number of line ends before the token, and whether a comment before it belongs to the next game.
    let (mut line_ends, mut has_lead) = (2, false);
    for token in tokens(text) {
        let begins = match &token {
            Token::Tag { name, .. } => {
                let is_separate = line_ends >= if name == "Event" { 2 } else { 3 };
                has_moves || has_ended || is_separate || names.iter().any(|old| is_same_tag(old, name))
            }
            Token::Comment(_) | Token::Glyph(_) | Token::LineEnd => false,
            Token::Word(word) if result_of(word) == Some(word) => has_ended && (line_ends >= 2 || has_lead),
            _ => has_ended,
        };
        has_lead = match token {
            Token::Comment(_) => has_lead || has_ended && line_ends >= 2,
            Token::LineEnd => has_lead,
            _ => false,
        };
        match token {
            Token::LineEnd => line_ends += 1,
            Token::Glyph(_) if !has_ended => {}
            _ => line_ends = 0,
        }
        if begins {
            games.push(std::mem::take(&mut game));
            (depth, has_moves, has_ended) = (0, false, false);
            names.clear();
        }
        match &token {
            Token::Tag { name, .. } => names.push(name.clone()),
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Word(word) if depth == 0 && result_of(word).is_some() => has_ended = true,
            _ => {}
        }
        has_moves |= !matches!(token, Token::Tag { .. } | Token::Comment(_) | Token::Glyph(_) | Token::LineEnd);
        if token != Token::LineEnd {
            game.push(token);
        }
    }
    if games.is_empty() && game.last() == Some(&Token::Comment(false)) {
        return vec![Err(1)];
    }
    games.push(game);
    // The tokens before the first game are comments.
    games.iter().skip(1).map(|tokens| play(tokens)).collect()
}

fn tokens(text: &[u8]) -> Vec<Token> {
    let text: Vec<char> = text.iter().map(|byte| char::from(*byte)).collect();
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let byte = text[at];
        let begins_line = at == 0 || text[at - 1] == '\n';
        let end_of = |wanted: char| (at..text.len()).find(|n| text[*n] == wanted);
        match byte {
            '\n' => {
                tokens.push(Token::LineEnd);
                at += 1;
            }
            ' ' | '\t' | '\r' | '\x0B' | '\x0C' => at += 1,
            _ if text[at..].starts_with(&MARK) => at += MARK.len(),
            '{' => {
                let end = end_of('}');
                tokens.push(Token::Comment(end.is_some()));
                at = end.map_or(text.len(), |end| end + 1);
            }
            ';' => {
                tokens.push(Token::Comment(true));
                at = end_of('\n').unwrap_or(text.len());
            }
            '%' if begins_line => at = end_of('\n').map_or(text.len(), |end| end + 1),
            '(' | ')' => {
                tokens.push(if byte == '(' { Token::Open } else { Token::Close });
                at += 1;
            }
            '[' => {
                let (tag, end) = tag(&text, at + 1);
                tokens.push(tag);
                at = end;
            }
            _ => {
                let mut word = byte.to_string();
                at += 1;
                while at < text.len()
                    && !" \t\r\n\x0B\x0C{}()[];$*\u{EF}".contains(text[at])
                    && !"]}*\u{EF}".contains(byte)
                {
                    word.push(text[at]);
                    at += 1;
                }
                let digits = word.strip_prefix('$').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
                match digits {
                    Some(rest) => tokens.push(Token::Glyph(rest.is_empty() && word.len() > 1)),
                    None => tokens.push(Token::Word(word)),
                }
            }
        }
    }
    tokens
}

/// The bytes of a byte order mark.
const MARK: [char; 3] = ['\u{EF}', '\u{BB}', '\u{BF}'];

/// Reads a tag after its bracket. Returns the tag and the index after it. A tag that ends with its line includes the line
/// end.
fn tag(text: &[char], from: usize) -> (Token, usize) {
    let line_end = (from..text.len()).find(|n| text[*n] == '\n').unwrap_or(text.len());
    let is_blank = |n: &usize| text[*n].is_ascii_whitespace();
    let skip = |at: usize| (at..line_end).find(|n| !is_blank(n)).unwrap_or(line_end);
    let start = skip(from);
    let is_of_name = |n: &usize| !is_blank(n) && !"\"[]".contains(text[*n]);
    let name_end = (start..line_end).find(|n| !is_of_name(n)).unwrap_or(line_end);
    let quote = (from..line_end).find(|n| text[*n] == '"');
    let bracket = (from..line_end).find(|n| text[*n] == ']');
    // The ends of the value and of the tag, if a quote with a bracket after it has no backslash before it.
    let (mut escaped, mut ends) = (false, None);
    for n in quote.map_or(line_end, |quote| quote + 1)..line_end {
        if !escaped && text[n] == '"' && ends.is_none() && text.get(skip(n + 1)).is_some_and(|c| *c == ']') {
            ends = Some((n, skip(n + 1) + 1));
        }
        escaped = !escaped && text[n] == '\\';
    }
    let last = (from..line_end).rev().find(|n| !is_blank(n));
    let before_last = last.and_then(|last| (from..last).rev().find(|n| !is_blank(n)));
    let (value, end) = match (quote, bracket, ends) {
        (quote, Some(bracket), _) if quote.is_none_or(|quote| bracket < quote) => (None, bracket + 1),
        (Some(quote), _, Some((value_end, end))) => (Some((quote + 1, value_end)), end),
        (Some(quote), ..) => match (last.map(|n| text[n]), before_last) {
            (Some(']'), Some(n)) if text[n] == '"' && n > quote => (Some((quote + 1, n)), line_end + 1),
            _ => (None, line_end + 1),
        },
        _ => (None, line_end + 1),
    };
    let end = end.min(text.len());
    let is_separate = text.get(name_end).is_some_and(|c| c.is_ascii_whitespace() && *c != '\n' || "\"]".contains(*c));
    let is_closed = is_separate && name_end > start && text[start] != '%' && last.is_some_and(|n| n >= from) && {
        let inside = (from..end).rev().find(|n| !is_blank(n));
        inside.is_some_and(|n| text[n] == ']')
    };
    let value = value.filter(|_| Some(skip(name_end)) == quote).map(|(first, end)| text[first..end].iter().collect());
    (Token::Tag { name: text[start..name_end].iter().collect(), value, is_closed }, end)
}

/// Returns the result at the end of a word.
fn result_of(word: &str) -> Option<&str> {
    ["1/2-1/2", "0.5-0.5", "1-0", "0-1", "1/2", "*"].into_iter().find(|result| word.ends_with(result))
}

/// Plays the moves of a game.
fn play(tokens: &[Token]) -> Played {
    let mut boards = vec![Board::default()];
    let (mut depth, mut has_result, mut known) = (0_usize, false, None);
    for token in tokens {
        let wrong = Err(boards.len());
        match token {
            Token::Tag { is_closed: false, .. } | Token::Comment(false) => return wrong,
            // The glyphs of variations are skipped.
            Token::Glyph(false) if depth == 0 => return wrong,
            Token::Tag { name, value: None, .. } if is_one_of(name, &["FEN", "Variant", "Result"]) => return wrong,
            Token::Tag { name, value: Some(value), .. } if is_one_of(name, &["FEN"]) && !trimmed(value).is_empty() => {
                match STARTS.iter().find(|start| *start == value) {
                    Some(start) => boards = vec![start.parse().expect("a start")],
                    None => return Err(UNUSUAL),
                }
            }
            Token::Tag { name, value: Some(value), .. } if is_one_of(name, &["Variant"]) => {
                let value = trimmed(value);
                if is_one_of(value, &CHESS960) {
                    return Err(UNUSUAL);
                } else if !is_one_of(value, &["", "standard", "chess", "from position", "normal"]) {
                    return wrong;
                }
            }
            Token::Open => depth += 1,
            Token::Close if depth == 0 => return wrong,
            Token::Close => depth -= 1,
            Token::Word(word) if depth == 0 => {
                let mut rest = word.trim_start_matches(['.', '!', '?']);
                loop {
                    let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                    let zeros = number.is_empty() && ["00", "000", "0000"].contains(&rest);
                    let is_number = number.len() < rest.len() && (number.is_empty() || number.starts_with('.'));
                    if is_number && !zeros && rest != "0.5-0.5" {
                        let is_first = rest.starts_with("1.") && !number.starts_with("..");
                        if is_first && boards.len() > 2 {
                            return wrong;
                        }
                        rest = number.trim_start_matches(['.', '!', '?']);
                    } else {
                        break;
                    }
                }
                let result = result_of(rest);
                let text = &rest[..rest.len() - result.map_or(0, str::len)];
                let is_mark = ["ep", "ep.", "e.p."].contains(&text.trim_end_matches(['+', '#', '!', '?']));
                let draw = |result| if ["1/2", "0.5-0.5"].contains(&result) { "1/2-1/2" } else { result };
                let now = result.filter(|result| *result != "*").map(draw);
                if now.is_some_and(|now| known.is_some_and(|known| known != now)) {
                    return wrong;
                }
                known = known.or(now);
                if rest.is_empty() || result == Some(rest) || is_mark && follows_en_passant(&boards) {
                    has_result |= result.is_some();
                    continue;
                }
                let board = boards.last().expect("a start");
                let Some(step) = find(board, text) else { return wrong };
                has_result |= result.is_some();
                let mut next = board.clone();
                next.play_unchecked(step);
                boards.push(next);
            }
            _ => {}
        }
    }
    if depth > 0 || !has_result { Err(boards.len()) } else { Ok(boards) }
}

fn trimmed(value: &str) -> &str {
    value.trim_matches(|c: char| c.is_ascii_whitespace())
}

const CHESS960: [&str; 5] = ["chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"];

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
}

/// Returns whether two tags of a game have the same meaning. A tag without a name has none.
fn is_same_tag(name: &str, other: &str) -> bool {
    !name.is_empty() && (name == other || is_one_of(name, &["FEN", "Variant", "Result"]) && is_one_of(name, &[other]))
}

/// Returns whether the last move was a capture en passant, which is the only move that occupies or leaves three squares.
fn follows_en_passant(boards: &[Board]) -> bool {
    matches!(boards, [.., before, after] if (before.occupied() ^ after.occupied()).len() == 3)
}

/// Returns the only legal move that this text denotes.
fn find(board: &Board, word: &str) -> Option<Move> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let denoted = |step: &Move| texts(board, *step).iter().any(|text| text == word);
    let [only] = legal_moves(board).into_iter().filter(denoted).collect::<Vec<_>>()[..] else { return None };
    Some(only)
}

/// Returns every text that may denote a move, if it denotes no other move.
fn texts(board: &Board, step: Move) -> Vec<String> {
    let Move { from, to, promotion } = step;
    let piece = board.piece_on(from).expect("a piece that moves");
    let both = from.to_string();
    let mut texts = Vec::new();
    if board.color_on(to) == board.color_on(from) {
        let (castling, file) = if to.file() > from.file() { ("O-O", 'g') } else { ("O-O-O", 'c') };
        texts.extend(["O", "0", "o"].map(|letter| castling.replace('O', letter)));
        texts.extend(["O", "0", "o"].map(|letter| castling.replace('O', letter).replace('-', "")));
        for target in [to.to_string(), format!("{file}{}", to.rank())] {
            for between in ["", "-", "x"] {
                texts.extend(["", "K"].map(|name| format!("{name}{both}{between}{target}")));
            }
        }
        return texts;
    }
    let letter = piece.to_string().to_uppercase();
    let names = if piece == Piece::Pawn { vec!["", "P"] } else { vec![&letter[..]] };
    let becomes = promotion.map_or(String::new(), |piece| piece.to_string());
    let mut promotions = vec![becomes.clone(), becomes.to_uppercase()];
    if promotion.is_some() {
        promotions.extend([format!("={becomes}"), format!("={}", becomes.to_uppercase())]);
    }
    let captures = piece == Piece::Pawn && from.file() != to.file();
    if captures && board.piece_on(to).is_none() {
        promotions = ["", "ep", "ep.", "e.p."].map(str::to_string).to_vec();
    }
    for between in ["", "-", "x"] {
        for promotion in &promotions {
            for origin in [String::new(), from.file().to_string(), from.rank().to_string(), both.clone()] {
                if !(captures && origin.is_empty()) {
                    texts.extend(names.iter().map(|name| format!("{name}{origin}{between}{to}{promotion}")));
                }
            }
            texts.push(format!("{both}{between}{to}{promotion}"));
        }
    }
    texts
}
