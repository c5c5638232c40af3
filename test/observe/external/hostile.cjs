/**
 * A process that holds what looks like libuv's pool in memory of its own: `hostile.cjs WHAT`. Prints `ready 0 JSON`,
 * the addresses that its symbols would have.
 */
'use strict';
const koffi = require('koffi');

const [what] = process.argv.slice(2);
const bytes = Buffer.alloc(32 * 2 ** 20);
const base = Number(koffi.address(bytes));
const places = {
  nthreads: 0,
  idle_threads: 4,
  slow_io_work_running: 8,
  wq: 16,
  slow_io_pending_wq: 32,
  run_slow_work_message: 48,
  exit_message: 64,
};
const write = (at, value) => bytes.writeBigUInt64LE(BigInt(value), at);
/** Where the links of a job are, from the start of the memory. */
const jobAt = (index) => 4096 + 1024 * (index + 1);
const texts = 24 * 2 ** 20;
const textAt = (index) => texts + index * 32;
const [work, callback] = [128, 129];

function link(from, { next, previous }) {
  write(from, base + next);
  write(from + 8, base + previous);
}

/** A job of its own kind at each place. */
function job(index, links) {
  const at = jobAt(index);
  link(at, links);
  write(at - 24, base + work);
  write(at - 40, base + callback);
  write(at + 16, base + textAt(index));
  bytes.write(`kind${index}\0`, textAt(index), 'latin1');
}

/** Jobs one behind the other, and the head. */
function queue(count) {
  for (let index = 0; index < count; index++) {
    const [next, previous] = [
      index === 0 ? places.wq : jobAt(index - 1),
      index === count - 1 ? places.wq : jobAt(index + 1),
    ];
    job(index, { next, previous });
  }
  link(places.wq, { next: jobAt(count - 1), previous: jobAt(0) });
}

bytes.writeUInt32LE(4, places.nthreads);
link(places.slow_io_pending_wq, { next: places.slow_io_pending_wq, previous: places.slow_io_pending_wq });
const states = {
  /** Three jobs in a circle that does not hold the head. */
  ring() {
    for (let index = 0; index < 3; index++) {
      job(index, { next: jobAt((index + 2) % 3), previous: jobAt((index + 1) % 3) });
    }
    link(places.wq, { next: jobAt(0), previous: jobAt(0) });
  },
  /** The tail is in the list, and the last job leads back to it. */
  lasso() {
    queue(3);
    write(jobAt(2) + 8, base + jobAt(0));
  },
  kinds: () => queue(1000),
};
states[what]();

const symbols = {
  variables: Object.fromEntries(Object.entries(places).map(([name, at]) => [name, base + at])),
  helpful: {},
  functions: { uv__queue_work: base + work },
  isMusl: false,
  image: { start: base, end: base + bytes.length },
};
process.stdout.write(`${JSON.stringify(symbols)}\nready 0\n`);
// It must stay where it is.
setInterval(() => bytes[0], 1000);
