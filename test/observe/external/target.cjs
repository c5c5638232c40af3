/**
 * A Node process in a known state, for the tests that look at it from outside: `target.cjs STATE`. It must run on
 * every Node from 20 on, and use its pool for nothing but what is told. Says `ready` when all its jobs are submitted.
 */
'use strict';
const { createServer } = require('node:http');
const { open, readdirSync, stat } = require('node:fs');
const { join } = require('node:path');
const { pbkdf2, randomBytes } = require('node:crypto');
const { deflate } = require('node:zlib');
const { lookup } = require('node:dns');

const [state, folder = ''] = process.argv.slice(2);
const done = () => {};

/** The open of a named pipe holds its thread until the other side is opened. */
function hold() {
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.pipe'))
    .toSorted()) {
    open(join(folder, name), 'r', done);
  }
}

const states = {
  /** Serves, and has used its pool for nothing. */
  fresh: done,
  /** Every thread has worked once, and none works now. */
  idle: () => stat('/', done),
  held: hold,
  /** Every pipe, and behind them jobs of known kinds. */
  mixed() {
    hold();
    for (let job = 0; job < 3; job++) stat('/', done);
    for (let job = 0; job < 2; job++) randomBytes(8, done);
    deflate('x', done);
    for (let job = 0; job < 5; job++) lookup('127.1', { family: 4 }, done);
  },
  /** Sixty-four tiny jobs at a time, for ever: the queue changes every few microseconds. */
  churning() {
    const again = () => stat('/', again);
    for (let job = 0; job < 64; job++) again();
  },
  /** Eight hashes at a time, for ever. */
  hashing() {
    const again = () => pbkdf2('password', 'salt', 20_000, 64, 'sha512', again);
    for (let job = 0; job < 8; job++) again();
  },
  /** Six lookups that read the file of aliases, which is a named pipe: the slow-I/O queue, held. */
  resolving() {
    for (let job = 0; job < 6; job++)
      lookup('nowhere', { family: 4 }, () => process.stdout.write('answered\n'));
  },
  /** A native addon that asks libuv for three jobs, and Node-API for two more, behind the pipes. */
  addon() {
    hold();
    require(join(folder, 'addon.node'));
  },
};

const run = states[state];
if (!run) throw new Error(`no state ${state}`);
const server = createServer((_, response) => response.end('well'));
server.listen(0, '127.0.0.1', () => {
  run();
  process.stdout.write(`ready ${server.address().port}\n`);
});
