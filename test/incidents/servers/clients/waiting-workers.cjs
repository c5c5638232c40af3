/** Each request is a task of a pool of workers, where it waits for another service. What helps: more tasks at a time. */
const { setTimeout: sleep } = require('node:timers/promises');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  const { Piscina } = require('piscina');
  const { serve } = require('../serving.cjs');
  const pool = new Piscina({
    filename: __filename,
    maxThreads: 1,
    concurrentTasksPerWorker: Number(process.argv[2] ?? 1),
    maxQueue: 10_000,
  });
  serve(() => pool.run(20));
} else module.exports = (time) => sleep(time, 'done');
