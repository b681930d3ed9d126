// The worker of the race. It measures in a separate thread, so the page stays responsive. The page sends the bytes of
// the module, and a string with the question, the number of rounds and the positions.

import { startModule } from './module.js';

self.onmessage = async ({ data: { bytes, request } }) => {
  try {
    const call = await startModule(bytes, (row, nanoseconds) => self.postMessage({ row, nanoseconds }));
    self.postMessage({ result: call('race', request) });
  } catch (error) {
    self.postMessage({ failure: error.message });
  }
};
