// Tests that every overlay on ten positions has the value that the program prints, and that a link restores the state.

import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import process from 'node:process';
import { piecesOf, rightsAfterEdit } from '../src/squares.js';
import { cell, hashOf, ROOT, shownValues, start, withPage } from './browser.js';

/** The path of the program `setwise`, which computes the expected values. */
const SETWISE = process.env.SETWISE ?? `${ROOT}/target/debug/setwise`;

/** Positions of games and endings, and positions without kings, with several kings, or with pawns on the last ranks. */
const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w',
  'r3k2r/8/8/8/8/8/8/R3K2R b',
  'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w',
  '8/8/8/8/8/8/8/8 w',
  '8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b',
  'r3k3/8/8/3N4/8/8/8/4K3 w',
  'N6k/1N6/2N5/3N4/4n3/5n2/6n1/K6n w',
  'kk4KK/8/8/3q4/3Q4/8/8/8 b',
  'PPPPpppp/8/8/2nN4/4nN2/8/8/ppppPPPP w',
  '2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b',
];

let browser;
before(async () => (browser = await start()));
after(() => browser.close());

const setwise = (...words) => execFileSync(SETWISE, words, { encoding: 'utf8', cwd: ROOT });

/** Returns a map for each position. It maps the name of each feature to the value that the program prints. */
function features() {
  const input = FENS.map((fen) => `${fen} - - 0 1\n`).join('');
  const words = ['positions', 'all', '--any-pieces', '--no-positions', '-'];
  const [head, ...lines] = execFileSync(SETWISE, words, { encoding: 'utf8', cwd: ROOT, input }).trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => new Map(line.split(',').map((value, n) => [names[n], [value]])));
}

/** Returns the results that the program prints for a pattern. */
function kernel(name, fen) {
  const lines = setwise('explain', name, `${fen} - - 0 1`, '--any-pieces').trim().split('\n\n').at(-1).split('\n');
  return lines.slice(0, -1).map((line) => line.match(/: (0x[0-9a-f]+|\d+)/)[1]);
}

test('every overlay of ten positions has the value of the program', async () => {
  const expected = features();
  await withPage(browser, {}, async (page) => {
    const names = await page.$$eval('.choice input', (boxes) => boxes.map((box) => box.value));
    const kernels = names.filter((name) => !expected[0].has(name));
    assert.ok(names.length - kernels.length === 94 && kernels.length > 50, `${names.length} overlays`);
    for (const [n, fen] of FENS.entries()) {
      kernels.forEach((name) => expected[n].set(name, kernel(name, fen)));
      for (let first = 0; first < names.length; first += 8) {
        const shown = names.slice(first, first + 8);
        await page.evaluate((hash) => (location.hash = hash), hashOf(fen, shown));
        await page.waitForFunction((name) => document.querySelector('.overlay:last-child')?.dataset.name === name, shown.at(-1));
        for (const [name, ...values] of await shownValues(page)) {
          assert.deepEqual(values.map(BigInt), expected[n].get(name).map(BigInt), `${name} of ${fen}`);
        }
      }
    }
  });
});

test('overlays are chosen from the list, with their definitions, at most eight', async () => {
  await withPage(browser, { hash: hashOf(FENS[1], []) }, async (page) => {
    assert.ok(await page.isVisible('#nothing-shown'));
    await page.fill('#filter', 'white fork rook');
    const found = await page.$$eval('.choice:not([hidden]) input', (boxes) => boxes.map((box) => box.value));
    assert.deepEqual(found, ['white_forks', 'white_forks_ge3', 'white_forks_any', 'white_family_forks']);
    await page.fill('#filter', 'nothing at all');
    assert.ok(await page.isVisible('#none-found'));
    await page.fill('#filter', '');
    const boxes = page.locator('.choice input');
    for (let n = 0; n < 8; n++) await boxes.nth(n).check();
    await boxes.nth(8).click();
    assert.ok(!(await boxes.nth(8).isChecked()) && (await page.isVisible('#full')));
    assert.equal((await shownValues(page)).length, 8);
    const colours = await page.$$eval('.overlay .swatch path', (marks) => marks.map((mark) => getComputedStyle(mark).fill));
    assert.equal(new Set(colours).size, 8);
    const shapes = await page.$$eval('.overlay .swatch path', (marks) => marks.map((mark) => mark.getAttribute('d')));
    assert.equal(new Set(shapes).size, 8);
    const program = setwise('positions', '--list').replaceAll(/\s+/g, ' ');
    const definition = await page.textContent('.overlay .definition');
    assert.ok(program.includes(definition), definition);
  });
});

