// The state of the page, and the link that restores the state.
//
// One object contains the user's choices for the board, the overlays and the explained pattern. `change` replaces parts
// of this object and calls every listener. The part of the address after the # describes the state, so a copied address
// restores the state.

import { fenOf, hexadecimal, piecesOf, rightsAfterEdit, rightsOf, sideOf } from './squares.js';

/** The maximum number of overlays that are shown at once. More overlays could not be distinguished. */
export const MOST_SHOWN = 8;

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The first position that the page shows. In this position, most patterns are not empty. */
const EXAMPLE = 'r3k2r/pp3ppp/2n1b3/3q4/3N4/2N1P3/PP3PPP/R2Q1RK1 w - - 0 1';

const state = {
  pieces: piecesOf(EXAMPLE),
  side: 'w',
  /** The castling field and the en passant field of the FEN. */
  rights: '- -',
  painted: 0n,
  isFlipped: false,
  /** For each place, the name of an overlay, or the sign = followed by an expression, or '' if the place is free. The place determines the colour and the shape. */
  shown: ['white_knight_moves', 'black_king_escapes', 'white_forks'],
  /** The overlay whose squares are tinted. */
  chosen: 'white_knight_moves',
  kernel: 'knight_attacks',
  formula: 'prefix',
  step: 3,
  tool: 'move',
};

const listeners = [];

/** Returns the state. Only `change` may change it. */
export function current() {
  return state;
}

/** Adds a listener. It is called after each change, with the set of the names of the parts that have changed. */
export function onChange(listener) {
  listeners.push(listener);
}

/** Replaces parts of the state. If the pieces or the side to move change and no rights are given, the rights that the
new position cannot have are removed. */
export function change(parts) {
  if (('pieces' in parts || 'side' in parts) && !('rights' in parts)) {
    parts = { ...parts, rights: rightsAfterEdit(state.rights, state.pieces, parts.pieces ?? state.pieces) };
  }
  const names = Object.keys(parts).filter((name) => parts[name] !== state[name]);
  if (names.length === 0) return;
  Object.assign(state, parts);
  listeners.forEach((listener) => listener(new Set(names)));
}

/** Returns the FEN of the board. */
export function currentFen() {
  return fenOf(state.pieces, state.side, state.rights);
}

/** Returns the names of the overlays that are shown, with their places. */
export function shownPlaces() {
  return state.shown.map((name, place) => ({ name, place })).filter(({ name }) => name !== '');
}

/** Hides an overlay if it is shown. Otherwise shows it in the first free place. Returns false if no place was free. */
export function toggleShown(name) {
  const shown = [...state.shown];
  const place = shown.indexOf(name);
  if (place >= 0) {
    shown[place] = '';
    while (shown.length > 0 && shown.at(-1) === '') shown.pop();
    const rest = shown.filter((other) => other !== '');
    change({ shown, chosen: state.chosen === name ? rest.at(-1) ?? '' : state.chosen });
    return true;
  }
  const free = shown.includes('') ? shown.indexOf('') : shown.length;
  if (free >= MOST_SHOWN) return false;
  shown[free] = name;
  change({ shown, chosen: name });
  return true;
}

/** Returns a name without dots, which separate names in an address. Only expressions contain dots. */
const withoutDots = (name) => name.replaceAll('%', '%25').replaceAll('.', '%2E');

/** Returns the name that was passed to `withoutDots`. */
const withDots = (name) => name.replaceAll('%2E', '.').replaceAll('%25', '%');

/** Returns the state as the part of an address after the #. */
export function toHash() {
  const parts = new URLSearchParams();
  parts.set('fen', currentFen().split(' ').slice(0, state.rights === '- -' ? 2 : 4).join('_'));
  if (state.painted !== 0n) parts.set('painted', hexadecimal(state.painted));
  if (state.isFlipped) parts.set('flip', '1');
  parts.set('show', state.shown.map(withoutDots).join('.'));
  parts.set('tint', state.chosen);
  parts.set('explain', `${withoutDots(state.kernel)}.${state.formula}.${state.step}`);
  return parts.toString().replaceAll('%2F', '/');
}

/**
 * Returns the parts of the state that an address contains. `isPosition(fen)`, `isName(name)` and `isKernel(name)`
 * return false for values that cannot be shown. Such values are ignored. If an address has a position but no paint, no
 * square is painted. If an address has overlays but no tint, the first overlay is tinted.
 */
export function fromHash(hash, isPosition, isName, isKernel) {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const parts = {};
  const fen = given.get('fen')?.replaceAll('_', ' ');
  if (fen && isPosition(fen)) Object.assign(parts, { pieces: piecesOf(fen), side: sideOf(fen), rights: rightsOf(fen) });
  const painted = given.get('painted') ?? '';
  const isSet = /^0x[0-9a-fA-F]{1,16}$/.test(painted);
  if (isSet || given.has('fen')) parts.painted = isSet ? BigInt(painted) : 0n;
  if (given.has('fen')) parts.isFlipped = given.get('flip') === '1';
  if (given.has('show')) {
    const names = given.get('show').split('.').slice(0, MOST_SHOWN).map(withDots);
    parts.shown = names.map((name, n) => (isName(name) && names.indexOf(name) === n ? name : ''));
    const [tint, first] = [given.get('tint'), parts.shown.find((name) => name !== '')];
    parts.chosen = tint === '' || parts.shown.includes(tint) ? tint : first ?? '';
  }
  const [coded, formula, step] = (given.get('explain') ?? '').split('.');
  const kernel = withDots(coded);
  if (isKernel(kernel)) {
    const isStep = /^\d{1,4}$/.test(step);
    Object.assign(parts, { kernel, formula: formula === 'shifts' ? 'shifts' : 'prefix', step: isStep ? Number(step) : 0 });
  }
  return parts;
}
