// Handles mouse, pen and touch on the board, which drag pieces or sweep the chosen tool across squares.
//
// While a piece is dragged, the overlays are computed as if the piece were on the square under the pointer.

import { byId } from './element.js';
import { current } from './state.js';
import { board, focusSquare, squareAt } from './board.js';
import { moved, movePiece, strokeFrom } from './editing.js';
import { pieceId } from './squares.js';
import { pieceSvg } from './pictures.js';

const ghost = byId('ghost');

/** The current gesture: its pointer, and the actions for moving and for releasing this pointer. */
let gesture = null;

/** Adds the listeners. `preview(pieces, lifted)` draws a position without changing the state. `settle()` draws the
state. */
export function listenToPointer(preview, settle) {
  board.addEventListener('pointerdown', (event) => {
    const square = squareAt(event.clientX, event.clientY);
    if (square < 0 || event.button !== 0 || gesture) return;
    event.preventDefault();
    focusSquare(square);
    const actions = current().tool === 'move' ? drag(square, event, preview) : sweep(square);
    if (!actions) return;
    gesture = { pointer: event.pointerId, ...actions };
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener('pointermove', (event) => isOwn(event) && gesture.move(event));
  board.addEventListener('pointerup', (event) => isOwn(event) && end(gesture.drop, event, settle));
  board.addEventListener('pointercancel', (event) => isOwn(event) && end(nothing, event, settle));
  addEventListener('keydown', (event) => event.key === 'Escape' && gesture && end(nothing, event, settle));
}

/** Returns whether an event belongs to the current gesture. Events of a second finger do not. */
function isOwn({ pointerId }) {
  return gesture?.pointer === pointerId;
}

/** Does nothing. This is the last action of a gesture that is cancelled, or that needs no action at its end. */
function nothing() {}

/** Ends the gesture and calls its last action. The gesture has ended even if the action throws an error. */
function end(action, event, settle) {
  gesture = null;
  ghost.hidden = true;
  action(event);
  settle();
}

/** Starts to drag the piece on a square. Returns null if the square is empty. */
function drag(from, start, preview) {
  const { pieces } = current();
  if (pieces[from] === '') return null;
  let over = -2;
  const move = ({ clientX, clientY }) => {
    ghost.style.transform = `translate(${clientX}px, ${clientY}px) translate(-50%, -50%)`;
    const square = squareAt(clientX, clientY);
    if (square === over) return;
    over = square;
    preview(moved(pieces, from, square), square);
  };
  ghost.innerHTML = pieceSvg(pieceId(pieces[from]));
  ghost.style.width = ghost.style.height = `${board.clientWidth / 8}px`;
  ghost.hidden = false;
  move(start);
  return { move, drop: ({ clientX, clientY }) => movePiece(from, squareAt(clientX, clientY)) };
}

/** Applies the chosen tool to a square, and to every square that the pointer then enters. */
function sweep(first) {
  const stroke = strokeFrom(first);
  let last = first;
  stroke(first);
  const move = ({ clientX, clientY }) => {
    const square = squareAt(clientX, clientY);
    if (square < 0 || square === last) return;
    last = square;
    stroke(square);
  };
  return { move, drop: nothing };
}
