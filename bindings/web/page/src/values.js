// Calls the module and converts its answers to objects: overlays, steps, and the strategies of a race.

import { current, shownPlaces } from './state.js';
import { fenOf, hexadecimal } from './squares.js';
import { Refusal, rows } from './module.js';

let call;
const catalogue = new Map();

/** Sets the module that computes the values, and reads its list of features and patterns. */
export function useModule(module) {
  call = module;
  for (const [kind, name, inputs, definition] of rows(call('catalogue'))) {
    catalogue.set(name, { kind, name, inputs, definition });
  }
}

/** Returns all features and patterns, each with its kind, name, inputs and definition. */
export function entries() {
  return [...catalogue.values()];
}

/** The sign before an expression, which distinguishes it from the name of a feature or pattern. */
export const SIGN = '=';

/** Returns the feature or pattern with this name, or the expression after the sign, or undefined. */
export function entry(name) {
  if (!name.startsWith(SIGN)) return catalogue.get(name);
  // Requests and answers consist of lines with fields.
  if (/[\n\t]/.test(name) || whatIsWrongWith(name.slice(SIGN.length)) !== '') return undefined;
  return { kind: 'expression', name, inputs: 'position', definition: 'An expression: a set, a number, or 1 for true and 0 for false.' };
}

/** Returns the reason why a text is not an expression, or '' if the text is an expression. */
export function whatIsWrongWith(expression) {
  return reasonOf(() => call('expression', expression));
}

/** Returns the reason why a text is not a position, or '' if the text is a position. */
export function whatIsWrong(fen) {
  return reasonOf(() => call('check', fen));
}

/** Returns an array with an element for each shown overlay: `{ name, place, results: [{ name, isNumber, text,
set }] }`. */
export function overlaysOf(pieces) {
  const { side, rights, painted } = current();
  const shown = shownPlaces();
  const lines = [fenOf(pieces, side, rights), hexadecimal(painted), ...shown.map(({ name }) => name)];
  const answer = rows(call('overlays', lines.join('\n')));
  return shown.map(({ name, place }) => {
    const own = answer.filter(([of]) => of === name);
    const results = own.map(([, result, kind, text]) => {
      const isNumber = kind === 'number';
      return { name: result, isNumber, text: isNumber ? text : hexadecimal(BigInt(text)), set: isNumber ? 0n : BigInt(text) };
    });
    return { name, place, results, set: results.reduce((union, { set }) => union | set, 0n) };
  });
}

/** Returns the moves of the knights and the king of the side to move: `{ move, legality }`. */
export function movesOf(pieces) {
  const { side, rights } = current();
  return rows(call('moves', fenOf(pieces, side, rights))).map(([, move, legality]) => ({ move, legality }));
}

/** Returns the steps and the results of the chosen pattern, and a text with the number and depth of its operations. */
export function stepsOf() {
  const { pieces, side, rights, painted, kernel, formula } = current();
  const answer = rows(call('explain', [fenOf(pieces, side, rights), hexadecimal(painted), kernel, formula].join('\n')));
  const of = (kind) => answer.filter(([first]) => first === kind).map(([, ...fields]) => fields);
  const steps = of('step').map(([text, kind, value, ...operands]) => ({
    text,
    isNumber: kind === 'number',
    word: BigInt(value),
    operands: triples(operands).map(([name, kind, word]) => ({ name, isNumber: kind === 'number', word: BigInt(word) })),
  }));
  const results = of('result').map(([name, kind, value]) => ({ name, isNumber: kind === 'number', word: BigInt(value) }));
  return { steps, results, measure: of('measure')[0][0] };
}

/** Returns the questions and the strategies of a race, and the names of the backends that cannot run in this module. */
export function lineup() {
  const answer = rows(call('lineup'));
  const of = (kind) => answer.filter(([first]) => first === kind);
  return {
    questions: of('question').map(([, name]) => name),
    strategies: of('strategy').map(([, name, summary]) => ({ name, summary })),
    missing: of('missing').map(([, name]) => name),
    native: of('native').map(([, name]) => name),
  };
}

function reasonOf(action) {
  try {
    action();
    return '';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function triples(fields) {
  return fields.flatMap((field, n) => (n % 3 === 0 ? [fields.slice(n, n + 3)] : []));
}
