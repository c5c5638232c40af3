/**
 * A cache of so many MiB of small objects, some of them renewed by each request: what is renewed had become old, so that only a
 * full collection frees it. What helps: a higher limit.
 */
const { serve } = require('./serving.cjs');

const size = Number(process.argv[2]) * 2 ** 20;
const entry = (id) => ({ id, name: `entry ${id} of ${performance.now()}`, tags: [id, id + 1] });
const cache = [];
while (process.memoryUsage().heapUsed < size) for (let i = 0; i < 2000; i++) cache.push(entry(cache.length));
let last = 0;

serve(() => {
  for (let i = 0; i < 300; i++) cache[(last = (last + 7919) % cache.length)] = entry(last);
  return JSON.stringify(cache.slice(0, 20));
});
