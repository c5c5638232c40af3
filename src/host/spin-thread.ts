/** One of the threads of `measureCapacity`: works while it is among the active ones, and counts what it has done. */
import { parentPort, workerData } from 'node:worker_threads';
import { control, counterStride, type SpinOrder } from './capacity.ts';

/** Rounds of the generator in one piece of work: about 20 µs, so that an unfinished piece does not matter. */
const piece = 10_000;

const { memory, index }: SpinOrder = workerData;
const words = new Int32Array(memory);
const own = control.length + index * counterStride;

/** Runs xorshift (Marsaglia 2003): each step in registers waits for the one before. Threads share nothing but the core. */
function work(seed: number): number {
  let x = seed | 1;
  for (let i = 0; i < piece; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  return x;
}

/** Compiles the work before the first measurement, so that the compiler's time is not measured. */
let state = index + 1;
for (let i = 0; i < 200; i++) state = work(state);
parentPort?.postMessage('ready');

while (Atomics.load(words, control.stop) === 0) {
  const active = Atomics.load(words, control.active);
  if (index >= active) {
    Atomics.wait(words, control.active, active);
    continue;
  }
  state = work(state);
  Atomics.add(words, own, 1);
}
