/**
 * Reads how the kernel counts the thread that this runs in, and the pool's threads by their names (guest). All is read
 * synchronously: an asynchronous read would be a job for the pool that is being measured.
 */
import type { Contain } from './contained.cts';

const fs = require('node:fs') as typeof import('node:fs');

export type OwnThread = ReturnType<typeof ownThread>;

function ownThread(contain: Contain) {
  const buffer = Buffer.alloc(64);
  try {
    const tid = Number(fs.readlinkSync('/proc/thread-self').split('/')[2]);
    // The descriptor stays with this thread, whoever reads it.
    const file = fs.openSync('/proc/thread-self/schedstat', 'r');
    return {
      /** The kernel's number of the thread; null where it does not tell. */
      tid: Number.isInteger(tid) ? tid : null,
      /** Time on a CPU, and time ready to run without one, since the thread began, in ms; null where it is not counted. */
      times: contain(
        'CPU',
        () => {
          const length = fs.readSync(file, buffer, 0, buffer.length, 0);
          const [ran, waited] = buffer.toString('latin1', 0, length).split(' ');
          return { ran: Number(ran) / 1e6, waitedForCpu: Number(waited) / 1e6 };
        },
        null,
      ),
    };
  } catch {
    return { tid: null, times: () => null };
  }
}

/** Whether the pool's threads have names: Node 22 and newer name them, on Linux. */
const areNamed = process.platform === 'linux' && Number(process.versions.node.split('.')[0]) >= 22;

/** @returns what the kernel tells of each thread of this process in a file of that name */
function ofThreads(name: string): string[] {
  return fs.readdirSync('/proc/self/task').flatMap((tid) => {
    try {
      return fs.readFileSync(`/proc/self/task/${tid}/${name}`, 'latin1');
    } catch {
      return []; // it has ended
    }
  });
}

/** @returns how many threads the pool has; null where their names do not tell */
function poolThreads(): number | null {
  try {
    return areNamed ? ofThreads('comm').filter((comm) => comm.startsWith('libuv-worker')).length : null;
  } catch {
    return null;
  }
}

/** Number of `futex` by processor, and the flags with which glibc waits for a condition. */
const futex: Readonly<Record<string, string>> = { x64: '202', arm64: '98' };
const conditionWait = '0x189';

/** Addresses of the variables of the binary, and of a libuv in a file of its own: [from, to). Null: not read yet. */
let statics: (readonly [number, number])[] | null = null;

function readStatics(): (readonly [number, number])[] {
  const binary = fs.readlinkSync('/proc/self/exe');
  const found: [number, number][] = [];
  for (const line of fs.readFileSync('/proc/self/maps', 'utf8').split('\n')) {
    const [, from = '', to = '', path = ''] = /^(\w+)-(\w+) \S+ \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
    const [start, end, last] = [parseInt(from, 16), parseInt(to, 16), found.at(-1)];
    // Variables that begin as zero are mapped from no file: they follow those that are, without a gap.
    if (path === '' && last?.[1] === start) last[1] = end;
    else if (path === binary || /\/libuv\.so[^/]*$/.test(path)) found.push([start, end]);
  }
  return found;
}

/**
 * Looks for threads of the pool without work: they wait for one condition, a variable of libuv's. No other variable there
 * has two threads that wait for it: those of V8 wait for what is allocated.
 * @returns whether two such threads are seen: a pool of one thread, or one that is always busy, is not seen; null where nothing can
 *   tell
 */
function isPoolSeenWaiting(): boolean | null {
  try {
    const known = (statics ??= readStatics());
    const own = ofThreads('syscall')
      .flatMap((text) => {
        const [call, address, flags] = text.split(' ');
        return call === futex[process.arch] && flags === conditionWait ? [Number(address)] : [];
      })
      .filter((at) => known.some(([from, to]) => at >= from && at < to))
      .toSorted((a, b) => a - b);
    // A condition of glibc has two words that are waited at, side by side.
    return own.some((at, i) => i > 0 && at - (own[i - 1] ?? 0) <= 4);
  } catch {
    return null;
  }
}

/** @returns whether the pool is in use, as far as it is seen; null where nothing can tell */
function isPoolUsed(): boolean | null {
  if (process.platform !== 'linux') return null;
  const count = poolThreads();
  if (count !== null) return count > 0;
  return areNamed ? null : isPoolSeenWaiting();
}

/** Numbers of the system calls that wait for events, by processor. */
const polls: Readonly<Record<string, readonly string[]>> = {
  x64: ['232', '281', '441'],
  arm64: ['22', '441'],
};

/**
 * Finds out whether it can be seen that the main thread waits for events, so that nothing blocks it.
 *
 * @returns a function that says whether it waits now; null where nothing can tell
 */
function mainPolls(contain: Contain): (() => boolean) | null {
  const numbers = polls[process.arch];
  if (process.platform !== 'linux' || !numbers) return null;
  const buffer = Buffer.alloc(256);
  try {
    const file = fs.openSync(`/proc/self/task/${process.pid}/syscall`, 'r');
    const text = () => buffer.toString('latin1', 0, fs.readSync(file, buffer, 0, buffer.length, 0));
    if (!/^(running|-?\d+ )/.test(text())) return null;
    return contain(
      'loop',
      () => {
        const call = text();
        return numbers.includes(call.slice(0, call.indexOf(' ')));
      },
      false,
    );
  } catch {
    return null;
  }
}

const api = { ownThread, poolThreads, isPoolUsed, mainPolls };
export type OwnThreadModule = typeof api;
module.exports = api;
