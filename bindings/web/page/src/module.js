// Chooses, starts and calls the WebAssembly module.
//
// The page contains two modules, one with simd128 and one without, both compressed and in base64.
// `WebAssembly.validate` shows whether the browser supports simd128. A module takes text and returns text
// (bindings/web/src/exports.rs).

/** A small module with which the page tests whether the browser supports simd128. It counts the bits in each byte of a
vector and extracts one lane. */
const USES_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, // magic number and version
  1, 5, 1, 96, 0, 1, 127, // one type: a function without parameters that returns an i32
  3, 2, 1, 0, // one function, of this type
  10, 13, 1, 11, 0, 65, 0, 253, 15, 253, 98, 253, 22, 0, 11, // i32.const 0, i8x16.splat, i8x16.popcnt, i8x16.extract_lane_u 0
]);

/** Returns whether the page uses the module with simd128. For tests, `?simd=0` in the address selects the module without
simd128. */
export function runsSimd() {
  return !location.search.includes('simd=0') && WebAssembly.validate(USES_SIMD);
}

/** Returns the decompressed bytes of a part of the page, which is a module or the positions. */
export async function partOfPage(name) {
  const text = document.getElementById(name).textContent.trim();
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}

/** The error for a request that the module rejected. The message is the reason. */
export class Refusal extends Error {}

/**
 * Starts a module. Returns a function `call(name, text)`, which calls the export with this name and returns its
 * answer. If the module rejects the request, `call` throws a `Refusal`. `onSample(row, nanoseconds)` is called for each
 * sample of a race.
 */
export async function startModule(bytes, onSample = () => {}) {
  const page = { clock: () => performance.now(), sample: onSample };
  const { instance } = await WebAssembly.instantiate(bytes, { page });
  const { memory, input, output, output_length: outputLength } = instance.exports;
  return (name, text = '') => {
    const request = new TextEncoder().encode(text);
    const address = input(request.length);
    new Uint8Array(memory.buffer, address, request.length).set(request);
    const isResult = instance.exports[name]();
    // `memory.buffer` is read again, because a call into the module may grow the memory, which detaches the old
    // buffer.
    const [start, length] = [output(), outputLength()];
    const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
    if (!isResult) throw new Refusal(answer);
    return answer;
  };
}

/** Splits an answer into lines, and each line into its fields. */
export function rows(answer) {
  return answer.split('\n').filter((line) => line !== '').map((line) => line.split('\t'));
}
