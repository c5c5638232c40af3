/**
 * One thread of the window probe, on one CPU. It times pieces of fixed work with the wall clock: CPU clocks of a thread go by
 * ticks in Node (most readings of 0.3 ms of work are 0, some 4 ms). Who judges leaves out the readings that were preempted.
 *
 * The work has to feel a neighbour on the core, which a chain of operations that wait for each other does not. Both kinds
 * were tried beside an integer loop: a trial's noise of 13% fell to 6.3% with either, to 6.0% with both, and hardly with
 * the loop.
 */
import { pbkdf2Sync } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { probeWorks, type ProbeWork, type WindowSpeed } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { Histogram } from '../stats/histogram.ts';
import { median } from '../stats/mean-and-spread.ts';
import { linkOf } from './kernel-files.ts';
import { statFields } from './processes.ts';

export interface ProbeOrder {
  /** Number of begins and ends of windows, for each thread: it is even while there is nothing to do. */
  readonly words: Int32Array<SharedArrayBuffer>;
  readonly index: number;
  /** The CPU that the thread is pinned to. */
  readonly cpu: number;
  /** Processes of the server; 0 where there is none. */
  readonly pids: Int32Array<SharedArrayBuffer>;
}

export type ThreadReport =
  | { readonly kind: 'ready'; readonly tid: number | null }
  | ({ readonly kind: 'readings' } & Readings);

type Readings = Required<Pick<WindowSpeed['cpus'][number], 'readings' | 'beside'>>;

/**
 * Time from the end of a piece to the next, drawn anew each time: no rhythm of the server is met always or never. With half
 * of it a loaded server lost 1.5% of its throughput instead of 1%, and a neighbour that stays for a second showed no better.
 */
const gap: { readonly least: Milliseconds; readonly most: Milliseconds } = { least: 40, most: 55 };
/** Largest part of its CPU; below 1.5% with the helper's thread at the edges of a window. Longer pieces come more rarely. */
const mostShare: Ratio = 0.014;
/** Time to wake up and to go to sleep, beside the piece. */
const wakeUp: Milliseconds = 0.1;
/** Last pieces, of both kinds, whose median says how long one takes: a preempted one takes as long as the scheduler likes. */
const remembered = 6;
const warmUps = 150;

const table = new Int32Array(65_536);

/** Fixed sizes of work, some 0.3 ms each on a CPU of 2024. Readings compare within a run only. */
const works: Readonly<Record<ProbeWork, () => void>> = {
  /** Computes SHA-512, which fills the ports of the core. */
  hash: () => void pbkdf2Sync('a', 'b', 50, 512, 'sha512'),
  /** Walks through 256 KiB, which a neighbour pushes out of the caches of the core. */
  table() {
    let sum = 0;
    for (let i = 0; i < 80_000; i++) {
      const at = (i * 4099) & 65_535;
      table[at] = (table[at] ?? 0) + i;
      sum += table[(i * 7919) & 65_535] ?? 0;
    }
    table[0] = sum & 1;
  },
};

const { words, index, cpu, pids }: ProbeOrder = workerData;
const took: Milliseconds[] = [];

/** The work is compiled before the first window, so that no reading is of the compiler. */
for (let i = 0; i < warmUps; i++) for (const work of probeWorks) timed(work);
report({ kind: 'ready', tid: threadId() });
for (let idle = 0; ; idle += 2) {
  Atomics.wait(words, index, idle);
  // A window that has ended already is one without readings.
  report({ kind: 'readings', ...readWindow(idle + 1) });
}

function readWindow(running: number): Readings {
  const all = histograms();
  const beside = histograms();
  // The phase is random too: the threads of all CPUs would wake together.
  let wait = Math.random() * gap.most;
  for (let piece = 0; Atomics.wait(words, index, running, wait) === 'timed-out'; piece++) {
    const work = probeWorks[piece % probeWorks.length] ?? 'hash';
    const isBeside = serverIsHere();
    const time = timed(work);
    all[work].record(time * 1000);
    if (isBeside) beside[work].record(time * 1000);
    const rest = (median(took) + wakeUp) * (1 / mostShare - 1);
    wait = Math.max(gap.least + Math.random() * (gap.most - gap.least), rest * (1 + 0.1 * Math.random()));
  }
  return { readings: dataOf(all), beside: dataOf(beside) };
}

function histograms(): Record<ProbeWork, Histogram> {
  return { hash: new Histogram(), table: new Histogram() };
}

function dataOf({ hash, table: walk }: Record<ProbeWork, Histogram>): Readings['readings'] {
  return { hash: hash.toData(), table: walk.toData() };
}

/** Whether a main thread of the server runs on this CPU, or ran on it last: `processor` in proc_pid_stat(5). */
function serverIsHere(): boolean {
  return pids.some((pid) => pid > 0 && Number(statFields(`${pid}/task/${pid}`)?.[36]) === cpu);
}

function timed(work: ProbeWork): Milliseconds {
  const begin = performance.now();
  works[work]();
  const time = performance.now() - begin;
  took.push(time);
  if (took.length > remembered) took.shift();
  return time;
}

/** Returns the kernel's number of this thread (`thread-self` leads to `PID/task/TID`); null off Linux. */
function threadId(): number | null {
  const link = linkOf('/proc/thread-self');
  return link === null ? null : Number(link.split('/').at(-1));
}

function report(told: ThreadReport): void {
  parentPort?.postMessage(told);
}
