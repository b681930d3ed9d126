// Changes to the board by pointer or keyboard. Each change is announced to screen readers.

import { say } from './element.js';
import { change, current } from './state.js';
import { pieceName, squareName, has, withSquare } from './squares.js';

/** Returns a copy of `pieces` in which the piece on `from` is moved to `to`. If `to` is -1, the piece is removed. */
export function moved(pieces, from, to) {
  const after = [...pieces];
  after[from] = '';
  if (to >= 0) after[to] = pieces[from];
  return after;
}

/** Moves a piece, or removes it if it is moved off the board. */
export function movePiece(from, to) {
  const { pieces } = current();
  if (from === to || pieces[from] === '') return;
  say(to < 0 ? `removed from ${squareName(from)}` : `${pieceName(pieces[from])} from ${squareName(from)} to ${squareName(to)}`);
  change({ pieces: moved(pieces, from, to) });
}

/** Puts a piece on a square. If `letter` is '', the square becomes empty. */
export function placePiece(square, letter) {
  const pieces = [...current().pieces];
  pieces[square] = letter;
  say(letter === '' ? `${squareName(square)} is empty` : `${pieceName(letter)} on ${squareName(square)}`);
  change({ pieces });
}

/** Paints a square, or removes its paint. */
export function paintSquare(square, isPainted) {
  say(`${squareName(square)} ${isPainted ? 'painted' : 'not painted'}`);
  change({ painted: withSquare(current().painted, square, isPainted) });
}

/**
 * Returns the function that applies the chosen tool to each square of a sweep. If the first square already has the
 * tool's piece or paint, the function removes pieces or paint instead of adding them.
 */
export function strokeFrom(square) {
  const { tool, pieces, painted } = current();
  if (tool === 'paint') {
    const isPainted = !has(painted, square);
    return (next) => paintSquare(next, isPainted);
  }
  const letter = tool === 'erase' || pieces[square] === tool ? '' : tool;
  return (next) => placePiece(next, letter);
}
