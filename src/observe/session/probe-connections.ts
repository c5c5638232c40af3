/** How the probe comes to the processes that are watched: it is there already, it is started with them, or brought in. */
import type { Clock, Milliseconds } from '../../model/units.ts';
import { longestOwnStop, stopByProfile } from '../../saturation/own-stop.ts';
import { message } from '../../messages/message.ts';
import { noted, Problem, problem, reasonOf } from '../../messages/problem.ts';
import type { ProbeReading } from '../../model/reading.ts';
import type { Note } from '../../model/watch.ts';
import { attach } from '../attach/attach.ts';
import { type ProbeLink, refusal } from '../attach/link.ts';
import { listenForProbes, type ProbeListener } from '../attach/listen.ts';
import { probeSocketOf } from '../attach/socket.ts';
import type { ProcessCollector } from './process-collector.ts';

export interface ProbeConnectionsOptions {
  /** `unsure`: also where it cannot be known whether the application handles SIGUSR1 itself. */
  readonly attach: boolean | 'unsure';
  /** Whether a binary that is not known may be started for a trial. */
  readonly tryBinary: boolean;
  readonly capture: Milliseconds | null;
  /** Takes a CPU profile even where that stops the process for long. */
  readonly profile: boolean;
  readonly clock: Clock;
  readonly onNote: (note: Note) => void;
}

/** A profile costs the main thread some per cent while it is taken. */
const profileLength: Milliseconds = 1000;
const profileAgain: Milliseconds = 30_000;
/** It names what keeps a loop busy; a loop that is free, and never late, has nothing to name. */
const busyLoop = 0.5;
const lateLoop: Milliseconds = 50;
/** One that has been silent for so long serves nobody: what stops it further costs nobody anything. */
const hangs: Milliseconds = 1000;
/** So many readings (a quarter of a second each) must have been heard before. */
const heardBefore = 3;

export class ProbeConnections implements AsyncDisposable {
  readonly #options: ProbeConnectionsOptions;
  #listener: ProbeListener | null = null;
  /** Processes whose probe may have called before they were seen, or the other way round. */
  readonly #waiting = new Map<number, ProcessCollector>();
  readonly #early = new Map<number, ProbeLink>();
  readonly #profiled = new Map<number, Milliseconds>();
  /** Processes of which it was said why there is no profile. */
  readonly #spared = new Set<number>();
  /** One after the other: all members of a cluster would open the same port. */
  #attaching: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  constructor(options: ProbeConnectionsOptions) {
    this.#options = options;
  }

  /** For a server that is about to be started. @returns what its environment needs */
  async listen(): Promise<Readonly<Record<string, string>>> {
    this.#listener = await listenForProbes((link) => {
      const { pid } = link.hello;
      const collector = this.#waiting.get(pid);
      if (collector) this.#connect(collector, link);
      else this.#early.set(pid, link);
    });
    return this.#listener.environment;
  }

  /** Brings the probe to a process, if that is wanted and possible; else that process knows why not. */
  request(collector: ProcessCollector): void {
    const { pid } = collector;
    const early = this.#early.get(pid);
    if (early) {
      this.#early.delete(pid);
      this.#connect(collector, early);
      return;
    }
    // An inspector that opens in a primary makes Node open one in each of its workers.
    if (collector.member.role === 'primary' && !this.#listener) {
      collector.isWithoutProbe(message('unseen.probe-of-primary'));
      return;
    }
    this.#waiting.set(pid, collector);
    if (this.#listener) collector.isWithoutProbe(message('unseen.probe-silent'));
    else this.#attaching = this.#attaching.then(() => this.#attach(collector));
  }

  /** When every process has been visited, or has said no. */
  settled(): Promise<void> {
    return this.#attaching;
  }

  async #attach(collector: ProcessCollector): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const { pid } = collector;
    const { clock, tryBinary, onNote } = this.#options;
    try {
      const there = await probeSocketOf(pid);
      if (there) this.#connect(collector, there);
      else if (this.#options.attach) {
        collector.isWithoutProbe(message('unseen.probe-on-its-way'));
        const unsure = this.#options.attach === 'unsure';
        this.#connect(collector, await attach(pid, { unsure, tryBinary, signal, clock, onNote }));
      } else collector.isWithoutProbe(message('unseen.probe-not-allowed'));
    } catch (error) {
      const isKnown = error instanceof Problem;
      if (signal.aborted && !isKnown) return;
      // Whatever goes wrong inside of it, the process can still be looked at from outside.
      this.#refuse(collector, isKnown ? error : problem('PROBE_REFUSED', { pid, why: reasonOf(error) }));
    }
  }

  #refuse(collector: ProcessCollector, why: Problem): void {
    const { todo, ...reason } = noted(why);
    collector.isWithoutProbe(message('unseen.probe-refused', reason));
    this.#options.onNote(message('note.probe-refused', { pid: collector.pid, ...reason, todo }));
  }

  #end(collector: ProcessCollector, { refused }: ProbeLink): void {
    if (refused !== null) this.#refuse(collector, refusal(collector.pid, refused));
  }

  #connect(collector: ProcessCollector, link: ProbeLink): void {
    this.#waiting.delete(collector.pid);
    collector.connect(link);
    void link.closed.then(() => this.#end(collector, link));
    const handlers = link.visit?.handlers;
    if (handlers && !handlers.ok) {
      const { pid } = collector;
      this.#options.onNote(message('note.handlers-unknown', { pid, why: handlers.why }));
    }
    if (link.visit?.wasOpen === true) {
      const { address } = link.visit;
      this.#options.onNote(message('note.inspector-was-open', { pid: collector.pid, address }));
    }
    const { capture } = this.#options;
    if (capture !== null) collector.tell({ type: 'capture', duration: capture });
  }

  /** Where a loop is busy or late, a short profile tells with what, unless to start it would be felt. */
  profileIfBusy(all: readonly ProcessCollector[], at: Milliseconds): void {
    for (const collector of all) {
      const before = this.#profiled.get(collector.pid) ?? -Infinity;
      if (!collector.hasProbe || at - before < profileAgain || collector.heard < heardBefore) continue;
      const last = collector.lastReading;
      if (!last) continue;
      const { loop, silent } = last;
      const isBusy = loop !== null && (loop.utilization > busyLoop || loop.delay.max > lateLoop);
      if (!isBusy && silent < lateLoop) continue;
      if (!this.#options.profile && !isCheap(last)) {
        this.#spare(collector.pid, last);
        continue;
      }
      this.#profiled.set(collector.pid, at);
      collector.tell({ type: 'profile', duration: profileLength });
    }
  }

  /** Says so once; not of one that is silent at the moment: if it hangs, it will be profiled. */
  #spare(pid: number, { loop, memory: { heapUsed } }: ProbeReading): void {
    if (loop === null || heapUsed === 0 || this.#spared.has(pid)) return;
    this.#spared.add(pid);
    const [heap, stop] = [Math.round(heapUsed / 2 ** 20), stopByProfile(heapUsed)];
    this.#options.onNote(message('note.no-profile', { pid, heap, stop }));
  }

  /** Ends visits that go on, and waits until they have said what is left of them. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#attaching.catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    for (const link of this.#early.values()) link.close();
    await this.#listener?.[Symbol.asyncDispose]();
  }
}

/** Whether hardly anybody would feel the start of a profile. */
function isCheap({ silent, memory: { heapUsed } }: ProbeReading): boolean {
  const stop = stopByProfile(heapUsed);
  return (heapUsed > 0 && stop <= longestOwnStop) || silent >= Math.max(hangs, stop);
}
