// Tests the board: pieces are placed, dragged and removed by pointer, touch and keyboard. Also tests paint and FENs.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { cell, choose, drag, hashOf, middle, shownValues, start, withPage } from './browser.js';

const EMPTY = '8/8/8/8/8/8/8/8 w';

let browser;
before(async () => (browser = await start()));
after(() => browser.close());

const fen = (page) => page.inputValue('#fen');

test('a knight that is placed on b1 attacks a3, c3 and d2', async () => {
  await withPage(browser, { hash: hashOf(EMPTY, ['knight_attacks', 'white_knight_move_count']) }, async (page) => {
    assert.deepEqual(await shownValues(page), [['knight_attacks', '0x0000000000000000'], ['white_knight_move_count', '0']]);
    await choose(page, 'N');
    await cell(page, 'b1').click();
    assert.deepEqual(await shownValues(page), [['knight_attacks', '0x0000000000050800'], ['white_knight_move_count', '3']]);
    assert.equal(await fen(page), '8/8/8/8/8/8/8/1N6 w - - 0 1');
    assert.equal(await cell(page, 'b1').getAttribute('aria-label'), 'b1, white knight');
    assert.equal(await cell(page, 'd2').getAttribute('aria-label'), 'd2, empty, in knight_attacks');
    const marked = await page.$$eval('#board .cell:has(.mark)', (cells) => cells.map((cell) => Number(cell.dataset.square)));
    assert.deepEqual(marked.sort((a, b) => a - b), [11, 16, 18]);
    await cell(page, 'b1').click();
    assert.equal(await fen(page), '8/8/8/8/8/8/8/8 w - - 0 1', 'placing the same piece again removes it');
  });
});

test('a sweep places a piece on every square it enters', async () => {
  await withPage(browser, { hash: hashOf(EMPTY, []) }, async (page) => {
    await choose(page, 'p');
    await drag(page, 'a7', 'h7');
    assert.equal(await fen(page), '8/pppppppp/8/8/8/8/8/8 w - - 0 1');
    await choose(page, 'erase');
    await drag(page, 'c7', 'f7');
    assert.equal(await fen(page), '8/pp4pp/8/8/8/8/8/8 w - - 0 1');
  });
});

test('the pointer finds the squares of a flipped board', async () => {
  await withPage(browser, { hash: hashOf(EMPTY, []) }, async (page) => {
    await page.click('#flip');
    await choose(page, 'N');
    await cell(page, 'b1').click();
    assert.equal(await fen(page), '8/8/8/8/8/8/8/1N6 w - - 0 1');
    const [[x, y], [right, low]] = [await middle(page, 'b1'), await middle(page, 'c2')];
    assert.ok(right < x && low > y, 'h1 is at the top left');
  });
});

test('painted squares are the first input of patterns, and features read the pieces', async () => {
  const hash = hashOf('8/8/8/8/8/8/8/6N1 w', ['knight_attacks', 'white_knight_attacks']);
  await withPage(browser, { hash }, async (page) => {
    await choose(page, 'paint');
    await cell(page, 'b1').click();
    const words = [['knight_attacks', '0x0000000000050800'], ['white_knight_attacks', '0x0000000000A01000']];
    assert.deepEqual(await shownValues(page), words);
    assert.equal(await cell(page, 'b1').getAttribute('aria-label'), 'b1, empty, painted');
    await page.click('#unpaint');
    assert.equal((await shownValues(page))[0][1], '0x0000000000A01000');
  });
});

test('the overlays follow a dragged piece before it is dropped', async () => {
  await withPage(browser, { hash: hashOf('8/8/8/8/8/8/8/1N6 w', ['knight_attacks']) }, async (page) => {
    await page.mouse.move(...(await middle(page, 'b1')));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, 'e5')), { steps: 5 });
    assert.deepEqual(await shownValues(page), [['knight_attacks', '0x0028440044280000']]);
    assert.equal(await fen(page), '8/8/8/8/8/8/8/1N6 w - - 0 1', 'the position is still the old one');
    await page.keyboard.press('Escape');
    assert.deepEqual(await shownValues(page), [['knight_attacks', '0x0000000000050800']], 'Escape puts it back');
    await page.mouse.up();
    await drag(page, 'b1', 'e5');
    assert.equal(await fen(page), '8/8/8/4N3/8/8/8/8 w - - 0 1');
    await page.mouse.move(...(await middle(page, 'e5')));
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 5 });
    await page.mouse.up();
    assert.equal(await fen(page), '8/8/8/8/8/8/8/8 w - - 0 1', 'a piece dropped off the board is removed');
  });
});

test('another pointer does not touch the piece that is being dragged', async () => {
  await withPage(browser, { hash: hashOf('8/8/8/8/8/8/8/1N6 w', ['knight_attacks']) }, async (page) => {
    await page.mouse.move(...(await middle(page, 'b1')));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, 'e5')), { steps: 5 });
    const [clientX, clientY] = await middle(page, 'h8');
    await page.evaluate((place) => {
      for (const type of ['pointermove', 'pointerup', 'pointercancel']) {
        document.getElementById('board').dispatchEvent(new PointerEvent(type, { pointerId: 99, ...place }));
      }
    }, { clientX, clientY });
    assert.deepEqual(await shownValues(page), [['knight_attacks', '0x0028440044280000']], 'it is still above e5');
    await page.mouse.up();
    assert.equal(await fen(page), '8/8/8/4N3/8/8/8/8 w - - 0 1');
  });
});

