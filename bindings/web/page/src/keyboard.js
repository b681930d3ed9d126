// The keyboard on the board: arrow keys move between squares, FEN letters place pieces, and Space uses the chosen tool.

import { current, onChange } from './state.js';
import { board, focusedSquare, focusSquare, showPicked } from './board.js';
import { movePiece, paintSquare, placePiece, strokeFrom } from './editing.js';
import { say } from './element.js';
import { has, LETTERS, pieceName, squareName } from './squares.js';

/** For each arrow key, the files and ranks by which it moves the focus. The signs are for a board that is not flipped. */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The square of the piece that has been picked up with Space, or -1. */
let picked = -1;

/** Adds the listeners. */
export function listenToKeyboard() {
  board.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (react(event.key)) event.preventDefault();
  });
  // After a change of the pieces, the picked square may hold another piece or no piece. The pick is therefore
  // cancelled.
  onChange((changed) => picked >= 0 && changed.has('pieces') && pick(-1));
}

/** Handles a key. Returns whether the key has a meaning on the board. */
function react(key) {
  const square = focusedSquare();
  if (key in ARROWS) focusSquare(neighbour(square, ARROWS[key]));
  else if (LETTERS.includes(key)) placePiece(square, key);
  else if (key === 'Delete' || key === 'Backspace') placePiece(square, '');
  else if (key === 'x') paintSquare(square, !has(current().painted, square));
  else if (key === ' ' || key === 'Enter') useTool(square);
  else if (key === 'Escape' && picked >= 0) letGo();
  else return false;
  return true;
}

function useTool(square) {
  const { tool, pieces } = current();
  if (tool !== 'move') {
    strokeFrom(square)(square);
  } else if (picked >= 0) {
    movePiece(picked, square);
    pick(-1);
  } else if (pieces[square] !== '') {
    pick(square);
    say(`${pieceName(pieces[square])} picked up from ${squareName(square)}; choose a square and press Space`);
  }
}

function letGo() {
  pick(-1);
  say('put back');
}

function pick(square) {
  picked = square;
  showPicked(square);
}

/** Returns the next square in a direction, or the same square at the edge of the board. */
function neighbour(square, [files, ranks]) {
  const turn = current().isFlipped ? -1 : 1;
  const [file, rank] = [(square & 7) + turn * files, (square >> 3) + turn * ranks];
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? square : 8 * rank + file;
}
