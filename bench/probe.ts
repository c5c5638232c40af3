/**
 * What the probe costs the process that it is in, what the doctor costs the machine that it is on, and how true the
 * probe is. All of it takes less than five minutes.
 *
 *     npm run bench -- probe [--only cost,idle,doctor,truth] [--rounds 36] [--block 1000] [--runs 4] [--seconds 8] [--nodes 20,22,24]
 *
 * Cost: CPU of an HTTP server for each request, at as many requests as this machine gives, while somebody listens to the
 * probe and while nobody does, in slices of random order within one process. While nobody does, none of it is at work:
 * what is left is under "Idle". (A probe that is brought anew for each slice would be measured while it is compiled.)
 *
 * Idle: turns of the main thread's loop, and CPU, of a server that nobody asks, with the probe and somebody who listens.
 *
 * Doctor: its own CPU and that of the programs that it starts, while it watches one and ten servers from outside, from its
 * fifth second on.
 *
 * Truth: what Node's own trace events say of each job's time in the queue. Jobs come at random (Poisson), so they meet
 * the pool as it is on average, as the probe claims to do. Those events crash a process under load (see
 * `src/observe/probe/capture.cts`), so there are at most 300 jobs a second.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  answer,
  clients,
  cpuOfEach,
  cpuWithChildren,
  inRandomOrder,
  ratioText,
  type Progress,
} from './load/closed-loop.ts';
import { findNodes } from '../src/host/node-versions.ts';
import { freePort } from '../src/server/launch.ts';
import type { ProbeMessage } from '../src/model/reading.ts';
import { mean } from '../src/stats/mean-and-spread.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'cost,idle,doctor,truth' },
    rounds: { type: 'string', default: '36' },
    block: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '8' },
    nodes: { type: 'string', default: process.execPath },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'chokepoint-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
/** As it is built: older Nodes cannot read the sources. */
const dist = join(import.meta.dirname, '../dist');
const built = join(dist, 'observe/probe');

/** One who listens to probes, and does nothing with what they say. */
function deafEar(path: string): Server {
  return createServer((one) => one.resume().on('error', () => {})).listen(path);
}

// --- what it costs

const serverScript = `
const built = ${JSON.stringify(built)};
const { install } = require(built + '/install.cjs');
const workerText = require(built + '/bundle.cjs').bundle('worker');
let count = 0;
const server = require('node:http').createServer((request, response) => { count++; response.end('ok'); });
install({ socket: process.argv[1], isListening: true, entry: 'flag', workerText });
process.on('message', () => process.send({ count, cpu: process.cpuUsage(), port: server.address().port }));
require('node:fs').stat('/', () => server.listen(0, '127.0.0.1', () => process.send('ready')));`;

/** Until the server is warm, and the probe; and until the probe has begun or ended its work, and knows the rate. */
const [warmUp, settling] = [6000, 800];

