// The board: 64 cells in rows, which screen readers present as a grid. Each cell has a name, and may have a piece and
// marks.

import { byId } from './element.js';
import { current } from './state.js';
import { has, pieceId, pieceName, squareName } from './squares.js';
import { markInSquare, pieceSvg } from './pictures.js';

/** The element that contains the board. */
export const board = byId('board');
const cells = [];
let focused = 4 + 8 * 3;

/** Creates the cells. This function must be called exactly once. */
export function makeBoard() {
  for (let square = 0; square < 64; square++) {
    const cell = document.createElement('div');
    cell.setAttribute('role', 'gridcell');
    cell.dataset.square = square;
    cell.className = (square + (square >> 3)) % 2 === 0 ? 'cell dark' : 'cell light';
    cells.push(cell);
  }
  arrange();
}

/** Puts the cells in order. White's side is at the bottom, or Black's side if the board is flipped. */
export function arrange() {
  const { isFlipped } = current();
  const rows = Array.from({ length: 8 }, (_, row) => {
    const line = document.createElement('div');
    line.setAttribute('role', 'row');
    line.className = 'row';
    const rank = isFlipped ? row : 7 - row;
    const files = Array.from({ length: 8 }, (_, file) => (isFlipped ? 7 - file : file));
    line.append(...files.map((file) => cells[8 * rank + file]));
    return line;
  });
  board.replaceChildren(...rows);
  cells.forEach((cell, square) => {
    const isLowest = (square >> 3) === (isFlipped ? 7 : 0);
    const isLeftmost = (square & 7) === (isFlipped ? 7 : 0);
    cell.dataset.file = isLowest ? squareName(square)[0] : '';
    cell.dataset.rank = isLeftmost ? squareName(square)[1] : '';
  });
}

/** Draws pieces and overlays. `lifted` is the square of the piece that is being dragged, or -1. */
export function draw(pieces, overlays, lifted = -1) {
  const { painted, chosen } = current();
  const tint = overlays.find(({ name }) => name === chosen);
  cells.forEach((cell, square) => {
    const marked = overlays.filter(({ set }) => has(set, square));
    const isPainted = has(painted, square);
    const isTinted = tint !== undefined && has(tint.set, square);
    const places = marked.map(({ place }) => place);
    const content = JSON.stringify([pieces[square], square === lifted, isPainted, isTinted && tint.place, places]);
    const name = nameOf(square, pieces[square], isPainted, marked);
    if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
    cell.tabIndex = square === focused ? 0 : -1;
    if (cell.dataset.content === content) return;
    cell.dataset.content = content;
    const tintClass = isTinted ? `<i class="tint c${tint.place}"></i>` : '';
    const paint = isPainted ? '<i class="paint"></i>' : '';
    const piece = pieces[square] === '' ? '' : pieceSvg(pieceId(pieces[square]));
    const marks = marked.map(({ place }) => markInSquare(place)).join('');
    const marksSvg = marks && `<svg class="marks" viewBox="0 0 100 100" aria-hidden="true">${marks}</svg>`;
    cell.innerHTML = tintClass + paint + piece + marksSvg;
    cell.classList.toggle('lifted', square === lifted);
  });
}

/** Returns the name of a cell for screen readers, such as `b1, white knight, in white_knights`. */
function nameOf(square, letter, isPainted, marked) {
  const parts = [squareName(square), letter === '' ? 'empty' : pieceName(letter)];
  if (isPainted) parts.push('painted');
  if (marked.length > 0) parts.push(`in ${marked.map(({ name }) => name).join(', ')}`);
  return parts.join(', ');
}

/** Returns the square at a point in the window, or -1 if the point is not on the board. */
export function squareAt(x, y) {
  const { left, top, width, height } = board.getBoundingClientRect();
  const [file, row] = [Math.floor((8 * (x - left)) / width), Math.floor((8 * (y - top)) / height)];
  if (file < 0 || file > 7 || row < 0 || row > 7) return -1;
  return current().isFlipped ? 8 * row + 7 - file : 8 * (7 - row) + file;
}

/** Returns the square that has the keyboard focus. */
export function focusedSquare() {
  return focused;
}

/** Moves the keyboard focus to a square. */
export function focusSquare(square) {
  cells[focused].tabIndex = -1;
  focused = square;
  cells[square].tabIndex = 0;
  cells[square].focus({ preventScroll: true });
}

/** Highlights the square whose piece has been picked up by keyboard. If `square` is -1, no square is highlighted. */
export function showPicked(square) {
  cells.forEach((cell, n) => cell.classList.toggle('picked', n === square));
}
