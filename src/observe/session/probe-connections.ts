/** Connects the watched processes with their probes: one is there already, is started with its process, or is brought in. */
import type { Milliseconds } from '../../model/units.ts';
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
  /** Whether to attach; `unsure`: also where it cannot be known whether the application handles SIGUSR1 itself. */
  readonly attach: boolean | 'unsure';
  /** Whether a binary that is not known may be started for a trial. */
  readonly tryBinary: boolean;
  readonly capture: Milliseconds | null;
  /** Takes a CPU profile even where that stops the process for long. */
  readonly profile: boolean;
  readonly onNote: (note: Note) => void;
}

/** Length of a profile, which costs the main thread some per cent, and the time until the next one. */
const profileLength: Milliseconds = 1000;
const profileAgain: Milliseconds = 30_000;
/** Utilisation of a loop, and its delay, above which a profile is taken: a loop that is free and never late needs none. */
const busyLoop = 0.5;
const lateLoop: Milliseconds = 50;
/** Silence after which a loop serves nobody: to stop it further costs nobody anything. */
const hangs: Milliseconds = 1000;
/** Readings (a quarter of a second each) that must have been heard before a profile. */
const heardBefore = 3;

export class ProbeConnections implements AsyncDisposable {
  readonly #options: ProbeConnectionsOptions;
  #listener: ProbeListener | null = null;
  /** Processes whose probe has not called yet; below, probes that called before their process was seen. */
  readonly #waiting = new Map<number, ProcessCollector>();
  readonly #early = new Map<number, ProbeLink>();
  readonly #profiled = new Map<number, Milliseconds>();
  /** Processes of which it was said why there is no profile. */
  readonly #spared = new Set<number>();
  /** The last attach. They go one after the other: all members of a cluster would open the same port. */
  #attaching: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  constructor(options: ProbeConnectionsOptions) {
    this.#options = options;
  }

  /** Listens for the probes of a server that is about to be started. @returns what its environment needs */
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

  /** Resolves when every process has been visited, or has refused. */
  settled(): Promise<void> {
    return this.#attaching;
  }

  async #attach(collector: ProcessCollector): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const { pid } = collector;
    const { tryBinary, onNote } = this.#options;
    try {
      const there = await probeSocketOf(pid);
      if (there) this.#connect(collector, there);
      else if (this.#options.attach) {
        collector.isWithoutProbe(message('unseen.probe-on-its-way'));
        const unsure = this.#options.attach === 'unsure';
        this.#connect(collector, await attach(pid, { unsure, tryBinary, signal, onNote }));
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

  /** Takes a short profile of each loop that is busy or late, unless its start would be felt. */
  profileIfBusy(all: readonly ProcessCollector[], at: Milliseconds): void {
    for (const collector of all) {
      const before = this.#profiled.get(collector.pid) ?? -Infinity;
      const last = collector.lastReading;
      if (!collector.hasProbe || at - before < profileAgain || collector.heard < heardBefore || !last)
        continue;
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

  /** Notes once why there is no profile; not while the process is silent: if it hangs, it will be profiled. */
  #spare(pid: number, { loop, memory: { heapUsed } }: ProbeReading): void {
    if (loop === null || heapUsed === 0 || this.#spared.has(pid)) return;
    this.#spared.add(pid);
    const [heap, stop] = [Math.round(heapUsed / 2 ** 20), stopByProfile(heapUsed)];
    this.#options.onNote(message('note.no-profile', { pid, heap, stop }));
  }

  /** Ends the attach that goes on, and waits until it has noted what it left behind. */
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
