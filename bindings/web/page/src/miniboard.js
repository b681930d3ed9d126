// Small boards: a set of squares as a picture, with or without pieces.

import { described, has, pieceId } from './squares.js';
import { current } from './state.js';

/** Returns a board of 8 by 8 units as SVG text. The squares of `set` are filled; `pieces` are drawn on it if they are given. */
export function boardPicture(set, title, pieces = []) {
  const dark = path((square) => (square + (square >> 3)) % 2 === 0);
  const marked = path((square) => has(set, square));
  const men = pieces.map((letter, square) => (letter === '' ? '' : man(letter, square))).join('');
  return (
    `<svg class="mini" viewBox="0 0 8 8" role="img" aria-label="${title}: ${described(set)}">` +
    `<path class="all" d="M0 0h8v8h-8z"/><path class="dark" d="${dark}"/><path class="in" d="${marked}"/>${men}</svg>`
  );
}

/** Returns the path around all squares for which `isIn` holds. */
function path(isIn) {
  const squares = Array.from({ length: 64 }, (_, square) => square).filter(isIn);
  return squares.map((square) => `M${place(square).join(' ')}h1v1h-1z`).join('');
}

function man(letter, square) {
  const [x, y] = place(square);
  return `<use href="#${pieceId(letter)}" x="${x}" y="${y}" width="1" height="1"/>`;
}

/** Returns the left and the upper edge of a square. */
function place(square) {
  const [file, rank] = [square & 7, square >> 3];
  return current().isFlipped ? [7 - file, rank] : [file, 7 - rank];
}
