/**
 * A process to attach to: `target.cjs STATE`. It must run on every Node from 20 on, and know nothing of what attaches.
 * It serves from the start, and says `ready PORT` when it is in its state; what it reads from its input ends the state.
 */
'use strict';
const cluster = require('node:cluster');
const { execFileSync, fork } = require('node:child_process');
const { pbkdf2 } = require('node:crypto');
const { readSync } = require('node:fs');
const { createServer } = require('node:http');

const [state = 'idle'] = process.argv.slice(2);

const states = {
  idle: () => {},
  /** The main thread never comes back to its loop. */
  busy: () =>
    setImmediate(() =>
      setTimeout(() => {
        for (;;);
      }, 10),
    ),
  /** Every pool thread works, and jobs wait. */
  saturated() {
    const again = () => pbkdf2('password', 'salt', 100_000, 64, 'sha512', again);
    for (let job = 0; job < 8; job++) again();
  },
  handling() {
    process.on('SIGUSR1', () => process.stdout.write('SIGUSR1\n'));
  },
  /** Has broken what the probe answers with. */
  speechless() {
    JSON.stringify = () => undefined;
  },
  /** Took its handler off again: the signal would end it. */
  bare() {
    const handler = () => {};
    process.on('SIGUSR1', handler).off('SIGUSR1', handler);
  },
  /** In one long call that is not JavaScript, until something comes in. */
  frozen: () => setImmediate(() => setTimeout(() => execFileSync('head', ['-c1'], { stdio: 'inherit' }), 10)),
  /** Has a name of its own, so that its options cannot be seen any more. */
  titled() {
    process.title = 'x';
  },
  /** What it says of itself is something else than what it is asked. */
  forging() {
    JSON.stringify = () => 'undefined';
  },
  /** Answers at the port that its inspector would have, a byte now and then, and never ends. */
  dripping: () => drip(process.debugPort),
  /** Was started with its inspector open, at any port; now it drips at a hundred instead. */
  flooding() {
    require('node:inspector').close();
    for (let port = 0; port < 100; port++) drip(0);
  },
  /** In a system call that a signal would make fail, until something comes in. */
  reading: () => setImmediate(() => setTimeout(() => readSync(0, Buffer.alloc(1)), 10)),
  /** Two more, each in its own right. */
  children() {
    for (let child = 0; child < 2; child++) fork(__filename, ['idle'], { stdio: 'inherit' });
  },
};

function drip(port) {
  createServer((_request, response) => {
    response.writeHead(200);
    setInterval(() => response.write('['), 50);
  }).listen(port, '127.0.0.1');
}

/** What an application computes for one request. */
function compute(milliseconds) {
  const end = Date.now() + milliseconds;
  while (Date.now() < end);
}

if (state === 'cluster' && cluster.isPrimary) {
  cluster.fork();
  cluster.fork();
  process.stdout.write('ready 0\n');
} else {
  const run = states[state] ?? (() => {});
  createServer((request, response) => {
    if (request.url === '/report') compute(180);
    response.end('well');
  }).listen(0, '127.0.0.1', function () {
    run();
    process.stdout.write(`ready ${this.address().port} ${process.pid}\n`);
  });
}
