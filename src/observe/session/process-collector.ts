/** Collects what is seen of one watched process from outside, and what the probe in it says. */
import { hasProc, isThere } from '../../host/processes.ts';
import { message } from '../../messages/message.ts';
import type { ProcessSample, Readable, Unseen } from '../../model/process-snapshot.ts';
import type { ProbeCommand, ProbeMessage, ProbeReading } from '../../model/reading.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { SamplePoint, Probed, WatchedProcess } from '../../model/watch.ts';
import type { ProbeLink } from '../attach/link.ts';
import { SnapshotSummary } from '../external/summary.ts';
import { type ProcessSampler, openSampler } from '../external/process-snapshot.ts';
import { openSockets, type OpenSockets } from '../external/sockets.ts';
import { throttlingBetween, throttlingCounters } from '../../host/cgroup.ts';
import type { Member } from './process-tree.ts';

/** Most points and readings: an hour of them, four a second. Older ones are left out of the pictures. */
const most = 4 * 3600;
/** Most notes: a probe writes at most one for each thing that it was asked. */
const mostNotes = 100;
/** Time up to which connections are read at each slow sample, and time between readings after it: each costs 15 ms of CPU. */
const [soon, later]: readonly [Milliseconds, Milliseconds] = [5000, 2900];
/** Slow samples from one look for a quota to the next, while there is none. */
const seldom = 10;
/** Time for which single samples are kept, to judge the last seconds of a watch that goes on. */
const kept: Milliseconds = 6000;

/** Longest wait for the trial of a binary: a watch of seconds must not begin when the load is over. */
const testTimeout: Milliseconds = 700;

interface Outside {
  readonly open: ProcessSampler;
  readonly sockets: OpenSockets;
  readonly whole: SnapshotSummary;
}

type Counters = ReturnType<typeof throttlingCounters>;

