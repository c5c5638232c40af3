/** A process whose probe is none: `hostile.ts WHAT`. It writes to whoever calls at the socket that a probe would have. */
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lane, probed, probeReading } from '../../kit/watches.ts';

const hello = { ...probed().hello, pid: process.pid, script: null, tid: null };
const reading = probeReading();
const { memory: _, ...withoutMemory } = reading;
const json = JSON.stringify;
const greeted = (...lines: readonly string[]) => [json(hello), ...lines, ''].join('\n');
const large = 8 * 2 ** 20;

const texts: Readonly<Record<string, () => string>> = {
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
    greeted(json({ ...reading, fast: lane({ waits: Array.from({ length: 10_000 }, () => 1) }) })),
  prototype: () => greeted(`{"type":"reading","__proto__":${json(reading)}}`),
  'type of all objects': () => greeted('{"type":"constructor"}'),
};
/** As fast as it is read, for ever. */
const flood = greeted(json({ type: 'note', about: 'loop', why: 'x'.repeat(3 * 2 ** 20) }));

const folder = join(tmpdir(), `chokepoint-${process.getuid?.()}`);
const [what = ''] = process.argv.slice(2);
mkdirSync(folder, { mode: 0o700 });
createServer((socket) => {
  socket.on('error', () => {});
  if (what !== 'flood') return void socket.write(texts[what]?.() ?? '');
  const more = () => {
    while (socket.writable && socket.write(flood));
  };
  socket.on('drain', more);
  more();
}).listen(join(folder, `${process.pid}.sock`), () => process.stdout.write('0\n'));
