// The controls around the board: the tools, the FEN, and the buttons.

import { change, current, currentFen, START, toHash } from './state.js';
import { LETTERS, pieceId, pieceName, piecesOf, rightsOf, sideOf } from './squares.js';
import { byId, copyText, element, say } from './element.js';
import { pieceSvg } from './pictures.js';
import { whatIsWrong } from './values.js';

const [field, wrong] = ['fen', 'fen-error'].map(byId);

const MOVE = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2l3.500 4H13v5h5V8.500L22 12l-4 3.500V13h-5v5h2.500L12 22l-3.500-4H11v-5H6v2.500L2 12l4-3.500V11h5V6H8.500z"/></svg>';
const PAINT = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 3h18v18H3zM5 15l10-10h-5L5 10zM5 19.500L19 5.500V5h-.500L5 18.500zM10 19h4.500L19 14.500V10z" fill-rule="evenodd"/></svg>';
const ERASE = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 6.500L6.500 5 12 10.500 17.500 5 19 6.500 13.500 12l5.500 5.500-1.500 1.500-5.500-5.500L6.500 19 5 17.500 10.500 12z"/></svg>';

/** Creates the tools, and adds listeners to the form and the buttons. */
export function makeControls() {
  const pieces = [...LETTERS].map((letter) => {
    return tool(letter, pieceSvg(pieceId(letter)), `Place: ${pieceName(letter)} (key ${letter})`);
  });
  byId('tools').append(
    tool('move', MOVE, 'Move pieces'),
    tool('paint', PAINT, 'Paint squares (key x)'),
    tool('erase', ERASE, 'Remove pieces (key Delete)'),
    ...pieces,
  );
  byId('position').addEventListener('submit', (event) => {
    event.preventDefault();
    readFen();
  });
  field.addEventListener('paste', () => setTimeout(readFen));
  for (const radio of document.getElementsByName('side')) {
    radio.addEventListener('change', () => change({ side: radio.value }));
  }
  byId('flip').addEventListener('click', () => change({ isFlipped: !current().isFlipped }));
  byId('start-position').addEventListener('click', () => change(positionOf(START)));
  byId('clear').addEventListener('click', () => change({ pieces: Array(64).fill('') }));
  byId('unpaint').addEventListener('click', () => change({ painted: 0n }));
  byId('link').addEventListener('click', (event) => copyText(`${location.href.split('#')[0]}#${toHash()}`, event.currentTarget));
}

function tool(name, picture, title) {
  const radio = element('input', { type: 'radio', name: 'tool', value: name, checked: name === current().tool });
  radio.setAttribute('aria-label', title);
  radio.addEventListener('change', () => change({ tool: name }));
  const label = element('label', { className: 'tool', title }, radio);
  label.insertAdjacentHTML('beforeend', picture);
  return label;
}

/** Returns the parts of the state that a FEN contains. */
function positionOf(fen) {
  return { pieces: piecesOf(fen), side: sideOf(fen), rights: rightsOf(fen) };
}

/** Sets the board to the FEN in the field. If the text is not a position, shows the reason and changes nothing. */
function readFen() {
  const fen = field.value.trim();
  const reason = whatIsWrong(fen);
  wrong.textContent = reason && `Not a position: ${reason}.`;
  field.setAttribute('aria-invalid', String(reason !== ''));
  if (reason !== '') return;
  change(positionOf(fen));
  say('position read');
}

/** Replaces the text in the FEN field with the FEN of the position. */
export function drawFen() {
  field.value = currentFen();
  field.setAttribute('aria-invalid', 'false');
  wrong.textContent = '';
}

/** Updates the side to move, and the parts that depend on the tool or on the painted squares. */
export function drawControls() {
  const { side, painted, tool } = current();
  for (const radio of document.getElementsByName('side')) radio.checked = radio.value === side;
  byId('board').dataset.tool = tool;
  byId('unpaint').hidden = painted === 0n;
  byId('painted-note').hidden = painted === 0n && tool !== 'paint';
}
