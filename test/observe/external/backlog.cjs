/**
 * A Node process that always has the same number of jobs under way, and knows how long each waited for its thread:
 * `backlog.cjs JOBS MICROSECONDS KIND`. A job's wait is the time from its submission to its end, less its length.
 * Prints `ready 0` when it has begun, and on SIGUSR2 the waits since the one before: `waits: COUNT MEAN P50 P95`.
 */
'use strict';
const koffi = require('koffi');
const { openSync, read } = require('node:fs');

const [jobs, length, kind] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];

const kinds = {
  /** A native add-on's job: sleeps in the kernel. */
  sleep() {
    // 256 calls at a time are the default.
    koffi.config({ max_async_calls: 4096 });
    const usleep = koffi.load('libc.so.6').func('int usleep(unsigned int)');
    return (done) => usleep.async(length, done);
  },
  /** A file's job: reads an endless file for about as long; each takes the same memory again. */
  fs() {
    const file = openSync('/dev/zero');
    const bytes = Buffer.alloc(1 << 20);
    return (done) => read(file, bytes, 0, bytes.length, 0, done);
  },
};

let waits = [];
const job = kinds[kind]();
function again() {
  const start = performance.now();
  job(() => {
    waits.push(performance.now() - start - length / 1000);
    again();
  });
}
for (let index = 0; index < jobs; index++) again();

process.on('SIGUSR2', () => {
  const sorted = waits.toSorted((one, other) => one - other);
  waits = [];
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))];
  const mean = sorted.reduce((sum, wait) => sum + wait, 0) / sorted.length;
  process.stdout.write(`waits: ${sorted.length} ${mean} ${at(0.5)} ${at(0.95)}\n`);
});
process.stdout.write('ready 0\n');
