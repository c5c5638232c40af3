/** How the probe comes to the processes that are watched: it is there already, it is started with them, or brought in. */
import type { Clock } from '../../model/clock.ts';
import { longestOwnStop, stopByProfile } from '../../model/own-stop.ts';
import { Problem, problem, reasonOf } from '../../model/problem.ts';
import type { ProbeReading } from '../../model/reading.ts';
import type { Milliseconds } from '../../model/units.ts';
import { attach } from '../attach/attach.ts';
import { type ProbeLink, refusal } from '../attach/link.ts';
import { listenForProbes, type ProbeListener } from '../attach/listen.ts';
import { probeSocketOf } from '../attach/socket.ts';
import type { Watched } from './watched.ts';

export interface ProbesOptions {
  /** `unsure`: also where it cannot be known whether the application handles SIGUSR1 itself. */
  readonly attach: boolean | 'unsure';
  /** Whether a binary that is not known may be started for a trial. */
  readonly tryBinary: boolean;
  readonly capture: Milliseconds | null;
  /** Takes a CPU profile even where that stops the process for long. */
  readonly profile: boolean;
  readonly clock: Clock;
  readonly onNote: (text: string) => void;
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

export class Probes implements AsyncDisposable {
  readonly #options: ProbesOptions;
  #listener: ProbeListener | null = null;
  /** Processes whose probe may have called before they were seen, or the other way round. */
  readonly #waiting = new Map<number, Watched>();
  readonly #early = new Map<number, ProbeLink>();
  readonly #profiled = new Map<number, Milliseconds>();
  /** Processes of which it was said why there is no profile. */
  readonly #spared = new Set<number>();
  /** One after the other: all members of a cluster would open the same port. */
  #visits: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  constructor(options: ProbesOptions) {
    this.#options = options;
  }

  /** For a server that is about to be started. @returns what its environment needs */
  async listen(): Promise<Readonly<Record<string, string>>> {
    this.#listener = await listenForProbes();
    void this.#welcome(this.#listener);
    return this.#listener.environment;
  }

  async #welcome(listener: ProbeListener): Promise<void> {
    for await (const link of listener.links) {
      const { pid } = link.hello;
      const watched = this.#waiting.get(pid);
      if (watched) this.#connect(watched, link);
      else this.#early.set(pid, link);
    }
  }

  /** Brings the probe to a process, if that is wanted and possible; else that process knows why not. */
  want(watched: Watched): void {
    const { pid } = watched;
    const early = this.#early.get(pid);
    if (early) {
      this.#early.delete(pid);
      this.#connect(watched, early);
      return;
    }
    // An inspector that opens in a primary makes Node open one in each of its workers.
    if (watched.member.role === 'primary' && !this.#listener) {
      watched.isWithoutProbe("a cluster's primary answers no request: it is not entered");
      return;
    }
    this.#waiting.set(pid, watched);
    if (this.#listener) watched.isWithoutProbe('its probe has not called');
    else this.#visits = this.#visits.then(() => this.#visit(watched));
  }

  /** When every process has been visited, or has said no. */
  settled(): Promise<void> {
    return this.#visits;
  }

  async #visit(watched: Watched): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const { pid } = watched;
    const { clock, tryBinary, onNote } = this.#options;
    try {
      const there = await probeSocketOf(pid);
      if (there) this.#connect(watched, there);
      else if (this.#options.attach) {
        watched.isWithoutProbe('it was sent for, and has not come yet');
        const unsure = this.#options.attach === 'unsure';
        this.#connect(watched, await attach(pid, { unsure, tryBinary, signal, clock, onNote }));
      } else watched.isWithoutProbe('--attach was not given');
    } catch (error) {
      const isKnown = error instanceof Problem;
      if (signal.aborted && !isKnown) return;
      // Whatever goes wrong inside of it, the process can still be looked at from outside.
      this.#refuse(watched, isKnown ? error : problem('PROBE_REFUSED', { pid, why: reasonOf(error) }));
    }
  }

  #refuse(watched: Watched, why: Problem): void {
    watched.isWithoutProbe(why);
    this.#options.onNote(`No probe in process ${watched.pid}. ${why.message} ${why.why} ${why.todo}`);
  }

  #end(watched: Watched, { refused }: ProbeLink): void {
    if (refused !== null) this.#refuse(watched, refusal(watched.pid, refused));
  }

  #connect(watched: Watched, link: ProbeLink): void {
    this.#waiting.delete(watched.pid);
    watched.hears(link);
    void link.closed.then(() => this.#end(watched, link));
    const handlers = link.visit?.handlers;
    if (handlers && !handlers.ok) {
      const { pid } = watched;
      this.#options.onNote(
        `Whether process ${pid} handles SIGUSR1 itself could not be known: ${handlers.why}.`,
      );
    }
    if (link.visit?.wasOpen === true) {
      this.#options.onNote(
        `The inspector of process ${watched.pid} was open before, at ${link.visit.address}, so the probe came through it and left it open.`,
      );
    }
    const { capture } = this.#options;
    if (capture !== null) watched.tell({ type: 'capture', duration: capture });
  }

  /** Where a loop is busy or late, a short profile tells with what, unless to start it would be felt. */
  profileIfBusy(all: readonly Watched[], at: Milliseconds): void {
    for (const watched of all) {
      const before = this.#profiled.get(watched.pid) ?? -Infinity;
      if (!watched.hasProbe || at - before < profileAgain || watched.heard < heardBefore) continue;
      const last = watched.lastReading;
      if (!last) continue;
      const { loop, silent } = last;
      const isBusy = loop !== null && (loop.utilization > busyLoop || loop.delay.max > lateLoop);
      if (!isBusy && silent < lateLoop) continue;
      if (!this.#options.profile && !isCheap(last)) {
        this.#spare(watched.pid, last);
        continue;
      }
      this.#profiled.set(watched.pid, at);
      watched.tell({ type: 'profile', duration: profileLength });
    }
  }

  /** Says so once; not of one that is silent at the moment: if it hangs, it will be profiled. */
  #spare(pid: number, { loop, memory: { heapUsed } }: ProbeReading): void {
    if (loop === null || heapUsed === 0 || this.#spared.has(pid)) return;
    this.#spared.add(pid);
    const [size, stop] = [Math.round(heapUsed / 2 ** 20), stopByProfile(heapUsed) / 1000];
    this.#options.onNote(
      `No CPU profile of process ${pid} is taken while it answers: its heap holds ${size} MB, so to start one would stop it for about ${stop.toFixed(1)} s (--profile takes it all the same).`,
    );
  }

  /** Ends visits that go on, and waits until they have said what is left of them. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#visits.catch(() => {});
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
