/**
 * Servers for a Prometheus, by their name: those that are ill in one way, from the first request that begins it, and healthy ones,
 * which do from the start what an alert may not take for an illness.
 */
const cluster = require('node:cluster');
const { read, readFile } = require('node:fs');
const { createServer } = require('node:http');
const { setPriority } = require('node:os');
const { setTimeout: sleep } = require('node:timers/promises');
const { createPool } = require('generic-pool');
const { blockingCall } = require('../incidents/servers/libc.cjs');
const { compute, endWithParent } = require('../incidents/servers/serving.cjs');

/** Does the work again and again, so many at a time. */
function always(count, work) {
  const again = () => void work().then(again);
  for (let one = 0; one < count; one++) again();
}

const connections = (max) => createPool({ create: async () => ({}), destroy: async () => {} }, { max });

/** So many at a time need one of `max` connections for 50 ms. */
function ask(max, count) {
  const pool = connections(max);
  always(count, () => pool.use(() => sleep(50)));
}

const ill = {
  // Of sixty jobs on four threads the last waits for 280 ms.
  full: () => always(60, () => blockingCall(20)),
  // Nobody ever writes there: a read ends when whoever started the server has ended.
  stuck() {
    for (let one = 0; one < 4; one++)
      read(0, Buffer.alloc(1), 0, 1, null, () => process.kill(process.pid, 'SIGKILL'));
  },
  hangs: () => {
    for (;;);
  },
  late: () => setInterval(compute, 500, 200),
  waits: () => ask(2, 16),
  // Two get a connection, and keep it.
  leaks() {
    const pool = connections(2);
    setInterval(() => void pool.acquire(), 100);
  },
  // With a quota of 0.3 CPUs it is stopped in each period.
  throttled: () => setInterval(compute, 10, 8),
};

const healthy = {
  idle() {},
  // It is the test that sends the requests.
  asked() {},
  reads: () => setInterval(() => readFile(__filename, () => {}), 2),
  connected: () => ask(10, 4),
  cluster() {},
};

const name = process.argv[2];
// Those that compute are to take no CPU from the others. On Linux this is of the main thread alone, not of the probe's.
if (name === 'hangs' || name === 'late') setPriority(19);
if (name !== 'stuck') endWithParent();

if (name === 'cluster' && cluster.isPrimary) {
  cluster.fork();
  cluster.fork();
} else {
  const server = createServer((request, response) => {
    if (request.url === '/begin') setImmediate(() => ill[name]());
    response.end(String(compute(1)));
  }).listen(0, '127.0.0.1', () => console.log(`ready ${server.address().port}`));
  healthy[name]?.();
}
