/**
 * What looking at a process costs: the process that looks, for one sample, by state of the target; and the target,
 * in CPU for each of its jobs, looked at and left alone in turns.
 *
 *     node bench/look.ts [--samples 300] [--rounds 8] [--nodes 20,22,24]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type OpenLook, openLook } from '../src/measure/look/look.ts';
import { findNodes } from '../src/measure/node-versions.ts';
import { exponential, meanBounds, median } from '../src/stats/interval.ts';

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
  'tiny jobs, 64 in flight': `const again = () => { jobs++; fs.stat('/', again); }; for (let job = 0; job < 64; job++) fs.stat('/', again);`,
};

function started(binary: string, state: string): ChildProcess {
  const script = `
    const fs = require('fs');
    let jobs = 0;
    const hold = () => { for (let thread = 0; thread < 4; thread++) fs.read(0, Buffer.alloc(1), 0, 1, null, () => {}); };
    process.on('message', () => process.send({ jobs, cpu: process.cpuUsage() }));
    ${state}
    process.send('ready');`;
  return spawn(binary, ['-e', script], { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] });
}

interface Progress {
  readonly jobs: number;
  readonly cpu: NodeJS.CpuUsage;
}

async function progress(child: ChildProcess): Promise<Progress> {
  child.send('how far?');
  const [answer] = (await once(child, 'message')) as [Progress];
  return answer;
}

const format = (value: number) => value.toFixed(0).padStart(8);

/** A sample each millisecond or so: the state of the caches is that of a real look, not that of a tight loop. */
async function cost(open: OpenLook): Promise<void> {
  const costs: number[] = [];
  let inconsistent = 0;
  for (let sample = 0; sample < Number(values.samples); sample++) {
    const seen = open.sample(0);
    if (!seen) throw new Error('The target has ended.');
    costs.push(seen.cost);
    if (!seen.pool) inconsistent++;
    await sleep(1);
  }
  const sorted = costs.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  process.stdout.write(`${format(median(costs))}${format(p99)}${String(inconsistent).padStart(8)}\n`);
}

/** CPU of the target for each job while it is sampled every 20 ms, ÷ that while it is left alone, in turns. */
async function burden(child: ChildProcess, open: OpenLook): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const perJob = { looked: 0, alone: 0 };
    for (const kind of round % 2 === 0 ? (['looked', 'alone'] as const) : (['alone', 'looked'] as const)) {
      const before = await progress(child);
      for (const end = performance.now() + 500; performance.now() < end; await sleep(20)) {
        if (kind === 'looked') open.sample(0);
      }
      const after = await progress(child);
      const cpu = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
      perJob[kind] = cpu / (after.jobs - before.jobs);
    }
    ratios.push(Math.log(perJob.looked / perJob.alone));
  }
  const bounds = meanBounds(ratios);
  if (!bounds) return;
  const { value, low, high } = exponential(bounds);
  console.log(
    `its CPU for each job, looked at every 20 ms ÷ left alone: ${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
  );
}

for (const { label, binary } of await findNodes(values.nodes)) {
  console.log(`\nNode ${label}${' '.repeat(24 - label.length)}median µs  p99 µs  inconsistent`);
  for (const [name, state] of Object.entries(states)) {
    const child = started(binary, state);
    try {
      await once(child, 'message');
      using open = await openLook(child.pid ?? 0);
      if (!open.subject.peek.ok) throw new Error(open.subject.peek.why);
      process.stdout.write(name.padEnd(28));
      const before = await progress(child);
      await cost(open);
      const after = await progress(child);
      if (name === 'idle') {
        const cpu = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
        console.log(
          `  CPU of the target in the time of these ${values.samples} samples, both questions included: ${cpu} µs`,
        );
      }
      if (after.jobs > 0) await burden(child, open);
    } finally {
      child.kill('SIGKILL');
    }
  }
}