test('a link restores the position, paint, overlays, tint, flip and step', async () => {
  const more = '&painted=0x0000000000000042&flip=1&tint=white_forks&explain=forks.shifts.7';
  const hash = hashOf(FENS[5], ['knight_attacks', '', 'white_forks'], more);
  let link;
  await withPage(browser, { hash, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await page.click('#link');
    await page.waitForFunction(() => document.getElementById('spoken').textContent.startsWith('copied '));
    link = await page.evaluate(() => navigator.clipboard.readText());
  });
  await withPage(browser, { hash: link.slice(link.indexOf('#')) }, async (page) => {
    assert.equal(await page.inputValue('#fen'), `${FENS[5]} - - 0 1`);
    assert.match(await cell(page, 'g1').getAttribute('aria-label'), /painted/);
    const names = await page.$$eval('.overlay', (items) => items.map((item) => [item.dataset.name, item.className]));
    assert.deepEqual(names, [['knight_attacks', 'overlay c0'], ['white_forks', 'overlay c2 chosen']]);
    assert.equal(await page.inputValue('#kernel'), 'forks');
    assert.match(await page.textContent('#position-of-step'), /^Step 8 of /);
    assert.ok(await page.isChecked('input[value=shifts]'));
    assert.equal(await page.locator('#board [role=gridcell]').first().getAttribute('data-square'), '7', 'h1 is top left');
  });
});

test('an expression is an overlay with steps, and a link restores it', async () => {
  const fen = 'r3k2r/1pp5/1p1p1p2/4p1pN/1PPPq1P1/P7/6PN/R4RK1 w kq - 0 22';
  const expression = 'own_royal_forks & own_forks_safe and count(king_files.open(kings, white, black)) > 1';
  const printed = setwise('explain', expression, fen);
  let link;
  await withPage(browser, { hash: hashOf(fen, []) }, async (page) => {
    await page.fill('#expression', 'own_forks &');
    await page.press('#expression', 'Enter');
    assert.match(await page.textContent('#expression-error'), /^column 12: expected a name/);
    assert.ok(await page.isVisible('#nothing-shown'));
    await page.fill('#expression', 'own_royal_forks & own_forks_safe');
    await page.press('#expression', 'Enter');
    assert.equal(await page.textContent('#expression-error'), '');
    const safe = printed.match(/^own_royal_forks & own_forks_safe = (0x[0-9a-f]+)/m)[1];
    assert.deepEqual((await shownValues(page))[0].slice(1), [safe]);
    assert.match(await cell(page, 'f6').getAttribute('aria-label'), /own_royal_forks/);
    await page.fill('#expression', expression);
    await page.press('#expression', 'Enter');
    const [, whole] = printed.trim().split('\n').at(-1).match(/: (true|false)$/);
    assert.deepEqual((await shownValues(page))[1].slice(1), [whole === 'true' ? '1' : '0']);
    await page.locator('.overlay button:text("Steps")').nth(1).click();
    await page.waitForFunction(() => document.querySelectorAll('#listing button').length > 5);
    const meanings = await page.$$eval('#listing button span', (lines) => lines.map((line) => line.textContent));
    for (const meaning of meanings.filter((meaning) => meaning !== 'input')) assert.ok(printed.includes(`${meaning} = `), meaning);
    assert.equal(meanings.at(-1), expression);
    await page.locator('#listing button').last().click();
    assert.match(await page.textContent('#step-formula'), /^v\d+ = v\d+ and v\d+$/);
    await page.waitForFunction(() => location.hash.includes('explain=%3D'));
    link = await page.evaluate(() => location.hash);
  });
  await withPage(browser, { hash: link }, async (page) => {
    const names = await page.$$eval('.overlay', (items) => items.map((item) => item.dataset.name));
    assert.deepEqual(names, ['=own_royal_forks & own_forks_safe', `=${expression}`]);
    assert.equal(await page.inputValue('#kernel'), `=${expression}`);
  });
  await withPage(browser, { hash: hashOf(fen, ['=own_frks', '=1%092', 'white_forks']) }, async (page) => {
    assert.deepEqual((await shownValues(page)).map(([name]) => name), ['white_forks'], 'wrong expressions are ignored');
  });
});