test('a new position puts back the piece that the keyboard has picked up', async () => {
  const link = (page) => page.evaluate((hash) => (location.hash = hash), hashOf('8/8/8/8/4N3/8/8/1K6 w', []));
  const ways = [(page) => page.click('#start-position'), (page) => page.click('#clear'), link, (page) => drag(page, 'a1', 'b1')];
  for (const way of ways) {
    await withPage(browser, { hash: hashOf('8/8/8/8/4N3/8/8/K7 w', []) }, async (page) => {
      await page.locator('#board [tabindex="0"]').focus();
      await page.keyboard.press('Space');
      assert.equal(await page.locator('.picked').count(), 1);
      const first = await fen(page);
      await way(page);
      await page.waitForFunction((first) => document.getElementById('fen').value !== first, first);
      assert.equal(await page.locator('.picked').count(), 0);
      const before = await fen(page);
      await cell(page, 'd4').focus();
      await page.keyboard.press('Space');
      assert.equal(await fen(page), before, 'Space on another square moves nothing');
    });
  }
});

test('touch places and paints', async () => {
  await withPage(browser, { hash: hashOf(EMPTY, []), hasTouch: true, viewport: { width: 390, height: 844 } }, async (page) => {
    await choose(page, 'K');
    await cell(page, 'e1').tap();
    await choose(page, 'paint');
    await cell(page, 'd4').tap();
    assert.equal(await fen(page), '8/8/8/8/8/8/8/4K3 w - - 0 1');
    assert.match(await cell(page, 'd4').getAttribute('aria-label'), /painted/);
  });
});

test('everything on the board can be done by keyboard, on a flipped board as well', async () => {
  await withPage(browser, { hash: hashOf(EMPTY, ['knight_attacks']) }, async (page) => {
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label').split(',')[0]);
    await page.locator('#board [tabindex="0"]').focus();
    assert.equal(await focused(), 'e4');
    await press('ArrowLeft', 'ArrowDown', 'Shift+N', 'ArrowRight', 'q');
    assert.equal(await fen(page), '8/8/8/8/8/3Nq3/8/8 w - - 0 1');
    await press('Delete', 'x', 'ArrowLeft', 'Space', 'Escape', 'Space');
    assert.match(await cell(page, 'd3').getAttribute('class'), /picked/);
    await press('ArrowUp', 'Space');
    assert.equal(await page.locator('.picked').count(), 0);
    assert.equal(await fen(page), '8/8/8/8/3N4/8/8/8 w - - 0 1', 'Space picks up and puts down');
    assert.equal(await page.textContent('#spoken'), 'white knight from d3 to d4');
    await page.click('#flip');
    await page.locator('#board [tabindex="0"]').focus();
    await press('ArrowUp', 'ArrowRight');
    assert.equal(await focused(), 'c3', 'up is toward the first rank');
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    assert.equal(await focused(), 'h3', 'the focus stops at the edge');
  });
});

test('a FEN is read, and a wrong one shows the reason and keeps the board', async () => {
  await withPage(browser, { hash: hashOf('8/8/8/8/8/8/8/1N6 w', ['black_king']) }, async (page) => {
    const set = async (text) => {
      await page.fill('#fen', text);
      await page.press('#fen', 'Enter');
    };
    await set('8/8/8/9/8/8/8/8 w - -');
    assert.equal(await page.textContent('#fen-error'), "Not a position: '9' is neither a piece nor a number from 1 to 8.");
    assert.equal(await page.getAttribute('#fen', 'aria-invalid'), 'true');
    assert.equal(await cell(page, 'b1').getAttribute('aria-label'), 'b1, white knight');
    await set('4k3/8/8/8/8/8/8/4K3 b - - 0 1');
    assert.equal(await page.textContent('#fen-error'), '');
    assert.deepEqual(await shownValues(page), [['black_king', '0x1000000000000000']]);
    assert.ok(await page.isChecked('input[name=side][value=b]'));
  });
});

test('a FEN that is being typed stays until the board changes', async () => {
  await withPage(browser, { hash: hashOf('8/8/8/8/8/8/8/1N6 w', ['black_king']) }, async (page) => {
    await page.fill('#fen', '8/8 w');
    await page.press('#fen', 'Enter');
    await page.click('#next');
    await page.click('#flip');
    assert.equal(await fen(page), '8/8 w');
    assert.equal(await page.textContent('#fen-error'), 'Not a position: the placement has 2 ranks, not 8.');
    await page.click('#clear');
    assert.equal(await fen(page), '8/8/8/8/8/8/8/8 w - - 0 1');
    assert.equal(await page.textContent('#fen-error'), '');
  });
});
