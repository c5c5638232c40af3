/**
 * A Node process that always has the same number of jobs of a native add-on under way, and knows how long each waited for its
 * thread: `backlog.cjs JOBS MICROSECONDS`. A job sleeps in the kernel; its wait is the time from its submission to its end,
 * less its length. Prints `ready 0` when it has begun, and on SIGUSR2 the mean wait since the one before: `waits: MEAN`.
 */
'use strict';
const koffi = require('koffi');

const [jobs, length] = process.argv.slice(2).map(Number);

// 256 calls at a time are the default.
koffi.config({ max_async_calls: 4096 });
const usleep = koffi.load('libc.so.6').func('int usleep(unsigned int)');

let waits = [];
function again() {
  const start = performance.now();
  usleep.async(length, () => {
    waits.push(performance.now() - start - length / 1000);
    again();
  });
}
for (let index = 0; index < jobs; index++) again();

process.on('SIGUSR2', () => {
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  waits = [];
  process.stdout.write(`waits: ${mean}\n`);
});
process.stdout.write('ready 0\n');
