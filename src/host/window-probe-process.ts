/**
 * `node window-probe-process.js 0,1`: the helper behind `openWindowProbe`. It starts one thread for each CPU, pins it there, and
 * passes windows on to them. When the channel closes, its controller is gone, and so is the reason to go on.
 *
 *     idle ── begin ──▶ running ── end ──▶ idle      the word of a thread is even while it is idle, and counts on
 */
import { execFileSync } from 'node:child_process';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { probeWorks, type WindowSpeed } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { total } from '../stats/mean-and-spread.ts';
import { cpuTime } from './processes.ts';
import { findTool } from './tools.ts';
import { mostPids, type ProbeReply, type ProbeRequest } from './window-probe.ts';
import type { ProbeOrder, ThreadReport } from './window-probe-thread.ts';

const cpus = (process.argv[2] ?? '').split(',').map(Number);
const words = new Int32Array(new SharedArrayBuffer(4 * cpus.length));
const pids = new Int32Array(new SharedArrayBuffer(4 * mostPids));
/** Least CPU time from which a share is told: it is counted in ticks of 10 ms, so a share of less says little. */
const leastCpu: Milliseconds = 100;
const entry = new URL(`./window-probe-thread${extname(import.meta.filename)}`, import.meta.url);
const taskset = process.platform === 'linux' ? findTool('taskset') : null;

const threads = cpus.map((cpu, index) => ({
  cpu,
  index,
  worker: new Worker(entry, { workerData: { words, index, cpu, pids } satisfies ProbeOrder }),
}));
type Thread = (typeof threads)[number];

process.once('disconnect', () => process.exit());
// Ctrl-C reaches the whole terminal; the controller says when it is over.
process.on('SIGINT', () => {});

await Promise.all(threads.map(pinned));
let running: readonly Thread[] = [];
let spent = process.cpuUsage();
let used = usedBy([]);
// Requests are served one after the other: a window may begin while the one before is still being read.
let last: Promise<void> = Promise.resolve();
process.on('message', (request: ProbeRequest) => {
  last = last.then(() => (request.kind === 'begin' ? begin(request) : end(request.window)));
});
tell({ kind: 'ready' });

/** Pins a thread when it has said which one it is. Without `taskset` it runs where the scheduler puts it. */
async function pinned({ worker, cpu }: Thread): Promise<void> {
  const report = await next(worker);
  if (report.kind !== 'ready' || report.tid === null || taskset === null) return;
  try {
    execFileSync(taskset, ['-cp', String(cpu), String(report.tid)], { stdio: 'ignore' });
  } catch {
    // The CPU may have gone, or belong to another cpuset by now.
  }
}

type Begin = Extract<ProbeRequest, { readonly kind: 'begin' }>;

async function begin(wanted: Begin): Promise<void> {
  await stop();
  running = threads.filter(({ cpu }) => wanted.cpus === null || wanted.cpus.includes(cpu));
  pids.fill(0);
  pids.set(wanted.pids);
  used = usedBy(wanted.pids);
  spent = process.cpuUsage();
  for (const { index } of running) step(index);
}

async function end(window: number): Promise<void> {
  const read = await stop();
  const { user, system } = process.cpuUsage(spent);
  const now = usedBy([...pids].filter((pid) => pid > 0));
  const [all, main] = [now.all - used.all, now.main - used.main];
  const mainShare = all < leastCpu ? {} : { mainShare: Math.min(1, main / all) };
  tell({ kind: 'speed', window, speed: { cpus: read, cpu: (user + system) / 1000, ...mainShare } });
}

/** CPU time of processes, and of their main threads. */
function usedBy(some: readonly number[]): { all: Milliseconds; main: Milliseconds } {
  return {
    all: total(some.map((pid) => cpuTime(pid))),
    main: total(some.map((pid) => cpuTime(`${pid}/task/${pid}`))),
  };
}

/** Ends what runs. @returns what its threads have read */
async function stop(): Promise<WindowSpeed['cpus']> {
  const ending = running.map(async ({ cpu, worker, index }) => {
    const report = next(worker);
    step(index);
    const told = await report;
    return told.kind === 'readings' ? [{ cpu, readings: told.readings, beside: told.beside }] : [];
  });
  running = [];
  const read = (await Promise.all(ending)).flat();
  return read.filter(({ readings }) => probeWorks.some((work) => readings[work].count > 0));
}

function next(worker: Worker): Promise<ThreadReport> {
  return new Promise((resolve) => worker.once('message', resolve));
}

function step(index: number): void {
  Atomics.add(words, index, 1);
  Atomics.notify(words, index);
}

function tell(reply: ProbeReply): void {
  process.send?.(reply);
}
