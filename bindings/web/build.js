// `npm run build`: builds the page as one file that contains everything the page needs.
//
//   page/index.html   <style>    <- docs/theme.css, page/style/*.css
//                     <script>   <- page/src/main.js with its imports; worker.js with its imports, as text
//                     <script>   <- this crate, compiled with simd128 and without, and positions; compressed, in base64
//
// If a page is opened as a file, browsers do not let the page load module scripts, workers or WebAssembly from other
// files. The page is therefore a single file. Any server can serve this file as well.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { buildSync, transformSync } from 'esbuild';

/** The maximum size of the page in bytes. */
const MOST_BYTES = 535_000;

/** The compilation target of the WebAssembly modules. The target has neither files nor a clock, so the modules import
only functions that the page provides. */
const TARGET = 'wasm32-unknown-unknown';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');

/** Positions of master games, for the race. `setwise bench` uses the same file. */
const POSITIONS = join(ROOT, 'crates/cli/src/bench/positions.fen');

/** Returns the style sheet of the whole site, followed by the style sheets of the page in the order of their names,
without comments and blanks. */
function style() {
  const folder = join(HERE, 'page/style');
  const files = [join(ROOT, 'docs/theme.css'), ...readdirSync(folder).sort().map((name) => join(folder, name))];
  const sheets = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return transformSync(sheets, { loader: 'css', minify: true, charset: 'utf8' }).code.trim();
}

/** Returns a module of the page and all modules that it imports, bundled into one script. */
function script(name) {
  const entryPoints = [join(HERE, 'page/src', name)];
  return buildSync({ entryPoints, bundle: true, minify: true, format: 'iife', charset: 'utf8', write: false }).outputFiles[0].text;
}

/** Compiles the WebAssembly module with these flags, and returns the bytes of the module. */
function wasm(name, flags) {
  // Each module is built in a separate folder. In a common folder, each build would recompile what the other build has
  // compiled.
  const folder = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'web', name);
  // Without the flag below, panic messages in the module would contain this machine's paths of downloaded crates.
  const home = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const rustflags = home.includes(' ') ? flags : `${flags} --remap-path-prefix=${home}=cargo`;
  const env = { ...process.env, CARGO_TARGET_DIR: folder, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: rustflags };
  // Both variables would override the flags that the line above sets for the target.
  delete env.RUSTFLAGS;
  delete env.CARGO_ENCODED_RUSTFLAGS;
  const build = ['build', '--quiet', '--locked', '--profile', 'web', '--package', 'setwise-web', '--lib'];
  execFileSync(join(ROOT, 'scripts/cross.sh'), [TARGET, ...build], { cwd: ROOT, env, stdio: 'inherit' });
  return readFileSync(join(folder, 'cross-build', TARGET, 'web/setwise_web.wasm'));
}

/** Returns bytes compressed and encoded in base64. */
const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString('base64');

/** Replaces each `<!-- include NAME -->` in the page with the part NAME. */
function withParts(page, parts) {
  const places = [...page.matchAll(/<!-- include (\w+) -->/g)].map(([, name]) => name);
  if (String(places.sort()) !== String(Object.keys(parts).sort())) {
    throw new Error(`page/index.html has places for ${places}, expected ${Object.keys(parts)}`);
  }
  for (const [name, part] of Object.entries(parts)) {
    if (/<\/script|<\/style|<!--/.test(part)) throw new Error(`the part ${name} contains the end of an element or a comment`);
  }
  return page.replace(/<!-- include (\w+) -->/g, (_, name) => parts[name]);
}

const parts = {
  style: style(),
  simd128: packed(wasm('simd128', '-Ctarget-feature=+simd128')),
  plain: packed(wasm('plain', '-Ctarget-feature=-simd128')),
  positions: packed(readFileSync(POSITIONS)),
  worker: script('worker.js'),
  main: script('main.js'),
};
const page = withParts(readFileSync(join(HERE, 'page/index.html'), 'utf8'), parts);
const size = Buffer.byteLength(page);
for (const [name, part] of [...Object.entries(parts), ['the page', page]]) {
  console.log(name.padEnd(10), String(Buffer.byteLength(part)).padStart(8), 'bytes');
}
if (size > MOST_BYTES) throw new Error(`the page has ${size} bytes, expected at most ${MOST_BYTES}`);
mkdirSync(join(HERE, 'dist'), { recursive: true });
writeFileSync(join(HERE, 'dist/index.html'), page);
console.log('written: bindings/web/dist/index.html; open it in a browser');
