/**
 * What the probe costs the process that it is in, and how true it is.
 *
 *     npm run bench -- probe [--rounds 12] [--block 1500] [--runs 5] [--seconds 10] [--nodes 20,22,24]
 *
 * Cost: CPU of an HTTP server for each request, at as many requests as this machine gives, with the probe and without,
 * in blocks of random order. By parts: `channels` counts requests alone; `main half` is the whole probe at a tick a
 * second, so all but the jobs in the pool.
 *
 * Truth: what Node's own trace events say of each job's time in the queue. Jobs come at random (Poisson), so they meet
 * the pool as it is on average, as the probe claims to do. Those events crash a process under load (see
 * `src/observe/probe/capture.cts`), so there are at most 300 jobs a second.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findNodes } from '../src/host/node-versions.ts';
import type { ProbeMessage } from '../src/model/reading.ts';
import { exponential, meanBounds } from '../src/stats/interval.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    block: { type: 'string', default: '1500' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    nodes: { type: 'string', default: process.execPath },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'chokepoint-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
/** As it is built: older Nodes cannot read the sources. */
const built = join(import.meta.dirname, '../dist/observe/probe');

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

const answer = async <T>(child: ChildProcess, question: unknown): Promise<T> => {
  const message = once(child, 'message');
  child.send(question as string);
  return ((await message) as [T])[0];
};

// --- what it costs

const parts = ['none', 'channels', 'main half', 'all'] as const;
type Part = (typeof parts)[number];

const serverScript = `
const built = ${JSON.stringify(built)};
const { traffic } = require(built + '/traffic.cjs');
const { install } = require(built + '/install.cjs');
const workerText = require(built + '/bundle.cjs').bundle('worker');
let count = 0;
let stop = async () => {};
const server = require('node:http').createServer((request, response) => { count++; response.end('ok'); });
const begin = {
  none: () => async () => {},
  channels() { const counted = traffic(); return async () => counted.stop(); },
  probe({ socket, period }) {
    const { worker } = install({ socket, period, entry: 'attached', workerText });
    return () => worker.terminate();
  },
};
process.on('message', async (message) => {
  if (message.part) { await stop(); stop = begin[message.part](message); }
  process.send({ count, cpu: process.cpuUsage(), port: server.address().port });
});
require('node:fs').stat('/', () => server.listen(0, '127.0.0.1', () => process.send('ready')));`;

/** Each connection asks again when it is answered. */
function clients(port: number, count: number): () => void {
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    socket.on('data', () => socket.write(request));
    socket.on('error', () => {});
    return socket;
  });
  return () => sockets.forEach((socket) => socket.destroy());
}

interface Progress {
  readonly count: number;
  readonly cpu: NodeJS.CpuUsage;
  readonly port: number;
}

async function cost(binary: string): Promise<void> {
  const socket = join(folder, 'cost.sock');
  const listener = createServer((one) => one.resume().on('error', () => {})).listen(socket);
  const child = spawn(binary, ['-e', serverScript], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    await once(child, 'message');
    const { port } = await answer<Progress>(child, {});
    const stop = clients(port, 32);
    await sleep(3000);
    const ratios: Record<Part, number[]> = { none: [], channels: [], 'main half': [], all: [] };
    const rates: number[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const perRequest = {} as Record<Part, number>;
      for (const part of shuffled(parts)) {
        const isProbe = part === 'all' || part === 'main half';
        const period = part === 'all' ? 50 : 1000;
        await answer(child, isProbe ? { part: 'probe', socket, period } : { part });
        await sleep(500);
        const before = await answer<Progress>(child, {});
        await sleep(Number(values.block));
        const after = await answer<Progress>(child, {});
        const cpu = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
        perRequest[part] = cpu / (after.count - before.count);
        if (part === 'none') rates.push(((after.count - before.count) / Number(values.block)) * 1000);
      }
      for (const part of parts) ratios[part].push(Math.log(perRequest[part] / perRequest.none));
    }
    stop();
    const rate = rates.reduce((sum, value) => sum + value, 0) / rates.length;
    console.log(`CPU for each request ÷ without, at ${rate.toFixed(0)} requests/s:`);
    for (const part of parts.slice(1)) console.log(`  ${part.padEnd(10)} ${ratioText(ratios[part])}`);
  } finally {
    child.kill('SIGKILL');
    listener.close();
  }
}

