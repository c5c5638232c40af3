/**
 * duckdb/duckdb-node-neo #325, oracle/node-oracledb #395: jobs that need another job of the same pool to end.
 * What happened: as many queries as threads wait for what only a further job can give them, and that job waits for a
 * thread: nothing ever moves again, and no CPU is used. oracledb: connections of its own pool wait for each other so.
 * What helped: more threads than such jobs can be at a time (for oracledb: than connections in its pool).
 */
const { setTimeout: sleep } = require('node:timers/promises');
const { post, semaphore, wait } = require('./libc.cjs');
const { serve } = require('./serving.cjs');

/** Nothing that a stuck call may still write to is given back. */
const held = new Set();

serve(async () => {
  const result = semaphore();
  held.add(result);
  const query = wait(result);
  await sleep(5);
  await post(result);
  await query;
  held.delete(result);
  return 'rows';
});
