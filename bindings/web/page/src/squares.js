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
  return [/^[KQA-H]{0,2}[kqa-h]{0,2}$/.test(castling) && castling, /^[a-h][36]$/.test(square) && square]
    .map((field) => field || '-').join(' ');
}

/** Returns the rights that remain if the pieces are edited: each castling whose king and rook are on their first squares,
and no en passant square. */
export function rightsAfterEdit(rights, pieces) {
  const rooks = { K: 7, Q: 0, k: 63, q: 56 };
  const isAllowed = (letter) => {
    const [king, rook, square] = letter < 'a' ? ['K', 'R', 4] : ['k', 'r', 60];
    return letter in rooks && pieces[square] === king && pieces[rooks[letter]] === rook;
  };
  return `${[...rights.split(' ')[0]].filter(isAllowed).join('') || '-'} -`;
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
