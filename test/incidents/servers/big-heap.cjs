/**
 * A cache of 700,000 objects on the heap, always renewed: the collector walks all of it again and again, and the loop
 * stands still meanwhile. What helps: fewer objects (the same figures in typed arrays), or another process.
 */
const { setFlagsFromString } = require('node:v8');
const { serve } = require('./serving.cjs');

/** In one piece, as in a heap that grows faster than it is marked. In steps the loop stands still as long, untold by Node. */
setFlagsFromString('--no-incremental-marking');
/** At 5% more than is kept, as near the limit of a container: the collector has clearly more of the time than the work. */
setFlagsFromString('--heap-growing-percent=5');

const size = 700_000;
const cache = Array.from({ length: size }, (_, id) => ({
  id,
  tags: [id, id + 1],
  next: { value: `v${id}` },
}));
let last = 0;

function refresh() {
  let sum = 0;
  for (let step = 0; step < 20_000; step++) {
    const id = (last = (last + 7919) % size);
    cache[id] = { id, tags: [step, id], next: { value: `v${step}` } };
    sum += cache[(id * 31) % size].id;
  }
  return String(sum);
}

serve(refresh);
