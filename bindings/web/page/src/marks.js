// The marks of overlays: each has its own colour, shape and place within the square, and any one of these is enough to
// tell them apart.
//
// The colours are those of Okabe and Ito (Color Universal Design), chosen to differ for every kind of colour vision.

/** Each mark: the place of its centre in a square of 100 by 100, and its shape around 0, 0. */
const MARKS = [
  { x: 15, y: 15, shape: 'M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z' },
  { x: 85, y: 15, shape: 'M-9 -9h18v18h-18z' },
  { x: 85, y: 85, shape: 'M0 -11L11 9H-11z' },
  { x: 15, y: 85, shape: 'M0 -12L12 0L0 12L-12 0z' },
  { x: 50, y: 12, shape: 'M-11 -4h7v-7h8v7h7v8h-7v7h-8v-7h-7z' },
  { x: 88, y: 50, shape: 'M0 11L-11 -9H11z' },
  { x: 50, y: 88, shape: 'M-12 -5h24v10h-24z' },
  { x: 12, y: 50, shape: 'M-5 -12h10v24h-10z' },
];

/** Returns the mark of a place, at its position in a square of 100 by 100. */
export function markInSquare(place) {
  const { x, y, shape } = MARKS[place];
  return `<path class="mark c${place}" transform="translate(${x} ${y}) scale(1.15)" d="${shape}"/>`;
}

/** Returns the mark of a place as a picture of its own, for lists. */
export function markSvg(place) {
  const path = `<path class="mark c${place}" d="${MARKS[place].shape}"/>`;
  return `<svg class="swatch" viewBox="-15 -15 30 30" aria-hidden="true">${path}</svg>`;
}
