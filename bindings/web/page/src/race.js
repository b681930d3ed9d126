// The race: a worker measures the strategies of the module, and a bar for each strategy grows with every sample.
//
// The worker starts from a Blob, because a page that is opened as a file may not load other files. The page contains
// the script of the worker as text.

import { byId, copyText, element, say } from './element.js';
import { lineup } from './values.js';
import { partOfPage, rows } from './module.js';

const [start, question, track, json] = ['start', 'question', 'track', 'json'].map(byId);

/** The number of rounds of a race. It is large enough to compute an interval, and small enough for a short race. */
const ROUNDS = 15;

let worker = null;
let bars = [];

/** Creates the controls of the race. `bytes` are the bytes of the module. `hasSimd` is true if the module uses simd128. */
export function makeRace(bytes, hasSimd) {
  const { questions, strategies, missing, native } = lineup();
  questions.forEach((name) => question.append(element('option', { value: name }, name)));
  bars = strategies.map(bar);
  track.replaceChildren(...bars.map(({ line }) => line), ...missing.map(missingLine));
  byId('native').textContent = native.join(', ');
  start.addEventListener('click', () => (worker ? stop('The race was stopped.') : run(bytes, hasSimd)));
  byId('copy-json').addEventListener('click', (event) => copyText(json.textContent, event.currentTarget));
}

function bar({ name, summary }) {
  const fill = element('span', { className: 'fill' });
  const result = element('span', { className: 'figures' }, '');
  const about = element('span', { className: 'definition' }, summary);
  const head = element('div', { className: 'racer' }, element('code', {}, name), about, result);
  const line = element('li', {}, head, element('div', { className: 'lane' }, fill));
  return { name, line, fill, result, samples: [] };
}

function missingLine(name) {
  const reason = 'This browser does not run simd128, so this strategy is not measured.';
  const about = element('span', { className: 'definition' }, reason);
  const figures = element('span', { className: 'figures' }, 'missing');
  const head = element('div', { className: 'racer' }, element('code', {}, name), about, figures);
  return element('li', { className: 'missing' }, head);
}

async function run(bytes, hasSimd) {
  for (const bar of bars) {
    bar.samples = [];
    bar.fill.style.width = '0';
    bar.result.textContent = '';
    bar.line.classList.remove('fastest');
  }
  byId('verdict').textContent = 'Measuring. Keep this page in the foreground until the bars stop moving.';
  byId('race-result').hidden = true;
  start.textContent = 'Stop';
  question.disabled = true;
  const script = new Blob([byId('worker').textContent], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  const started = Object.assign(new Worker(address), { address });
  worker = started;
  started.onmessage = ({ data }) => {
    if (data.failure) stop(`The race failed: ${data.failure}`);
    else if (data.result) finish(data.result, hasSimd);
    else grow(data);
  };
  started.onerror = ({ message }) => stop(`The race failed: ${message}`);
  const positions = new TextDecoder().decode(await partOfPage('positions'));
  // The race may have been stopped in the meantime. This needs no check, because a message to a worker that has ended
  // has no effect.
  started.postMessage({ bytes, request: [question.value, ROUNDS, positions].join('\n') });
}

/** Adds a sample. The length of a bar is the speed so far relative to the fastest strategy, multiplied by the fraction of
rounds that are complete. */
function grow({ row, nanoseconds }) {
  bars[row].samples.push(nanoseconds);
  const speeds = bars.map(({ samples }) => (samples.length > 0 ? 1 / median(samples) : 0));
  const fastest = Math.max(...speeds);
  bars.forEach(({ fill, samples }, n) => {
    fill.style.width = `${(100 * speeds[n] * samples.length) / (fastest * ROUNDS)}%`;
  });
}

function stop(message) {
  worker?.terminate();
  if (worker) URL.revokeObjectURL(worker.address);
  worker = null;
  start.textContent = 'Start the race';
  question.disabled = false;
  byId('verdict').textContent = message;
}

/** Shows the result: the time of each strategy, and its speed relative to one board at a time. */
function finish(answer, hasSimd) {
  const [[, boards, sampleMs], ...lines] = rows(answer);
  const strategies = lines.map(([name, nanoseconds, ratio, low, high]) => ({
    name,
    ns_per_board: Number(nanoseconds),
    times_as_fast: Number(ratio),
    interval_95: [Number(low), Number(high)],
  }));
  const best = strategies.reduce((best, next) => (next.times_as_fast > best.times_as_fast ? next : best));
  const fastest = strategies.filter(({ interval_95: [, high] }) => high >= best.interval_95[0]);
  strategies.forEach(({ ns_per_board: time, times_as_fast: ratio, interval_95: [low, high] }, n) => {
    const { result, line, fill } = bars[n];
    fill.style.width = `${(100 * best.ns_per_board) / time}%`;
    line.classList.toggle('fastest', fastest.includes(strategies[n]));
    const interval = element('small', {}, ` (${low.toFixed(2)} to ${high.toFixed(2)})`);
    result.replaceChildren(`${time.toFixed(2)} ns per board, `, element('b', {}, `${ratio.toFixed(2)} ×`), interval);
  });
  const names = new Intl.ListFormat('en-GB').format(fastest.map(({ name }) => name));
  const together = fastest.length > 1 ? ' (their intervals overlap), up to' : ',';
  stop(`Fastest here: ${names}${together} ${best.times_as_fast.toFixed(2)} times as fast as ${strategies[0].name}.`);
  say(byId('verdict').textContent);
  const { missing } = lineup();
  const result = {
    question: question.value,
    boards: Number(boards),
    rounds: ROUNDS,
    sample_ms: Number(sampleMs),
    module: hasSimd ? 'simd128' : 'without simd128',
    browser: navigator.userAgent,
    baseline: strategies[0].name,
    strategies,
    missing,
  };
  json.textContent = JSON.stringify(result, null, 2);
  byId('race-result').hidden = false;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
