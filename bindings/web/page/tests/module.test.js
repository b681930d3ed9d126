// Tests that the page shows a notice after a trap of the module, and that the page works after the module's memory has
// grown.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { hashOf, middle, shownValues, start, withPage } from './browser.js';

const KNIGHT = hashOf('8/8/8/8/8/8/8/1N6 w', ['knight_attacks']);

let browser;
before(async () => (browser = await start()));
after(() => browser.close());

/** Replaces exports of each module that the page starts. `globalThis.replaced(exports)` returns the replacements. */
function replaceExports() {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...given) => {
    const { instance } = await instantiate(...given);
    return { instance: { exports: { ...instance.exports, ...globalThis.replaced(instance.exports) } } };
  };
}

function trapOnDemand() {
  globalThis.replaced = ({ overlays }) => ({
    overlays: () => {
      if (globalThis.traps) throw new WebAssembly.RuntimeError('unreachable');
      return overlays();
    },
  });
}

test('a trap of the module is shown, and ends a gesture', async () => {
  const scripts = [replaceExports, trapOnDemand];
  await withPage(browser, { hash: KNIGHT, scripts, expected: [/unreachable/] }, async (page) => {
    await page.mouse.move(...(await middle(page, 'b1')));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, 'e5')));
    assert.ok(!(await page.isVisible('#broken')));
    await page.evaluate(() => (globalThis.traps = true));
    await page.mouse.up();
    assert.match(await page.textContent('#broken'), /^The page has stopped: unreachable\. Open it again/);
    assert.ok(await page.isVisible('#broken'));
    assert.ok(!(await page.isVisible('#ghost')), 'the piece is no longer held');
  });
});

test('an answer is read from memory that has grown', async () => {
  const grow = () => {
    globalThis.replaced = ({ memory, output }) => ({
      output: () => {
        memory.grow(1);
        return output();
      },
    });
  };
  await withPage(browser, { hash: KNIGHT, scripts: [replaceExports, grow] }, async (page) => {
    assert.deepEqual(await shownValues(page), [['knight_attacks', '0x0000000000050800']]);
  });
});
