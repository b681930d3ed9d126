// The page: starts the module, and redraws the parts that a change affects.

import { byId } from './element.js';
import { arrange, draw, makeBoard } from './board.js';
import { change, current, fromHash, onChange, toHash } from './state.js';
import { definePieces } from './pictures.js';
import { drawControls, drawFen, makeControls } from './controls.js';
import { drawLegend, makeChoices } from './panel.js';
import { drawStep, makeSteps, renewSteps } from './steps.js';
import { entry, overlaysOf, useModule, whatIsWrong } from './values.js';
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
}

function settle() {
  show(current().pieces);
}

/** Shows the steps of a pattern. */
function explain(kernel) {
  change({ kernel, step: 0 });
  byId('how').scrollIntoView();
}

/** Parts of the state that change the steps of the chosen pattern. */
const CHANGES_STEPS = ['pieces', 'side', 'painted', 'kernel', 'formula', 'isFlipped'];

function redraw(changed) {
  if (changed.has('isFlipped')) arrange();
  settle();
  // A FEN that is being typed is kept until the board changes.
  if (changed.has('pieces') || changed.has('side')) drawFen();
  drawControls();
  if (CHANGES_STEPS.some((part) => changed.has(part))) scheduleSteps();
  else if (changed.has('step')) drawStep();
  scheduleHash();
}

let pendingSteps = 0;

/** Computes the steps again after the overlays have been drawn: a list of a hundred steps takes longer than a frame. */
function scheduleSteps() {
  cancelAnimationFrame(pendingSteps);
  pendingSteps = requestAnimationFrame(() => setTimeout(renewSteps));
}

let pendingHash = 0;

/** Puts the state into the address shortly after the last change, because browsers limit the rate of these
updates. */
function scheduleHash() {
  clearTimeout(pendingHash);
  pendingHash = setTimeout(() => history.replaceState(null, '', `#${toHash()}`), 150);
}

/** Wraps a module so that a trap shows a notice. After a trap its text is still borrowed, so every later call
traps as well. */
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
  change(fromHash(new URL(address).hash, isPosition, isName, (name) => entry(name)?.kind === 'pattern'));
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
  // The function does not read the current address, because a pending update may already have replaced it.
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
