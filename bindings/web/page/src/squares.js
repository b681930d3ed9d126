// Squares and sets: a1 is square 0 and bit 0, h8 is square 63 and bit 63. A set is a BigInt.

const FILES = 'abcdefgh';

/** The letters of FEN, White's pieces first. */
export const LETTERS = 'KQRBNPkqrbnp';

const KINDS = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/** Returns the name of a square, such as `b1`. */
export function squareName(square) {
  return FILES[square & 7] + ((square >> 3) + 1);
}

/** Returns the name of a piece, such as `white knight`. */
export function pieceName(letter) {
  const kind = KINDS[letter.toLowerCase()];
  return `${isWhite(letter) ? 'white' : 'black'} ${kind}`;
}

/** Returns the id of the picture of a piece, such as `wn`. */
export function pieceId(letter) {
  return (isWhite(letter) ? 'w' : 'b') + letter.toLowerCase();
}

function isWhite(letter) {
  return letter === letter.toUpperCase();
}

/** Returns whether a set contains a square. */
export function has(set, square) {
  return (set >> BigInt(square) & 1n) === 1n;
}

/** Returns a set with the square added if `isIn` is true, and with the square removed otherwise. */
export function withSquare(set, square, isIn) {
  const bit = 1n << BigInt(square);
  return isIn ? set | bit : set & ~bit;
}

/** Returns the squares of a set, lowest first. */
export function squaresOf(set) {
  return Array.from({ length: 64 }, (_, square) => square).filter((square) => has(set, square));
}

/** Returns a set as `0x` and 16 hexadecimal digits. */
export function hexadecimal(set) {
  return '0x' + set.toString(16).toUpperCase().padStart(16, '0');
}

/** Describes a set in words, such as `2 squares: a3 c3`. */
export function described(set) {
  const names = squaresOf(set).map(squareName);
  if (names.length === 0) return 'empty';
  return `${names.length} square${names.length === 1 ? '' : 's'}: ${names.join(' ')}`;
}

/** Returns the pieces of a FEN that the module has accepted. The array has an element for each square: the FEN letter of
the piece, or '' if the square is empty. */
export function piecesOf(fen) {
  const pieces = Array(64).fill('');
  let square = 56;
  for (const letter of fen.trim().split(/\s+/)[0]) {
    if (letter === '/') square -= 16;
    else if (letter >= '1' && letter <= '8') square += Number(letter);
    else pieces[square++] = letter;
  }
  return pieces;
}

/** Returns the side to move of a FEN that the module has accepted: `w` or `b`. */
export function sideOf(fen) {
  return fen.trim().split(/\s+/)[1];
}

/** Returns the castling field and the en passant field of a FEN, with a space between them. A field that is missing or
has another form becomes `-`. */
export function rightsOf(fen) {
  const [, , castling = '', square = ''] = fen.trim().split(/\s+/);
  return [/^[KQA-H]*[kqa-h]*$/.test(castling) && castling, /^[a-h][36]$/.test(square) && square]
    .map((field) => field || '-').join(' ');
}

/** Returns the rights that remain if the pieces `before` are replaced by `after`: each castling whose king and rook stay on
their squares, and no en passant square. */
export function rightsAfterEdit(rights, before, after) {
  const isKept = ({ king, rook }) => [king, rook].every((square) => before[square] && before[square] === after[square]);
  const letters = [...rights.split(' ')[0]].map((letter) => [letter, castlingOf(letter, before)]);
  const kept = letters.filter(([, castling]) => castling && isKept(castling));
  // After the edit, `K` and `Q` may denote other rooks. A rook is then denoted by its file.
  const name = ([letter, { rook }]) => {
    if (castlingOf(letter, after)?.rook === rook) return letter;
    const file = 'abcdefgh'[rook % 8];
    return letter < 'a' ? file.toUpperCase() : file;
  };
  return `${kept.map(name).join('') || '-'} -`;
}

/** Returns the squares of the king and the rook of a letter of the castling field, as in X-FEN, or nothing if there is no
such king or rook. */
function castlingOf(letter, pieces) {
  const [first, ownKing, ownRook] = letter < 'a' ? [0, 'K', 'R'] : [56, 'k', 'r'];
  const home = pieces.slice(first, first + 8);
  const [king, rooks] = [home.indexOf(ownKing), [...home.keys()].filter((file) => home[file] === ownRook)];
  const files = { k: rooks.at(-1) > king ? rooks.at(-1) : undefined, q: rooks[0] < king ? rooks[0] : undefined };
  const lower = letter.toLowerCase();
  const file = lower in files ? files[lower] : rooks.find((rook) => rook === 'abcdefgh'.indexOf(lower));
  return king < 0 || file === undefined ? undefined : { king: first + king, rook: first + file };
}

/** Returns the FEN of a position with these pieces, this side to move, and these rights. */
export function fenOf(pieces, side, rights = '- -') {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank--) {
    const letters = pieces.slice(8 * rank, 8 * rank + 8).map((letter) => letter || '1').join('');
    ranks.push(letters.replace(/1+/g, (empty) => String(empty.length)));
  }
  return `${ranks.join('/')} ${side} ${rights} 0 1`;
}