export class ProcessCollector implements Disposable {
  member: Member;
  readonly #from: Milliseconds;
  #to: Milliseconds;
  readonly #outside: Readable<Outside>;
  readonly #points: SamplePoint[] = [];
  readonly #samples: ProcessSample[] = [];
  #slowSamples = 0;
  #nextSockets: Milliseconds = 0;
  readonly #throttling: { readonly at: Milliseconds; readonly counters: Counters }[] = [];
  #link: ProbeLink | null = null;
  #withoutProbe: Unseen = message('unseen.probe-not-wanted');
  readonly #readings: ProbeReading[] = [];
  readonly #new: ProbeReading[] = [];
  readonly #told: { -readonly [Key in 'profile' | 'capture']: Probed[Key] } = {
    profile: null,
    capture: null,
  };
  readonly #notes: Probed['notes'][number][] = [];

  private constructor(member: Member, from: Milliseconds, outside: Readable<Outside>) {
    this.member = member;
    this.#from = from;
    this.#to = from;
    this.#outside = outside;
  }

  /** @throws Problem as `openSampler`, unless this is no Linux: there the probe alone speaks */
  static async open(member: Member, at: Milliseconds, mayTry: boolean): Promise<ProcessCollector> {
    if (!hasProc) {
      return new ProcessCollector(member, at, { ok: false, why: message('unseen.linux-only') });
    }
    const open = await openSampler(member.pid, { timeout: testTimeout, mayTry });
    const sockets = openSockets(member.pid);
    return new ProcessCollector(member, at, { ok: true, open, sockets, whole: new SnapshotSummary(open) });
  }

  get pid(): number {
    return this.member.pid;
  }

  get hasEnded(): boolean {
    return this.#outside.ok ? this.#outside.open.hasEnded() : (this.#link?.isClosed ?? !isThere(this.pid));
  }

  /** Takes a sample. @returns a point of its series when one is complete */
  sample(at: Milliseconds): SamplePoint | null {
    if (!this.#outside.ok) return null;
    const sample = this.#outside.open.sample(at);
    if (!sample) return null;
    this.#to = at;
    const point = this.#outside.whole.add(sample);
    this.#samples.push(sample);
    const first = this.#samples.findIndex((one) => one.at >= at - kept);
    if (first > 200) this.#samples.splice(0, first);
    // The probe must not be the pool's first user; once the application was, it may begin at once.
    if (sample.pool !== null && sample.pool.threads > 0) this.#usePool();
    if (point) push(this.#points, point);
    return point;
  }

  /** Ports at which it listens, as far as that was seen. */
  get ports(): Iterable<number> {
    return this.#outside.ok ? this.#outside.sockets.ownPorts : [];
  }

  /** Reads what is dearer to read, about twice a second. */
  async sampleSlow(at: Milliseconds): Promise<void> {
    if (!this.#outside.ok || this.hasEnded) return;
    // A process without a quota will hardly be given one.
    const hasQuota = this.#throttling.at(-1)?.counters.size !== 0;
    if (hasQuota || this.#slowSamples % seldom === 0)
      push(this.#throttling, { at, counters: throttlingCounters(this.pid) });
    this.#slowSamples++;
    if (at < this.#nextSockets) return;
    this.#nextSockets = at < soon ? at : at + later;
    await this.#outside.sockets.sample();
  }

  connect(link: ProbeLink): void {
    this.#link = link;
    void link.closed.then(() => (this.#withoutProbe = message('unseen.probe-ended')));
    link.onMessage((said) => this.#onMessage(said));
  }

  /** Notes why there is no probe. What one has said before does not count any more. */
  isWithoutProbe(why: Unseen): void {
    this.#link = null;
    this.#withoutProbe = why;
  }

  get hasProbe(): boolean {
    return this.#link !== null;
  }

  get lastReading(): ProbeReading | undefined {
    return this.#readings.at(-1);
  }

  /** Number of readings of the probe that are kept. */
  get heard(): number {
    return this.#readings.length;
  }

  /** Returns the readings that nobody has taken yet. */
  takeNew(): ProbeReading[] {
    return this.#new.splice(0);
  }

  tell(command: ProbeCommand): void {
    this.#link?.send(command);
  }

  #isPoolTold = false;
  #usePool(): void {
    if (this.#isPoolTold || !this.#link) return;
    this.#isPoolTold = true;
    this.#link.send({ type: 'use pool' });
  }

  #onMessage(said: ProbeMessage): void {
    if (said.type === 'reading') {
      push(this.#readings, said);
      push(this.#new, said);
    } else if (said.type === 'profile') this.#told.profile = said;
    else if (said.type === 'capture') this.#told.capture = said;
    else if (said.type === 'note' && this.#notes.length < mostNotes) this.#notes.push(said);
  }

  /** Returns what was seen since `since`; in a long watch the outside is summed up over the whole, or over the last seconds. */
  seen(since: Milliseconds, now: Milliseconds): WatchedProcess {
    const { pid, parent, role } = this.member;
    const from = Math.max(since, this.#from);
    return {
      pid,
      parent,
      role,
      from: this.#from,
      to: this.#to,
      look: this.#look(from, now),
      series: this.#points.filter(({ at }) => at >= from),
      sockets: this.#outside.ok
        ? this.#outside.sockets.summary(since > 0 ? now - since : Infinity)
        : this.#outside,
      probe: this.#probe(from, now),
    };
  }

  #look(from: Milliseconds, now: Milliseconds): WatchedProcess['look'] {
    if (!this.#outside.ok) return this.#outside;
    const { open, whole } = this.#outside;
    const isWhole = from <= this.#from;
    const summary = isWhole ? whole : new SnapshotSummary(open);
    if (!isWhole) for (const sample of this.#samples) if (sample.at >= from) summary.add(sample);
    const counters = this.#throttling.filter(({ at }) => at >= from);
    const throttling =
      counters[0] && throttlingBetween(counters[0].counters, (counters.at(-1) ?? counters[0]).counters);
    return { ok: true, ...summary.value(Math.max(1, now - from)), throttling: throttling ?? null };
  }

  #probe(from: Milliseconds, now: Milliseconds): WatchedProcess['probe'] {
    if (!this.#link) return { ok: false, why: this.#withoutProbe };
    // The probe has a clock of its own: its newest reading counts as now.
    const newest = this.#readings.at(-1)?.at ?? 0;
    const readings = this.#readings.filter(({ at }) => newest - at <= now - from);
    return { ok: true, hello: this.#link.hello, readings, ...this.#told, notes: this.#notes };
  }

  [Symbol.dispose](): void {
    this.#link?.close();
    if (this.#outside.ok) this.#outside.open[Symbol.dispose]();
  }
}

function push<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > most) list.splice(0, list.length - most);
}
