// The browser of the tests: Chromium, which opens the built page as a file.

import assert from 'node:assert/strict';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The root of the repository. */
export const ROOT = join(HERE, '../../../..');

/** The address of the built page. */
export const PAGE = process.env.SETWISE_PAGE ?? pathToFileURL(join(ROOT, 'bindings/web/dist/index.html')).href;

/** A time limit in milliseconds that only a hanging page exceeds, even on a busy machine. */
const PATIENCE = 300_000;

/** Starts the browser. */
export function start() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: PATIENCE });
}

/**
 * Opens the page, waits until it is ready, and runs a test with it. The test fails if the page writes an error or a
 * warning to the console, throws an error, or loads any other file. `scripts` are functions that run in the page
 * before the page's own script. `expected` lists regular expressions for errors that the test causes on purpose.
 */
export async function withPage(browser, { hash = '', query = '', scripts = [], expected = [], ...options }, test) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 1000 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  for (const script of scripts) await page.addInitScript(script);
  const wrong = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => {
    const [address] = request.url().split(/[?#]/);
    if (address !== PAGE && !/^(blob|data):/.test(address)) wrong.push(`request of ${address}`);
  });
  try {
    await page.goto(PAGE + query + hash);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    await test(page);
    assert.deepEqual(wrong.filter((text) => !expected.some((pattern) => pattern.test(text))), []);
  } finally {
    await context.close();
  }
}

/** Returns the part of an address after the #, with which the page shows these overlays on a position. */
export function hashOf(fen, names, more = '') {
  return `#fen=${fen.split(' ').slice(0, 4).join('_')}&show=${names.join('.')}${more}`;
}

/** Returns an array for each shown overlay: the name, followed by the texts of its results. */
export function shownValues(page) {
  return page.$$eval('.overlay', (items) =>
    items.map((item) => [item.dataset.name, ...[...item.querySelectorAll('.word')].map((word) => word.textContent)]),
  );
}

/** Returns the cell of a square, such as `b1`. */
export function cell(page, name) {
  return page.locator(`#board [data-square="${'abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1)}"]`);
}

/** Returns the middle of a square in the window. */
export async function middle(page, name) {
  const { x, y, width, height } = await cell(page, name).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Drags the mouse from one square to another, across the squares between them. */
export async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 8 });
  await page.mouse.up();
}

/** Chooses a tool by its value: `move`, `paint`, `erase` or a letter of FEN. */
export function choose(page, tool) {
  return page.locator(`input[name=tool][value=${tool}]`).check({ force: true });
}
