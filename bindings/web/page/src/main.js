// The main script of the page. It starts the WebAssembly module. After a change of the state, it redraws the parts of
// the page that depend on the changed values.

import { byId } from './element.js';
import { arrange, draw, makeBoard } from './board.js';
import { change, current, fromHash, onChange, toHash } from './state.js';
import { definePieces } from './pictures.js';
import { drawControls, drawFen, makeControls } from './controls.js';
import { drawLegend, drawMoves, makeChoices } from './panel.js';
import { drawStep, makeSteps, renewSteps } from './steps.js';
import { entry, movesOf, overlaysOf, useModule, whatIsWrong } from './values.js';
import { listenToKeyboard } from './keyboard.js';
import { listenToPointer } from './pointer.js';
import { makeRace } from './race.js';
import { makeTheme } from './theme.js';
import { partOfPage, runsSimd, startModule } from './module.js';

/** Draws a position with its overlays. */
function show(pieces, lifted) {
  const overlays = overlaysOf(pieces);
  draw(pieces, overlays, lifted);
  drawLegend(overlays, explain);
  drawMoves(movesOf(pieces));
}

function settle() {
  show(current().pieces);
}

/** Shows the steps of a pattern or an expression. */
function explain(kernel) {
  change({ kernel, step: 0 });
  byId('how').scrollIntoView();
}

/** If one of these parts of the state changes, the steps are computed and drawn again. */
const CHANGES_STEPS = ['pieces', 'side', 'painted', 'kernel', 'formula', 'isFlipped'];

function redraw(changed) {
  if (changed.has('isFlipped')) arrange();
  settle();
  // The text in the FEN field, which may be half typed, is replaced only if the board changes.
  if (['pieces', 'side', 'rights'].some((part) => changed.has(part))) drawFen();
  drawControls();
  if (CHANGES_STEPS.some((part) => changed.has(part))) scheduleSteps();
  else if (changed.has('step')) drawStep();
  scheduleHash();
}

let pendingSteps = 0;

/** Computes the steps only after the overlays have been drawn. A hundred steps take longer than a frame, so the overlays
would be drawn late otherwise. */
function scheduleSteps() {
  cancelAnimationFrame(pendingSteps);
  pendingSteps = requestAnimationFrame(() => setTimeout(renewSteps));
}

let pendingHash = 0;

/** Writes the state to the address, shortly after the last change. Browsers limit the rate of updates, so changes that
follow each other quickly are written only once. */
function scheduleHash() {
  clearTimeout(pendingHash);
  pendingHash = setTimeout(() => history.replaceState(null, '', `#${toHash()}`), 150);
}

/** Wraps the function that calls a module, so that a trap shows a notice. After a trap, the module's input is still
borrowed, so every later call traps as well. */
function noticingTraps(call) {
  return (name, text) => {
    try {
      return call(name, text);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        showNotice(`The page has stopped: ${error.message}. Open it again without the part of its address from the # on.`);
      }
      throw error;
    }
  };
}

function showNotice(text) {
  const notice = byId('broken');
  if (notice.hidden) notice.textContent = text;
  notice.hidden = false;
}

function readHash(address) {
  const isPosition = (fen) => whatIsWrong(fen) === '';
  const isName = (name) => entry(name) !== undefined;
  const isKernel = (name) => ['pattern', 'expression'].includes(entry(name)?.kind);
  change(fromHash(new URL(address).hash, isPosition, isName, isKernel));
}

async function main() {
  makeTheme();
  definePieces();
  makeBoard();
  draw(current().pieces, []);
  const hasSimd = runsSimd();
  const bytes = await partOfPage(hasSimd ? 'module-simd128' : 'module-plain');
  useModule(noticingTraps(await startModule(bytes)));
  readHash(location.href);
  arrange();
  makeControls();
  makeChoices();
  makeSteps();
  makeRace(bytes, hasSimd);
  settle();
  drawFen();
  drawControls();
  renewSteps();
  onChange(redraw);
  // The address is read from the event, because a pending update may already have replaced the current address.
  addEventListener('hashchange', ({ newURL }) => readHash(newURL));
  listenToPointer(show, settle);
  listenToKeyboard();
  for (const button of document.querySelectorAll('[data-go]')) {
    button.addEventListener('click', () => byId(button.dataset.go).scrollIntoView());
  }
  byId('module-name').textContent = hasSimd ? 'with simd128' : 'without simd128';
  document.documentElement.dataset.ready = 'yes';
}

main().catch((error) => {
  showNotice(`This page cannot run here: ${error.message}. It needs a browser from 2024 or later.`);
  throw error;
});