function ratioText(logarithms: readonly number[]): string {
  const bounds = meanBounds(logarithms);
  if (!bounds) return 'too few rounds';
  const { value, low, high } = exponential(bounds);
  return `${value.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)})`;
}

// --- how true it is

/** Jobs of about 20 ms at 140/s: four threads are three quarters busy, so there is a queue now and then. */
const loads = {
  'threads blocked': {
    rate: 140,
    job: `
const libc = require(${JSON.stringify(join(import.meta.dirname, '../node_modules/koffi'))}).load(null);
const usleep = libc.func('int usleep(unsigned int)');
const job = () => usleep.async(20_000, () => {});`,
  },
  'CPUs saturated': {
    rate: 60,
    job: `
const { pbkdf2 } = require('node:crypto');
const job = () => pbkdf2('a', 'b', 40_000, 32, 'sha512', () => {});`,
  },
} as const;

const loadScript = (load: { readonly rate: number; readonly job: string }) => `
${load.job}
let due = performance.now();
(function next() {
  while (due <= performance.now()) { job(); due += -Math.log(1 - Math.random()) * 1000 / ${load.rate}; }
  setTimeout(next, Math.max(1, due - performance.now()));
})();
setTimeout(() => process.exit(), ${Number(values.seconds)} * 1000);`;

interface TraceEvent {
  readonly cat: string;
  readonly ph: string;
  readonly ts: number;
}

/** The queue is first come, first served, so the nth that was sent is the nth that began. In ms. */
function truth(file: string): number[] {
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] };
  const times = (kind: string, phase: string) =>
    traceEvents
      .filter(({ cat, ph }) => cat.endsWith(`node.threadpoolwork.${kind}`) && ph === phase)
      .map(({ ts }) => ts / 1000)
      .toSorted((one, other) => one - other);
  const [sent, began] = [times('async', 'b'), times('sync', 'B')];
  return began.map((at, index) => at - (sent[index] ?? at));
}

const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
const p99 = (all: readonly number[]) =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length * 0.99)] ?? Number.NaN;

function collected(path: string): { listener: Server; waits: number[] } {
  const waits: number[] = [];
  const listener = createServer((socket) => {
    let rest = '';
    socket.setEncoding('utf8').on('error', () => {});
    socket.on('data', (data) => {
      const lines = (rest + String(data)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const message = JSON.parse(line) as ProbeMessage;
        if (message.type === 'reading') waits.push(...message.fast.waits);
      }
    });
  }).listen(path);
  return { listener, waits };
}

async function accuracy(binary: string, name: keyof typeof loads): Promise<void> {
  const [means, tails]: [number[], number[]] = [[], []];
  let excess = 0;
  for (let run = 0; run < Number(values.runs); run++) {
    const path = join(folder, `accuracy-${run}.sock`);
    const file = join(folder, `trace-${run}.json`);
    const { listener, waits } = collected(path);
    const child = spawn(
      binary,
      [
        '--trace-event-categories=node.threadpoolwork.async,node.threadpoolwork.sync',
        `--trace-event-file-pattern=${file}`,
        `--require=${join(built, 'register.cjs')}`,
        '-e',
        loadScript(loads[name]),
      ],
      { stdio: 'inherit', env: { ...process.env, CHOKEPOINT_PROBE_SOCKET: path } },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    listener.close();
    if (code !== 0) continue;
    const real = truth(file);
    means.push(Math.log(mean(waits) / mean(real)));
    tails.push(Math.log(p99(waits) / p99(real)));
    excess += (mean(waits) - mean(real)) / Number(values.runs);
  }
  console.log(
    `${name}: the probe's mean ÷ the true one ${ratioText(means)}, that is ${excess.toFixed(2)} ms; its p99 ÷ the true one ${ratioText(tails)}`,
  );
}

for (const { label, binary } of await findNodes(values.nodes)) {
  console.log(`\nNode ${label}`);
  await cost(binary);
  for (const name of Object.keys(loads) as (keyof typeof loads)[]) await accuracy(binary, name);
}
