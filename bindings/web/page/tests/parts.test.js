// Tests the section "How it works", the race, both modules, the themes and narrow windows.

import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import process from 'node:process';
import { hashOf, ROOT, start, withPage } from './browser.js';

const SETWISE = process.env.SETWISE ?? `${ROOT}/target/debug/setwise`;
const KNIGHTS = '8/8/8/8/8/8/8/1N4N1 w';

let browser;
before(async () => (browser = await start()));
after(() => browser.close());

test('the steps are those that the program prints', async () => {
  for (const [kernel, formula] of [['knight_distance_digits', 'prefix'], ['king_attacks', 'shifts'], ['knight_move_count', 'prefix']]) {
    const printed = execFileSync(SETWISE, ['explain', kernel, `${KNIGHTS} - - 0 1`, '--spread', formula], { encoding: 'utf8' });
    const expected = printed.trim().split('\n\n').slice(0, -1).map((step) => step.split('\n')[0]);
    await withPage(browser, { hash: hashOf(KNIGHTS, [], `&explain=${kernel}.${formula}.0`) }, async (page) => {
      const steps = await page.$$eval('#listing button', (lines) =>
        lines.map((line) => [...line.children].map((part) => part.textContent).join(': ')),
      );
      assert.deepEqual(steps, expected);
      assert.equal(await page.textContent('#measure'), printed.trim().split('\n').at(-1));
    });
  }
});

test('the slider, the buttons and the list go through the steps', async () => {
  await withPage(browser, { hash: hashOf(KNIGHTS, ['knight_attacks']) }, async (page) => {
    await page.click('.overlay button[aria-label="Show the steps of knight_attacks"]');
    assert.equal(await page.textContent('#position-of-step'), 'Step 1 of 14');
    await page.click('#next');
    assert.equal(await page.textContent('#step-formula'), 'v1 = east(knights)');
    const boards = await page.$$eval('#step-picture svg', (boards) => boards.map((board) => board.getAttribute('aria-label')));
    assert.deepEqual(boards, ['knights: 2 squares: b1 g1', 'v1: 2 squares: c1 h1']);
    await page.locator('#step').fill('13');
    assert.match(await page.textContent('#step-formula'), / \| /);
    assert.equal(await page.locator('#step-picture svg').count(), 3, 'two operands and the result');
    await page.locator('#listing button').nth(4).click();
    assert.equal(await page.textContent('#position-of-step'), 'Step 5 of 14');
    await page.click('#previous');
    assert.equal(await page.inputValue('#step'), '3');
    await page.evaluate((hash) => (location.hash = hash), '#explain=knight_attacks.prefix.99');
    await page.waitForFunction(() => document.getElementById('step').value === '13');
    await page.click('#previous');
    assert.equal(await page.inputValue('#step'), '12', 'a link to a step after the last leads to the last');
    await page.locator('#listing button').nth(3).click();
    await page.click('#play');
    await page.waitForFunction(() => Number(document.getElementById('step').value) > 3);
    await page.click('#clear');
    await page.waitForFunction(() => document.querySelector('#results').textContent.endsWith('empty'));
  });
});

test('operands that are numbers are shown as numbers', async () => {
  const hash = hashOf('8/8/8/3N4/8/8/8/8 w', [], '&explain=knight_move_count.prefix.99');
  await withPage(browser, { hash }, async (page) => {
    assert.match(await page.textContent('#step-formula'), / \+ /);
    assert.deepEqual(await page.$$eval('#step-picture .number', (values) => values.map((value) => value.textContent)), ['7', '1', '8']);
    await page.locator('#listing button').nth(1).click();
    assert.equal(await page.locator('#step-picture .number').count(), 0);
  });
});

/** Runs a race to its end, and returns the result. */
async function race(page) {
  await page.click('#start');
  await page.waitForSelector('#race-result:not([hidden])', { state: 'attached' });
  return JSON.parse(await page.textContent('#json'));
}

