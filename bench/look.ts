/**
 * What looking at a process costs: the process that looks, for one sample and for taking it into the summary and the
 * series, by state of the target; for one sample of its connections, by their number, `ss` included; and the target, in
 * CPU for each of its jobs, looked at and left alone in random order.
 *
 *     npm run bench -- look [--samples 300] [--rounds 8] [--nodes 20,22,24]
 */
import { say } from '../src/messages/message.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from 'node:net';
import { type ProcessSampler, openSampler } from '../src/observe/external/process-snapshot.ts';
import { openSockets } from '../src/observe/external/sockets.ts';
import { SnapshotSummary } from '../src/observe/external/summary.ts';
import { findNodes } from '../src/host/node-versions.ts';
import { median } from '../src/stats/mean-and-spread.ts';
import {
  answer,
  cpuBetween,
  cpuOfEach,
  cpuWithChildren,
  inRandomOrder,
  ratioText,
  type Progress,
} from './load/closed-loop.ts';

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '8' },
    nodes: { type: 'string', default: process.execPath },
  },
});

/** What the target's pool does. The reads of an empty standard input hold the threads. */
const states = {
  idle: `fs.stat('/', () => {});`,
  '4 busy, 60 queued': `hold(); for (let job = 0; job < 60; job++) fs.stat('/', () => {});`,
  '4 busy, 5000 queued': `hold(); for (let job = 0; job < 5000; job++) fs.stat('/', () => {});`,
  'endless jobs of 10 ms, 5000 queued': `const { pbkdf2 } = require('crypto'); const again = () => pbkdf2('p', 's', 9000, 64, 'sha512', again); for (let job = 0; job < 5004; job++) again();`,
  'tiny jobs, 64 in flight': `const again = () => { count++; fs.stat('/', again); }; for (let job = 0; job < 64; job++) fs.stat('/', again);`,
};

function started(binary: string, state: string): ChildProcess {
  const script = `
    const fs = require('fs');
    let count = 0;
    const hold = () => { for (let thread = 0; thread < 4; thread++) fs.read(0, Buffer.alloc(1), 0, 1, null, () => {}); };
    process.on('message', () => process.send({ count, cpu: process.cpuUsage() }));
    ${state}
    process.send('ready');`;
  return spawn(binary, ['-e', script], { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] });
}

const format = (value: number) => value.toFixed(0).padStart(8);

/** A sample each millisecond or so: the state of the caches is that of a real look, not that of a tight loop. */
async function cost(open: ProcessSampler): Promise<void> {
  const costs: number[] = [];
  const taking: number[] = [];
  const summary = new SnapshotSummary(open);
  let inconsistent = 0;
  for (let sample = 0; sample < Number(values.samples); sample++) {
    const seen = open.sample(performance.now());
    if (!seen) throw new Error('The target has ended.');
    costs.push(seen.cost);
    if (!seen.pool) inconsistent++;
    const start = performance.now();
    summary.add(seen);
    taking.push((performance.now() - start) * 1000);
    await sleep(1);
  }
  const sorted = costs.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  process.stdout.write(
    `${format(median(costs))}${format(p99)}${format(median(taking))}${String(inconsistent).padStart(8)}\n`,
  );
}

/** CPU of the target for each job while it is sampled every 20 ms, ÷ that while it is left alone. */
async function burden(child: ChildProcess, open: ProcessSampler): Promise<void> {
  const ratios = await inRandomOrder(Number(values.rounds), async (isLooked) => {
    const before = await answer<Progress>(child);
    for (const end = performance.now() + 500; performance.now() < end; await sleep(20)) {
      if (isLooked) open.sample(0);
    }
    return cpuOfEach(before, await answer<Progress>(child));
  });
  console.log(`its CPU for each job, looked at every 20 ms ÷ left alone: ${ratioText(ratios)}`);
}

/** Both ends of the connections are on this machine, so `ss` sees twice as many; its CPU is that of a child that has ended. */
async function socketCost(connections: number): Promise<void> {
  const script = `require('net').createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1', function () { process.send(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const [port] = (await once(child, 'message')) as [number];
    const clients = [];
    for (let client = 0; client < connections; client++) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      clients.push(socket.on('error', () => {}));
    }
    const times: number[] = [];
    const before = cpuWithChildren(process.pid);
    const samples = 20;
    for (let sample = 0; sample < samples; sample++) {
      // Each a first one: a second would be left out until it takes less than a twentieth of the time.
      const open = openSockets(child.pid ?? 0);
      const start = performance.now();
      await open.sample();
      times.push(performance.now() - start);
    }
    const cpu = (cpuWithChildren(process.pid) - before) / samples;
    console.log(
      `${String(connections).padStart(6)} connections: ${median(times).toFixed(1)} ms, ${cpu.toFixed(1)} ms of CPU`,
    );
    for (const socket of clients) socket.destroy();
  } finally {
    child.kill('SIGKILL');
  }
}

for (const connections of [10, 1000, 5000]) await socketCost(connections);
for (const { label, binary } of await findNodes(values.nodes)) {
  console.log(
    `\nNode ${label}${' '.repeat(29 - label.length)}   median µs  p99 µs  summary µs  inconsistent`,
  );
  for (const [name, state] of Object.entries(states)) {
    const child = started(binary, state);
    try {
      await once(child, 'message');
      using open = await openSampler(child.pid ?? 0);
      if (!open.subject.peek.ok) throw new Error(say(open.subject.peek.why));
      process.stdout.write(name.padEnd(36));
      const before = await answer<Progress>(child);
      await cost(open);
      const after = await answer<Progress>(child);
      if (name === 'idle')
        console.log(
          `  CPU of the target in the time of these ${values.samples} samples, both questions included: ${cpuBetween(before, after)} µs`,
        );
      if (after.count > 0) await burden(child, open);
    } finally {
      child.kill('SIGKILL');
    }
  }
}