async function cost(binary: string): Promise<void> {
  const path = join(folder, 'cost.sock');
  const child = spawn(binary, ['-e', serverScript, path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    await once(child, 'message');
    const { port } = await answer<{ port: number }>(child);
    const stop = clients(port, 32);
    // Its thread begins to listen a moment after the server.
    while (!existsSync(path)) await sleep(20);
    const listen = () => connect(path).resume();
    const first = listen();
    await sleep(warmUp);
    first.destroy();
    const rates: number[] = [];
    const ratios = await inRandomOrder(Number(values.rounds), async (isListening) => {
      const listener = isListening ? listen() : null;
      await sleep(settling);
      const before = await answer<Progress>(child);
      await sleep(Number(values.block));
      const after = await answer<Progress>(child);
      listener?.destroy();
      rates.push(((after.count - before.count) / Number(values.block)) * 1000);
      return cpuOfEach(before, after);
    });
    stop();
    console.log(
      `CPU for each request with the whole probe ÷ without: ${ratioText(ratios)}, at ${mean(rates).toFixed(0)} requests/s`,
    );
  } finally {
    child.kill('SIGKILL');
  }
}

// --- what it costs a server that nobody asks

/** Long enough for a loop that turns four times a second. */
const idleFor = 10_000;

const idleScript = `
const { performance } = require('node:perf_hooks');
const turns = () => performance.nodeTiming.uvMetricsInfo?.loopCount ?? NaN;
require('node:http').createServer(() => {}).listen(0, '127.0.0.1');
require('node:fs').stat('/', () => {});
setTimeout(() => {
  const [before, cpu] = [turns(), process.cpuUsage()];
  setTimeout(() => {
    const { user, system } = process.cpuUsage(cpu);
    process.send({ turns: turns() - before - 1, cpu: (user + system) / 1000 });
    process.exit();
  }, ${idleFor});
}, 4000);`;

async function idle(binary: string): Promise<void> {
  const socket = join(folder, 'idle.sock');
  const listener = deafEar(socket);
  const flags = [`--require=${join(built, 'register.cjs')}`];
  const kinds: Readonly<Record<string, { flags?: readonly string[]; env?: NodeJS.ProcessEnv }>> = {
    'without the probe': {},
    'with the probe, and nobody who listens': { flags },
    'with the probe, and its metrics published': {
      flags,
      env: { CHOKEPOINT_METRICS: String(await freePort()), TMPDIR: folder },
    },
    'with the probe, and somebody who listens': { flags, env: { CHOKEPOINT_PROBE_SOCKET: socket } },
  };
  const measured = Object.entries(kinds).map(async ([name, { flags: own = [], env }]) => {
    const child = spawn(binary, [...own, '-e', idleScript], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
    const [{ turns, cpu }] = (await once(child, 'message')) as [{ turns: number | null; cpu: number }];
    const told = turns === null ? 'not told by this Node' : ((1000 * turns) / idleFor).toFixed(1);
    return `Idle ${name}: turns of the loop a second ${told}, CPU ${((100 * cpu) / idleFor).toFixed(2)}%`;
  });
  for (const line of await Promise.all(measured)) console.log(line);
  listener.close();
}

// --- what the doctor costs

const watchedScript = `
require('node:fs').stat('/', () => {});
const server = require('node:http').createServer((request, response) => response.end('ok'));
const others = Array.from({ length: Number(process.argv[1]) }, () =>
  require('node:child_process').spawn(process.execPath, ['-e', process.env.SCRIPT, '0'], { stdio: ['ignore', 1, 2, 'pipe'] }),
);
process.once('SIGTERM', () => { for (const one of others) one.kill(); process.exit(); });
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

const [doctorFrom, doctorFor] = [5000, 15_000];

/** @param processes that the doctor watches, each with eight clients that ask ten times a second */
async function doctor(processes: number): Promise<void> {
  const env = { ...process.env, SCRIPT: watchedScript };
  const words = ['-e', watchedScript, String(processes - 1)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], env });
  try {
    let text = '';
    child.stdout?.on('data', (data) => (text += String(data)));
    while (text.split('\n').length <= processes) await sleep(50);
    const stops = text
      .trim()
      .split('\n')
      .map((port) => clients(Number(port), 8, 100));
    const duration = `${(doctorFrom + doctorFor) / 1000 + 2}`;
    const watching = spawn(
      process.execPath,
      [join(dist, 'cli/main.js'), 'doctor', String(child.pid), '-d', duration, '-o', join(folder, 'report')],
      { stdio: 'ignore', cwd: folder },
    );
    await sleep(doctorFrom);
    const before = cpuWithChildren(watching.pid ?? 0);
    await sleep(doctorFor);
    const cpu = cpuWithChildren(watching.pid ?? 0) - before;
    console.log(
      `The doctor, watching ${processes} from outside: ${((100 * cpu) / doctorFor).toFixed(1)}% of a CPU`,
    );
    for (const stop of stops) stop();
    await once(watching, 'exit');
  } finally {
    child.kill();
  }
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

const only = new Set(values.only.split(','));
for (const { label, binary } of await findNodes(values.nodes)) {
  console.log(`\nNode ${label}`);
  if (only.has('cost')) await cost(binary);
  if (only.has('idle')) await idle(binary);
  if (!only.has('truth')) continue;
  for (const name of Object.keys(loads) as (keyof typeof loads)[]) await accuracy(binary, name);
}
if (only.has('doctor')) {
  console.log('');
  for (const processes of [1, 10]) await doctor(processes);
}
