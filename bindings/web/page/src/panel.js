// The list of the overlays that are shown, and the list of all overlays.

import { change, current, MOST_SHOWN, shownPlaces, toggleShown } from './state.js';
import { described } from './squares.js';
import { entries, entry, SIGN, whatIsWrongWith } from './values.js';
import { byId, copyText, element, say } from './element.js';
import { markSvg } from './pictures.js';

const legend = byId('legend');
const list = byId('choices');
const filter = byId('filter');
const full = byId('full');

/** Creates the list of all overlays, from which the user chooses, and the field for an expression. */
export function makeChoices() {
  byId('ask').addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });
  for (const [title, isIn] of GROUPS) {
    const group = element('fieldset', { className: 'group' }, element('legend', {}, title));
    group.append(...entries().filter(isIn).map(choice));
    list.append(group);
  }
  filter.placeholder = `Filter ${entries().length} features and patterns`;
  filter.addEventListener('input', applyFilter);
}

/** Shows the expression in the field as an overlay. If the text is not an expression, shows the reason. */
function ask() {
  const field = byId('expression');
  const text = field.value.trim();
  const name = SIGN + text;
  let reason = whatIsWrongWith(text);
  if (reason === '' && !current().shown.includes(name) && !toggleShown(name)) reason = full.textContent;
  byId('expression-error').textContent = reason;
  field.setAttribute('aria-invalid', String(reason !== ''));
}

const GROUPS = [
  ['Features of white', ({ kind, name }) => kind === 'feature' && name.startsWith('white_')],
  ['Features of black', ({ kind, name }) => kind === 'feature' && name.startsWith('black_')],
  ['Features of the side to move', ({ kind, name }) => kind === 'feature' && !/^(white|black)_/.test(name)],
  ['Patterns, with their formula', ({ kind }) => kind === 'pattern'],
];

function choice({ name, inputs, definition, kind }) {
  const box = element('input', { type: 'checkbox', value: name });
  box.addEventListener('change', () => {
    if (!toggleShown(name)) box.checked = false;
    full.hidden = shownPlaces().length < MOST_SHOWN;
    if (!full.hidden) say(full.textContent);
  });
  const from = kind === 'pattern' ? element('span', { className: 'inputs' }, ` of ${inputs}`) : '';
  const text = element('span', { className: 'definition' }, definition);
  return element('label', { className: 'choice' }, box, element('span', {}, element('code', {}, name), from, text));
}

function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
  for (const label of list.querySelectorAll('.choice')) {
    const text = label.textContent.toLowerCase();
    label.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of list.querySelectorAll('.group')) {
    group.hidden = [...group.querySelectorAll('.choice')].every((label) => label.hidden);
  }
  list.hidden = [...list.children].every((group) => group.hidden);
  byId('none-found').hidden = !list.hidden;
}

/** Lists the moves of the side to move. Illegal moves are struck through. */
export function drawMoves(moves) {
  const item = ({ move, legality }) => element(legality === 'illegal' ? 's' : 'span', {}, move);
  byId('moves').replaceChildren(...(moves.length === 0 ? ['none'] : moves.flatMap((move) => [item(move), ' '])));
}

/** Draws the list of shown overlays. */
export function drawLegend(overlays, explain) {
  const shown = new Set(overlays.map(({ name }) => name));
  for (const box of list.querySelectorAll('input')) box.checked = shown.has(box.value);
  full.hidden = overlays.length < MOST_SHOWN;
  byId('nothing-shown').hidden = overlays.length > 0;
  const keys = overlays.map(({ name, place }) => `${name} ${place}`).join(',');
  if (legend.dataset.keys !== keys) {
    legend.dataset.keys = keys;
    legend.replaceChildren(...overlays.map((overlay) => row(overlay, explain)));
  }
  overlays.forEach((overlay, n) => fill(legend.children[n], overlay));
}

/** Creates the row of an overlay. The values are filled in later. */
function row({ name, place, results }, explain) {
  const tint = element('button', { type: 'button', className: 'name', title: 'Tint the squares of this overlay' });
  tint.innerHTML = markSvg(place);
  tint.append(element('code', {}, name));
  tint.addEventListener('click', () => change({ chosen: current().chosen === name ? '' : name }));
  const hide = element('button', { type: 'button', className: 'quiet', ariaLabel: `Hide ${name}`, title: 'Hide' }, '×');
  hide.addEventListener('click', () => toggleShown(name));
  const buttons = element('span', { className: 'buttons' });
  if (entry(name).kind !== 'feature') {
    const steps = element('button', { type: 'button', className: 'quiet' }, 'Steps');
    steps.setAttribute('aria-label', `Show the steps of ${name}`);
    steps.addEventListener('click', () => explain(name));
    buttons.append(steps);
  }
  buttons.append(hide);
  const head = element('div', { className: 'head' }, tint, buttons);
  const definition = element('p', { className: 'definition' }, entry(name).definition);
  const item = element('li', { className: `overlay c${place}` }, head, ...results.map(() => value(name)), definition);
  item.dataset.name = name;
  return item;
}

/** Creates the line of a result, with places for a name and a value, and with a button that copies the value. */
function value(name) {
  const copy = element('button', { type: 'button', className: 'quiet' }, 'Copy');
  copy.setAttribute('aria-label', `Copy the value of ${name}`);
  copy.addEventListener('click', () => copyText(copy.previousElementSibling.textContent, copy));
  const [result, word] = [element('span', { className: 'result' }), element('code', { className: 'word' })];
  return element('div', { className: 'value' }, result, word, copy);
}

/** Fills in the values of an overlay. If a pattern has several results, their names are shown too. */
function fill(item, { name, results }) {
  item.classList.toggle('chosen', current().chosen === name);
  item.querySelector('.name').setAttribute('aria-pressed', String(current().chosen === name));
  [...item.querySelectorAll('.value')].forEach((line, n) => {
    const { isNumber, text, set, name: result } = results[n];
    line.querySelector('.result').textContent = results.length > 1 ? result : '';
    line.querySelector('.word').textContent = text;
    line.title = isNumber ? `the number ${text}` : described(set);
  });
}
