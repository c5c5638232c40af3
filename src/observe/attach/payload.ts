/**
 * The text that is run inside a process: it needs none of this package's files there, because the process may be in a
 * container that has none of them.
 */
import { createRequire } from 'node:module';
import type { ProbeEntry } from '../../model/reading.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { BundleModule } from '../probe/bundle.cts';

/** Extension of the probe's files: in a checkout they are TypeScript, in the package JavaScript. */
const extension = import.meta.filename.endsWith('.ts') ? '.cts' : '.cjs';

let loaded: BundleModule['bundle'] | null = null;

/** The text of the probe's files, loaded when it is first needed: most commands need no probe. */
function bundle(entry: 'worker' | 'install'): string {
  loaded ??= (createRequire(import.meta.url)(`../probe/bundle${extension}`) as BundleModule).bundle;
  // Types that were taken off leave blanks.
  return loaded(entry)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n');
}

/** The socket that the probe reports to, and the process that it belongs in. */
export interface PayloadOptions {
  /** The unix socket as the process knows it. */
  readonly socket: string;
  /** The PID by which the process knows itself: a process with any other does nothing. */
  readonly pid: number;
}

/**
 * The function that loads a module: Node's own where there is one (20.16 and 22.3 on); else the \`require\` of the
 * inspector's console, or that of the main module.
 */
const load = `process.getBuiltinModule || (typeof require === 'function' ? require : process.mainModule.require)`;

/** Turns of the loop that close again: the message is served in this one or the next, before what `setImmediate` calls. */
const closingTurns = 2;
/** Times at which it is closed again: a thread that is ready to run waits so long if there is no CPU for it. */
const closingTimes: readonly Milliseconds[] = [20, 100];

const head = `// What chokepoint runs in a process that it attaches to, through its inspector, once and as a whole.
//
// It starts one worker thread, the probe, which
// - sends a tiny job through the thread pool on a fixed schedule, and times how long it waits for a thread;
// - counts what the event loop, the garbage collector and the HTTP traffic of the process do;
// - writes that to a unix socket that its user alone can open, and reads from there when to measure more;
// - ends when that socket closes, and leaves nothing.
// It opens no port, reads no file of the application, and sends nothing of requests, answers or variables.
// The inspector, which had to be opened for this, is closed by the expression that follows at once, and kept closed by
// it for a tenth of a second, because Node may open it a second time for the same signal:
//   ${closeExpression().split('\n').join('\n//   ')}
`;

/**
 * The expression that starts the probe. Its value is text: JSON of what `install` answers.
 * Built without options it is what `--print-payload` shows.
 */
export function payload(
  { socket, pid }: PayloadOptions = { socket: '/tmp/chokepoint-…/probe', pid: 0 },
): string {
  return `${head}(() => {
const load = ${load};
if (process.pid !== ${pid}) return JSON.stringify({ ok: false, isOther: true, why: String(process.pid) });
${installed('attached', JSON.stringify(socket), 50)}
return JSON.stringify(answer.ok ? { ok: true } : { ok: false, why: answer.why, isThere: answer.isThere });
})()`;
}

/** The code that installs the probe. The worker's program stands in it as a function, to be readable; its text is what runs. */
function installed(entry: ProbeEntry, socket: string, period?: Milliseconds): string {
  return `// The worker thread.
const worker = function () {
${bundle('worker')}
};
// The main thread.
const start = { exports: {} };
(function (exports, require, module, __filename) {
${bundle('install')}
})(start.exports, (name) => load(name), start, '');
const answer = start.exports.install({
  socket: ${socket},
  entry: '${entry}',${period === undefined ? '' : `\n  period: ${period},`}
  workerText: '(' + worker + ')()',
});`;
}

/**
 * The expression that closes the inspector which it comes through: its answer never comes.
 *
 * Node asks twice for what SIGUSR1 asks for: it interrupts the JavaScript that runs, and posts a message to the event
 * loop (`Agent::RequestIoThreadStart`). Where the loop is busy all of this happens in the interrupt, and the message,
 * which is behind it still, would open the inspector again for good. So it is closed again after each of the loop's next
 * turns: the message is there before them, but for the part that the thread of the signals may be late with.
 */
export function closeExpression(): string {
  return `((load) => {
  const inspector = load('node:inspector'), timers = load('node:timers');
  const again = () => { try { if (inspector.url()) inspector.close(); } catch {} };
  let turns = ${closingTurns};
  const turn = () => { again(); if (--turns > 0) timers.setImmediate(turn); };
  timers.setImmediate(turn);
  for (const time of ${JSON.stringify(closingTimes)}) timers.setTimeout(again, time).unref();
  inspector.close();
})(${load})`;
}

/**
 * A module for `--require` that starts the probe in every Node process that loads it, whichever version, and tells
 * nobody if that cannot be. It connects to CHOKEPOINT_PROBE_SOCKET, and does nothing without one.
 */
export function preload(): string {
  return `'use strict';
if (require('node:worker_threads').isMainThread && process.env.CHOKEPOINT_PROBE_SOCKET) {
try {
const load = require;
${installed('flag', 'process.env.CHOKEPOINT_PROBE_SOCKET')}
} catch {}
}
`;
}
