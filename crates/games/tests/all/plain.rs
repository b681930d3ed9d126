//! A plain reader of games: it looks at one byte after the other, and finds a move by comparing its text with the text of
//! every legal move.

use cozy_chess::{Board, Move, Piece};
use setwise_testkit::pgn::{STARTS, legal_moves};

/// The boards of a game, or the number of the first ply that is wrong.
pub(crate) type Played = Result<Vec<Board>, usize>;

/// The number that stands for a game from an unusual FEN, which `cozy-chess` may refuse where the reader does not.
pub(crate) const UNUSUAL: usize = 0;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Tag(Option<(String, String)>),
    Word(String),
    Open,
    Close,
    /// A comment, and whether it has an end.
    Comment(bool),
    /// A glyph, and whether it has a number.
    Glyph(bool),
}

/// Returns the games of a text.
pub(crate) fn games(text: &[u8]) -> Vec<Played> {
    let (mut games, mut game): (Vec<Vec<Token>>, Vec<Token>) = (Vec::new(), Vec::new());
    let (mut depth, mut has_moves, mut has_ended) = (0_usize, false, true);
    for token in tokens(text) {
        let begins = match &token {
            Token::Tag(_) => has_moves || has_ended,
            Token::Comment(_) | Token::Glyph(_) => false,
            _ => has_ended,
        };
        if begins {
            games.push(std::mem::take(&mut game));
            (depth, has_moves, has_ended) = (0, false, false);
        }
        match &token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Word(word) if depth == 0 && is_result(word) => has_ended = true,
            _ => {}
        }
        has_moves |= !matches!(token, Token::Tag(_) | Token::Comment(_) | Token::Glyph(_));
        game.push(token);
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
            ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C' => at += 1,
            '{' => {
                let end = end_of('}');
                tokens.push(Token::Comment(end.is_some()));
                at = end.map_or(text.len(), |end| end + 1);
            }
            ';' => at = end_of('\n').unwrap_or(text.len()),
            '%' if begins_line => at = end_of('\n').unwrap_or(text.len()),
            '(' | ')' => {
                tokens.push(if byte == '(' { Token::Open } else { Token::Close });
                at += 1;
            }
            '[' => {
                let (tag, end) = tag(&text, at + 1);
                tokens.push(Token::Tag(tag));
                at = end;
            }
            _ => {
                let mut word = byte.to_string();
                at += 1;
                while at < text.len() && !" \t\r\n\x0B\x0C{}()[];$".contains(text[at]) && !"]}".contains(byte) {
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

/// Reads a tag after its bracket. Returns its name and value, and the index after it.
fn tag(text: &[char], from: usize) -> (Option<(String, String)>, usize) {
    let (mut quotes, mut is_quoted, mut at) = (0, false, from);
    let (mut inner, mut value) = (String::new(), String::new());
    while at < text.len() {
        match text[at] {
            '\n' => return (None, at + 1),
            '\\' if is_quoted => {
                if text.get(at + 1) == Some(&'\n') {
                    return (None, at + 2);
                }
                at += 1;
            }
            '"' => {
                is_quoted = !is_quoted;
                quotes += 1;
            }
            ']' if !is_quoted => {
                let name = inner.trim().to_string();
                let is_name =
                    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_+#=:-".contains(c));
                let is_right = quotes == 2 && is_name && inner.len() == inner.trim_end_matches('\0').len();
                return (is_right.then_some((name, value)), at + 1);
            }
            c if is_quoted => value.push(c),
            // Nothing but blanks may follow the value.
            c if quotes == 2 && !c.is_ascii_whitespace() => inner.push('!'),
            c => inner.push(c),
        }
        at += 1;
    }
    (None, at)
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// Plays the moves of a game.
fn play(tokens: &[Token]) -> Played {
    let mut boards = vec![Board::default()];
    let (mut depth, mut has_result) = (0_usize, false);
    for token in tokens {
        let wrong = Err(boards.len());
        match token {
            Token::Tag(None) | Token::Comment(false) => return wrong,
            // The glyphs of variations are skipped.
            Token::Glyph(false) if depth == 0 => return wrong,
            Token::Tag(Some((name, value))) if name == "FEN" => match STARTS.iter().find(|start| *start == value) {
                Some(start) => boards = vec![start.parse().expect("a start")],
                None => return Err(UNUSUAL),
            },
            Token::Open => depth += 1,
            Token::Close if depth == 0 => return wrong,
            Token::Close => depth -= 1,
            Token::Word(word) if depth == 0 => {
                let mut rest = word.trim_start_matches(['.', '!', '?']);
                if is_result(rest) && rest.len() == word.len() {
                    has_result = true;
                    continue;
                }
                loop {
                    let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                    if number.len() < rest.len() && (number.is_empty() || number.starts_with('.')) {
                        rest = number.trim_start_matches(['.', '!', '?']);
                    } else {
                        break;
                    }
                }
                if rest.is_empty() {
                    continue;
                }
                let board = boards.last().expect("a start");
                let Some(step) = find(board, rest) else { return wrong };
                let mut next = board.clone();
                next.play_unchecked(step);
                boards.push(next);
            }
            _ => {}
        }
    }
    if depth > 0 || !has_result { Err(boards.len()) } else { Ok(boards) }
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
        texts.extend([castling.to_string(), castling.replace('O', "0")]);
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
