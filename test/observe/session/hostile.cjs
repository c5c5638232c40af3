/** A process whose probe is none: `hostile.cjs WHAT`. It writes to whoever calls at the socket that a probe would have. */
'use strict';
const { mkdirSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const hello = {
  type: 'hello',
  schema: 1,
  pid: process.pid,
  node: process.versions.node,
  entry: 'flag',
  script: null,
  poolSize: null,
  period: 50,
  lanes: { fast: 'readlink', slow: 'getaddrinfo' },
  tid: null,
};
const lane = { waits: [0.1, 0.2], sent: 2, skipped: 0, pending: 0, oldest: null };
const reading = {
  type: 'reading',
  at: 250,
  span: 250,
  isPoolUnused: false,
  fast: lane,
  slow: lane,
  loop: { utilization: 0.1, delay: { mean: 1, p50: 1, p99: 1, max: 1 } },
  silent: 0,
  gc: { count: 0, time: 0, longest: 0, full: 0 },
  memory: { rss: 1, heapUsed: 1, heapLimit: 1, external: 1 },
  cpu: 1,
  ownCpu: null,
  requests: null,
  calls: null,
};
const { memory: _, ...withoutMemory } = reading;
const json = JSON.stringify;
const greeted = (...lines) => [json(hello), ...lines, ''].join('\n');
const large = 8 * 2 ** 20;

const texts = {
  honest: () => greeted(json(reading)),
  'no memory': () => greeted(json(withoutMemory)),
  'not a number': () => greeted(json(reading).replace('250', 'NaN')),
  infinite: () => greeted(json(reading).replace('250', '1e999')),
  nested: () => greeted('['.repeat(200_000)),
  'nested loop': () =>
    greeted(json(reading).replace('{"utilization"', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)},"x":{"u"`)),
  'long line': () => greeted('x'.repeat(100 * 2 ** 20)),
  'many readings': () => greeted(...Array.from({ length: 20_000 }, () => json(reading))),
  'another schema': () => `${json({ ...hello, schema: 2 })}\n`,
  'another number': () => `${json({ ...hello, pid: process.ppid })}\n${json(reading)}\n`,
  'long script': () => `${json({ ...hello, script: 'x'.repeat(large) })}\n`,
  'long note': () => greeted(json({ type: 'note', about: 'loop', why: 'x'.repeat(large) })),
  'many waits': () =>
    greeted(json({ ...reading, fast: { ...lane, waits: Array.from({ length: 10_000 }, () => 1) } })),
  prototype: () => greeted(`{"type":"reading","__proto__":${json(reading)}}`),
  'type of all objects': () => greeted('{"type":"constructor"}'),
};
/** As fast as it is read, for ever. */
const flood = greeted(json({ type: 'note', about: 'loop', why: 'x'.repeat(3 * 2 ** 20) }));

const folder = join(tmpdir(), `chokepoint-${process.getuid()}`);
mkdirSync(folder, { mode: 0o700 });
createServer((socket) => {
  const [what] = process.argv.slice(2);
  socket.on('error', () => {});
  if (what !== 'flood') {
    socket.write(texts[what]());
    return;
  }
  const more = () => {
    while (socket.writable && socket.write(flood));
  };
  socket.on('drain', more);
  more();
}).listen(join(folder, `${process.pid}.sock`), () => process.stdout.write('0\n'));
