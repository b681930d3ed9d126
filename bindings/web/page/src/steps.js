// The section "How it works". It shows the recorded program of a pattern on the current position, operation by
// operation, or the parts of an expression.

import { boardPicture } from './pictures.js';
import { change, current } from './state.js';
import { described, hexadecimal } from './squares.js';
import { byId, element } from './element.js';
import { entries, entry, stepsOf } from './values.js';

const [select, slider, listing, play] = ['kernel', 'step', 'listing', 'play'].map(byId);

/** The signs of operations with two operands. In a formula, the sign is between the operands. */
const SIGNS = ['&', '|', '^', '+'];

/** The time in milliseconds for which each step is shown during playback. */
const BEAT = 900;

let program = { steps: [], results: [], measure: '' };
let timer = 0;

/** The index of the step that is drawn: `step` of the state, or the last step of the program if `step` is greater. */
let drawn = 0;

/** Creates the controls of the section. */
export function makeSteps() {
  const kernels = entries().filter(({ kind }) => kind === 'pattern');
  select.append(...kernels.map(({ name }) => element('option', { value: name }, name)));
  select.addEventListener('change', () => change({ kernel: select.value, step: 0 }));
  for (const radio of document.getElementsByName('formula')) {
    radio.addEventListener('change', () => change({ formula: radio.value, step: 0 }));
  }
  slider.addEventListener('input', () => change({ step: Number(slider.value) }));
  byId('previous').addEventListener('click', () => go(drawn - 1));
  byId('next').addEventListener('click', () => go(drawn + 1));
  play.addEventListener('click', () => (timer ? pause() : playOn()));
  listing.addEventListener('click', (event) => {
    const line = event.target.closest('button');
    if (line) go(Number(line.dataset.step));
  });
}

/** Computes the steps again and draws them. */
export function renewSteps() {
  program = stepsOf();
  const { kernel, formula } = current();
  const isListed = [...select.options].some(({ value }) => value === kernel);
  if (!isListed) select.append(element('option', { value: kernel }, kernel));
  select.value = kernel;
  for (const radio of document.getElementsByName('formula')) radio.checked = radio.value === formula;
  byId('kernel-definition').textContent = entry(kernel).definition;
  byId('measure').textContent = program.measure;
  slider.max = program.steps.length - 1;
  listing.replaceChildren(...program.steps.map(listingLine));
  byId('results').replaceChildren(...program.results.map(resultLine));
  drawStep();
}

/** Draws the chosen step. */
export function drawStep() {
  const number = Math.min(Math.max(current().step, 0), program.steps.length - 1);
  const step = program.steps[number];
  drawn = number;
  slider.value = number;
  slider.setAttribute('aria-valuetext', step.text);
  byId('position-of-step').textContent = `Step ${number + 1} of ${program.steps.length}`;
  const [formula, meaning] = split(step.text);
  byId('step-formula').textContent = formula;
  byId('step-meaning').textContent = meaning;
  byId('step-picture').replaceChildren(...equation(formula, step));
  for (const line of listing.querySelectorAll('button')) {
    const isCurrent = Number(line.dataset.step) === number;
    line.setAttribute('aria-current', isCurrent ? 'step' : 'false');
    if (isCurrent) scrollWithin(listing, line);
  }
}

/** Returns pictures of the operands and of the result, with the sign of the operation between the operands. */
function equation(formula, { operands, isNumber, word }) {
  const sign = SIGNS.find((sign) => formula.includes(` ${sign} `)) ?? '';
  const parts = operands.flatMap((operand, n) => {
    const between = n === 0 ? [] : [element('span', { className: 'sign', ariaHidden: 'true' }, sign || ',')];
    return [...between, figure(picture(operand), operand.name, 'operand')];
  });
  // The style sheet draws the arrow, because its direction depends on the width of the window.
  const [equals, className] = operands.length === 1 && !sign ? ['', 'sign arrow'] : ['=', 'sign'];
  if (operands.length > 0) parts.push(element('span', { className, ariaHidden: 'true' }, equals));
  const name = formula.split(' = ')[0];
  const value = isNumber ? String(word) : hexadecimal(word);
  return [...parts, figure(picture({ name, isNumber, word }, current().pieces), `${name}  ${value}`, 'result')];
}

/** Returns the HTML of a number, or of a board with a set and with `pieces`. */
function picture({ name, isNumber, word }, pieces = []) {
  return isNumber ? `<span class="number">${word}</span>` : boardPicture(word, name, pieces);
}

function figure(picture, caption, className) {
  const made = element('figure', { className });
  made.innerHTML = picture;
  made.append(element('figcaption', {}, element('code', {}, caption)));
  return made;
}

function listingLine({ text }, number) {
  const [formula, meaning] = split(text);
  const line = element('button', { type: 'button' }, element('code', {}, formula), element('span', {}, meaning));
  line.dataset.step = number;
  return element('li', {}, line);
}

function resultLine({ name, isNumber, word }) {
  const value = isNumber ? String(word) : `${hexadecimal(word)}, ${described(word)}`;
  return element('li', {}, element('code', {}, name), ` = ${value}`);
}

/** Splits the text of a step into the formula and its meaning. */
function split(text) {
  const colon = text.indexOf(': ');
  return [text.slice(0, colon), text.slice(colon + 2)];
}

function go(step) {
  pause();
  change({ step: Math.min(Math.max(step, 0), program.steps.length - 1) });
}

function playOn() {
  if (drawn >= program.steps.length - 1) change({ step: 0 });
  play.textContent = 'Pause';
  timer = setInterval(() => {
    if (drawn >= program.steps.length - 1) pause();
    else change({ step: drawn + 1 });
  }, BEAT);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  play.textContent = 'Play';
}

/** Scrolls a list until a line is visible. The page around the list does not scroll. */
function scrollWithin(list, line) {
  const [top, bottom] = [line.offsetTop - list.offsetTop, line.offsetTop - list.offsetTop + line.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
