// The pictures of the page: pieces, marks of overlays, and small boards.
//
// The pieces are simple shapes on a field of 100 by 100 units, drawn for this page. Each overlay has a mark with its
// own colour, shape and place within the square, and each of the three is enough to distinguish the overlays. The
// colours of the marks are those of Okabe and Ito (Color Universal Design), with white in place of black. People with
// any kind of colour vision can distinguish these colours. The style sheet defines all colours.

import { byId } from './element.js';
import { current } from './state.js';
import { described, has, pieceId } from './squares.js';

/** The shape of each piece: a body, which is filled, and lines and dots that are drawn on it. */
const SHAPES = {
  p: {
    body: 'M50 18a13 13 0 0 1 8 23c7 4 10 10 9 17h-8c1 9 5 14 12 19v9H29v-9c7-5 11-10 12-19h-8c-1-7 2-13 9-17a13 13 0 0 1 8-23z',
    lines: 'M29 77h42',
  },
  r: {
    body: 'M25 18h11v8h9v-8h10v8h9v-8h11v20l-8 6 3 29h4v13H26V73h4l3-29-8-6z',
    lines: 'M29 38h42M33 44h34M30 73h40',
  },
  n: {
    body: 'M31 86c-1-17 8-25 17-35-8 3-14 3-18 9-4 5-12 2-12-5 0-8 7-12 10-21 2-6 5-9 10-11l2-10 8 8c18 2 31 15 32 36 0 13-3 20-4 29z',
    lines: 'M31 78h46M49 51c4-2 7-6 8-11M62 29c7 6 11 15 11 27',
    dots: 'M37 35a3 3 0 1 0 .1 0zM23 54a1.8 1.8 0 1 0 .1 0z',
  },
  b: {
    body: 'M50 10a6 6 0 0 1 4 10.500c11 8 18 18 18 29 0 8-4 14-10 18l3 8c5 1 10 2 15 5v5.500H20V80.500c5-3 10-4 15-5l3-8c-6-4-10-10-10-18 0-11 7-21 18-29A6 6 0 0 1 50 10z',
    lines: 'M38 67.500h24M35 75.500h30M50 33v20M41 43h18',
  },
  q: {
    body: 'M14 26a6 6 0 1 1 7 5.900L32 50l2-26a6 6 0 1 1 7-.500L50 46l9-22.500a6 6 0 1 1 7 .500l2 26 11-18.100A6 6 0 1 1 86 26L77 66l2 11v9H21v-9l2-11z',
    lines: 'M23 66h54M21 77h58',
  },
  k: {
    body: 'M45.500 8h9v7h7v8.500h-7V32c3 2 5 4 6 7 9-6 25-3 25 11 0 8-5 13-11 18v18h-49V68c-6-5-11-10-11-18 0-14 16-17 25-11 1-3 3-5 6-7v-8.500h-7V15h7z',
    lines: 'M25.500 68h49M25.500 77h49M50 44v24',
  },
};

/** Adds the pictures to the page, as symbols with the ids `wk`, `bp` and so on. */
export function definePieces() {
  const symbols = Object.entries(SHAPES).flatMap(([kind, { body, lines, dots = '' }]) =>
    ['w', 'b'].map(
      (side) =>
        `<symbol id="${side}${kind}" viewBox="0 0 100 100"><g class="man ${side}">` +
        `<path class="body" d="${body}"/><path class="lines" d="${lines}"/><path class="dots" d="${dots}"/></g></symbol>`,
    ),
  );
  byId('symbols').innerHTML = symbols.join('');
}

/** Returns a piece as a separate SVG element, without a name for screen readers. */
export function pieceSvg(id) {
  return `<svg class="piece" viewBox="0 0 100 100" aria-hidden="true"><use href="#${id}"/></svg>`;
}

/** For each mark, the centre in a square of 100 by 100, and the shape around the point 0, 0. */
const MARKS = [
  { x: 15, y: 15, shape: 'M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z' },
  { x: 85, y: 15, shape: 'M-9 -9h18v18h-18z' },
  { x: 85, y: 85, shape: 'M0 -11L11 9H-11z' },
  { x: 15, y: 85, shape: 'M0 -12L12 0L0 12L-12 0z' },
  { x: 50, y: 12, shape: 'M-11 -4h7v-7h8v7h7v8h-7v7h-8v-7h-7z' },
  { x: 88, y: 50, shape: 'M0 11L-11 -9H11z' },
  { x: 50, y: 88, shape: 'M-12 -5h24v10h-24z' },
  { x: 12, y: 50, shape: 'M-5 -12h10v24h-10z' },
];

/** Returns the mark with this index, at its position in a square of 100 by 100. */
export function markInSquare(place) {
  const { x, y, shape } = MARKS[place];
  return `<path class="mark c${place}" transform="translate(${x} ${y}) scale(1.15)" d="${shape}"/>`;
}

/** Returns the mark with this index as a separate picture, for lists. */
export function markSvg(place) {
  const path = `<path class="mark c${place}" d="${MARKS[place].shape}"/>`;
  return `<svg class="swatch" viewBox="-15 -15 30 30" aria-hidden="true">${path}</svg>`;
}

/** Returns a board of 8 by 8 units as SVG text, with the squares of `set` filled and with `pieces` drawn on it. */
export function boardPicture(set, title, pieces = []) {
  const dark = path((square) => (square + (square >> 3)) % 2 === 0);
  const marked = path((square) => has(set, square));
  const men = pieces.map((letter, square) => (letter === '' ? '' : man(letter, square))).join('');
  return (
    `<svg class="mini" viewBox="0 0 8 8" role="img" aria-label="${title}: ${described(set)}">` +
    `<path class="all" d="M0 0h8v8h-8z"/><path class="dark" d="${dark}"/><path class="in" d="${marked}"/>${men}</svg>`
  );
}

/** Returns the path around all squares for which `isIn` returns true. */
function path(isIn) {
  const squares = Array.from({ length: 64 }, (_, square) => square).filter(isIn);
  return squares.map((square) => `M${place(square).join(' ')}h1v1h-1z`).join('');
}

function man(letter, square) {
  const [x, y] = place(square);
  return `<use href="#${pieceId(letter)}" x="${x}" y="${y}" width="1" height="1"/>`;
}

/** Returns the coordinates of the left edge and the upper edge of a square. */
function place(square) {
  const [file, rank] = [square & 7, square >> 3];
  return current().isFlipped ? [7 - file, rank] : [file, 7 - rank];
}