test('moves are those that the program prints, and illegal ones are struck through', async () => {
  const fen = '4k3/8/8/8/8/4r3/4N3/3RK3 w';
  const lines = (...words) => setwise('moves', `${fen} - - 0 1`, ...words).trim().split('\n').sort();
  await withPage(browser, { hash: hashOf(fen, []) }, async (page) => {
    const shown = (selector) => page.$$eval(selector, (moves) => moves.map((move) => move.textContent).sort());
    assert.deepEqual(await shown('#moves > *'), lines());
    assert.deepEqual(await shown('#moves > span'), lines('--legal'));
    await page.click('#clear');
    assert.equal(await page.textContent('#moves'), 'none');
  });
});

test('legal moves are counted with the rights of the FEN, and a link keeps them', async () => {
  const counted = async (page) => Number((await shownValues(page))[0][1]);
  const hash = hashOf('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', ['legal_move_count', 'in_check']);
  await withPage(browser, { hash }, async (page) => {
    assert.equal(await counted(page), 26);
    assert.equal(await page.inputValue('#fen'), 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    for (const [text, fen, moves] of [
      ['r3k2r/8/8/8/8/8/8/R3K2R w Kq -', 'r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1', 25],
      ['4k3/8/8/8/8/8/8/4KR2 w F -', '4k3/8/8/8/8/8/8/4KR2 w F - 0 1', 14],
      ['r3k2r/8/8/8/8/8/8/R3K2R w', 'r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1', 24],
      ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 9', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 7],
    ]) {
      await page.fill('#fen', text);
      await page.press('#fen', 'Enter');
      assert.deepEqual([await page.inputValue('#fen'), await counted(page)], [fen, moves]);
    }
    await page.fill('#fen', '4k3/8/8/3pP3/8/8/8/4K3 w x y');
    await page.press('#fen', 'Enter');
    assert.equal(await page.getAttribute('#fen', 'aria-invalid'), 'true', 'malformed rights are refused');
    await page.click('#start-position');
    assert.equal(await counted(page), 20);
    assert.equal(await page.inputValue('#fen'), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await page.waitForFunction(() => location.hash.includes('_KQkq_-&'));
    await page.click('#clear');
    assert.equal(await page.inputValue('#fen'), '8/8/8/8/8/8/8/8 w - - 0 1', 'rights without pieces are removed');
  });
});

test('rights of Chess960 remain while their king and rook do', () => {
  for (const [rights, old, edited, expected] of [
    ['KQkq', 'r3k2r/8/8/8/8/8/8/R3K2R', 'r3k2r/8/8/8/8/8/N7/R3K3', 'Qkq'],
    ['KQkq', 'r3k2r/8/8/8/8/8/8/R3K2R', 'r4k1r/8/8/8/8/8/8/R3K2R', 'KQ'],
    ['HFhf', '5rkr/8/8/8/8/8/8/5RKR', '5rkr/8/8/8/8/8/8/6KR', 'Hhf'],
    ['K', '4k3/8/8/8/8/8/8/4KR2', '4k3/8/8/8/8/8/8/4KR1R', 'F'],
    ['Q', '4k3/8/8/8/8/8/8/1R2K3', '4k3/8/8/8/8/8/8/RR2K3', 'B'],
    ['Kk', '8/8/8/8/8/8/8/4K2R', '4k2r/8/8/8/8/8/8/4K2R', 'K'],
  ]) {
    assert.equal(rightsAfterEdit(`${rights} e3`, piecesOf(old), piecesOf(edited)), `${expected} -`, `${old} to ${edited}`);
  }
});

test('bad values and unknown names in a link are ignored', async () => {
  await withPage(browser, { hash: '#fen=8/8_w&show=none.white_king.white_king&explain=none.none.99' }, async (page) => {
    assert.deepEqual((await shownValues(page)).map(([name]) => name), ['white_king']);
  });
  for (const step of ['1e-1', '-1', '0.5', '0x1', '1e999', 'NaN', '']) {
    await withPage(browser, { hash: `#explain=knight_attacks.prefix.${step}` }, async (page) => {
      assert.equal(await page.textContent('#position-of-step'), 'Step 1 of 14', `step '${step}'`);
    });
  }
  for (const fen of ['8/8/8/8/8/8/8/8', '8/8/8/8/8/8/8/8_x', '8/8/8/8/8/8/8/8%C2%A0w', '%E2%80%830_w']) {
    await withPage(browser, { hash: `#fen=${fen}` }, async (page) => {
      assert.match(await page.inputValue('#fen'), /^r3k2r.* w - - 0 1$/, `the default position, not '${fen}'`);
    });
  }
});

test('following a link removes the previous paint and tint', async () => {
  const hash = hashOf(FENS[5], ['knight_attacks'], '&painted=0x0000000000000042');
  const options = { hash, permissions: ['clipboard-read', 'clipboard-write'] };
  await withPage(browser, options, async (page) => {
    await page.click('#unpaint');
    await page.click('.overlay .name');
    assert.equal(await page.locator('.overlay.chosen').count(), 0, 'a second click removes the tint');
    await page.click('#link');
    await page.waitForFunction(() => document.getElementById('spoken').textContent.startsWith('copied '));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate((hash) => (location.hash = hash), hashOf(FENS[1], ['white_king'], '&painted=0x0000000000000042'));
    await page.waitForSelector('.overlay.chosen[data-name=white_king]');
    assert.match(await cell(page, 'g1').getAttribute('aria-label'), /painted/);
    await page.evaluate((hash) => (location.hash = hash), link.slice(link.indexOf('#')));
    await page.waitForSelector('.overlay[data-name=knight_attacks]');
    assert.equal(await cell(page, 'g1').getAttribute('aria-label'), 'g1, empty');
    assert.equal(await page.locator('.overlay.chosen, #board .tint').count(), 0);
  });
});

test('a link is followed even if the address is about to be replaced', async () => {
  await withPage(browser, { hash: hashOf(FENS[1], ['white_king']) }, async (page) => {
    // Simulates a pending update: the link is opened, and the address is replaced before the event of the link is
    // handled.
    await page.evaluate((hash) => {
      const before = location.hash;
      location.hash = hash;
      history.replaceState(null, '', before);
    }, hashOf(FENS[1], ['black_king']));
    await page.waitForFunction(() => document.querySelector('.overlay').dataset.name === 'black_king');
  });
});

test('a word is copied', async () => {
  const options = { hash: hashOf(FENS[5], ['white_forks']), permissions: ['clipboard-read', 'clipboard-write'] };
  await withPage(browser, options, async (page) => {
    await page.click('.overlay .value button');
    await page.waitForFunction(() => document.getElementById('spoken').textContent === 'copied 0x0004000000000000');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '0x0004000000000000');
  });
});