// The winner depends on the load of the machine, so any strategy may win.
test('a race ends with a bar and a ratio for each strategy, and with its result as JSON', async () => {
  await withPage(browser, {}, async (page) => {
    const height = async () => (await page.locator('#track').boundingBox()).height;
    const before = await height();
    const { strategies, missing, question, boards, sample_ms: sample, baseline } = await race(page);
    assert.equal(await height(), before, 'results do not change the height');
    const names = strategies.map(({ name }) => name);
    assert.equal(baseline, 'one-at-a-time scalar-prefix');
    assert.deepEqual(names, [baseline, 'scalar-prefix', 'scalar-lookup', 'scalar-shift', 'portable-prefix', 'simd128-prefix']);
    assert.deepEqual([missing, question, boards, sample], [[], 'knight attacks', 2048, 20]);
    for (const { ns_per_board: time, times_as_fast: ratio, interval_95: [low, high] } of strategies) {
      assert.ok(time > 0 && low > 0 && low <= ratio && ratio <= high, JSON.stringify(strategies));
    }
    const widths = await page.$$eval('#track .fill', (bars) => bars.map((bar) => parseFloat(bar.style.width)));
    assert.ok(widths.length === 6 && widths.every((width) => width > 0) && Math.max(...widths) > 99, String(widths));
    const best = strategies.reduce((best, next) => (next.times_as_fast > best.times_as_fast ? next : best));
    const fastest = strategies.filter(({ interval_95: [, high] }) => high >= best.interval_95[0]).map(({ name }) => name);
    assert.deepEqual(await page.$$eval('#track .fastest code', (names) => names.map((name) => name.textContent)), fastest);
    const verdict = await page.textContent('#verdict');
    assert.ok(verdict.startsWith('Fastest here: ') && fastest.every((name) => verdict.includes(name)), verdict);
    assert.equal(verdict.includes('intervals overlap'), fastest.length > 1, verdict);
  });
});

test('a race can be stopped', async () => {
  await withPage(browser, {}, async (page) => {
    await page.selectOption('#question', 'fork squares');
    // Both clicks are sent at once, so that the race cannot end before the second one.
    await page.evaluate(() => [1, 2].forEach(() => document.getElementById('start').click()));
    assert.equal(await page.textContent('#verdict'), 'The race was stopped.');
    assert.equal(await page.textContent('#start'), 'Start the race');
  });
});

test('a race that is stopped and started again measures once', async () => {
  await withPage(browser, {}, async (page) => {
    await page.evaluate(() => {
      globalThis.requests = [];
      const post = Worker.prototype.postMessage;
      const end = Worker.prototype.terminate;
      Worker.prototype.postMessage = function (message) {
        if (!this.ended) globalThis.requests.push(message.request.split('\n')[0]);
        post.call(this, message);
      };
      Worker.prototype.terminate = function () {
        this.ended = true;
        end.call(this);
      };
      // All three clicks are sent before the first worker receives the positions.
      [1, 2, 3].forEach(() => document.getElementById('start').click());
    });
    await page.waitForSelector('#race-result:not([hidden])', { state: 'attached' });
    assert.deepEqual(await page.evaluate(() => globalThis.requests), ['knight attacks']);
  });
});

test('without simd128 the page uses the other module and names the missing strategy', async () => {
  await withPage(browser, { query: '?simd=0', hash: hashOf(KNIGHTS, ['knight_attacks']) }, async (page) => {
    assert.equal(await page.textContent('#module-name'), 'without simd128');
    assert.equal(await page.textContent('.overlay .word'), '0x0000000000A51800');
    const { strategies, missing } = await race(page);
    assert.deepEqual([strategies.length, missing], [5, ['simd128-prefix']]);
    assert.match(await page.textContent('#track .missing'), /simd128-prefix.*does not run simd128.*missing/s);
  });
});

test('nothing is wider than the window, and every control has a name', async () => {
  for (const [width, colorScheme] of [[1300, 'light'], [390, 'dark'], [320, 'light']]) {
    await withPage(browser, { viewport: { width, height: 844 }, colorScheme }, async (page) => {
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width}`);
      const nameless = await page.$$eval('button, input, select', (controls) =>
        controls
          .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length))
          .map((one) => one.outerHTML),
      );
      assert.deepEqual(nameless, []);
    });
  }
});

test('the theme is that of the system until it is switched', async () => {
  await withPage(browser, { colorScheme: 'dark' }, async (page) => {
    const page_colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await page_colour(), 'rgb(19, 21, 24)');
    await page.click('#theme');
    assert.equal(await page_colour(), 'rgb(246, 245, 241)');
    await page.reload();
    assert.equal(await page_colour(), 'rgb(246, 245, 241)', 'the choice is remembered');
  });
});
