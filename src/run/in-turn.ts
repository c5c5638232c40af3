/**
 * Servers that live side by side and are loaded in turn. A disturbance of a second (a neighbour on the core, a lower clock)
 * meets all of them alike; fresh servers one after the other would each meet another one.
 *
 *     one     ▁▇▁▁▁▁▁▇▁▁▇▁▇▁▁▁▁▁▇▁    in the order one other other one, other one one other
 *     other   ▁▁▁▇▁▇▁▁▁▁▁▁▁▁▁▇▁▇▁▁
 *
 * A round is two or three fresh servers, and the unit of every statistic: its windows share its processes.
 */
import type { LoadJob } from '../load/engine.ts';
import { mergedHistogram, windowsInOne } from '../load/remote/merge.ts';
import { message, type Message } from '../messages/message.ts';
import type { Plan } from '../model/plan.ts';
import {
  probeWorks,
  type EffectiveProcess,
  type HostReading,
  type LoadOutcome,
  type Sample,
  type Trial,
  type Usage,
  type WindowSpeed,
} from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { problem, problemData, type Problem, type ProblemData } from '../messages/problem.ts';
import { mean, total } from '../stats/mean-and-spread.ts';

/** One server's place in a round. */
export interface Turn {
  /** Number of the server: 0 listens where it would alone; the others have shifted ports. */
  readonly member: number;
  /** Resolves when all earlier turns have ended: until `end` no other server does anything. At once if this one has left. */
  begin(): Promise<void>;
  end(): void;
  /** Ends its part; the others go on without it. */
  leave(): void;
  /** Gives the length that its windows need; `window` is then the longest of all servers, known once all have given theirs. */
  agree(window: Milliseconds): void;
  readonly window: Milliseconds;
  /** For each of its windows, in order: whether the window before was its own too. Empty once a server has left. */
  readonly afterOwn: readonly boolean[];
}

export type Turns = NonNullable<Plan['turns']>;

/** Decides which server has its turn. */
export class Round {
  readonly #members: readonly number[];
  readonly #turns: Turns;
  /** Members in the order of their turns: all start, then all warm up; then windows, and the end, once their length is known. */
  readonly #order: number[];
  #windows: readonly number[] = [];
  #window: Milliseconds;
  #at = 0;
  #isRunning = false;
  readonly #waiting = new Map<number, () => void>();
  readonly #left = new Set<number>();

  constructor(members: number, turns: Turns) {
    this.#members = Array.from({ length: members }, (_, member) => member);
    this.#turns = turns;
    this.#window = turns.window;
    this.#order = [...this.#members, ...this.#members];
  }

  /** Orders the windows: all members there and back, starting with the next each time, so that places and predecessors are balanced. */
  #plan(): void {
    const pairs = Math.max(1, Math.round(this.#turns.measured / (2 * this.#window)));
    this.#windows = Array.from({ length: pairs }, (_, pair) => {
      const from = pair % this.#members.length;
      const once = [...this.#members.slice(from), ...this.#members.slice(0, from)];
      return [...once, ...once.toReversed()];
    }).flat();
    this.#order.push(...this.#windows, ...this.#members);
  }

  #next(): void {
    if (this.#isRunning) return;
    if (this.#at === 2 * this.#members.length && this.#windows.length === 0) this.#plan();
    const next = this.#order[this.#at];
    if (next === undefined) return;
    if (this.#left.has(next)) {
      this.#at++;
      return this.#next();
    }
    const go = this.#waiting.get(next);
    if (!go) return;
    this.#waiting.delete(next);
    this.#isRunning = true;
    go();
  }

  turn(member: number): Turn {
    let isOwn = false;
    const end = () => {
      if (!isOwn) return;
      isOwn = false;
      this.#isRunning = false;
      this.#at++;
      this.#next();
    };
    const window = () => this.#window;
    const afterOwn = () =>
      this.#left.size > 0
        ? []
        : this.#windows.flatMap((one, at) => (one === member ? this.#windows[at - 1] === member : []));
    return {
      member,
      begin: () =>
        new Promise((resolve) => {
          if (this.#left.has(member)) return resolve();
          this.#waiting.set(member, () => {
            isOwn = true;
            resolve();
          });
          this.#next();
        }),
      end,
      leave: () => {
        this.#left.add(member);
        end();
        this.#next();
      },
      agree: (wanted) => {
        this.#window = Math.max(this.#window, wanted);
      },
      get window() {
        return window();
      },
      get afterOwn() {
        return afterOwn();
      },
    };
  }
}

/** Lengths in mean responses: of a window, and of its start that is left out while requests come up to speed. */
const responses = { window: 3, cut: 1.5 } as const;
const shortestCut: Milliseconds = 60;
/** Longest window: a longer one would not alternate within a disturbance of the machine. */
const longestWindow: Milliseconds = 1500;

/** @param warmed outcome of the warm-up. @returns the length that windows of such a server need, with the cut from each */
function windowFor({ throughput, concurrency }: LoadOutcome): LengthOfWindow {
  const response = throughput > 0 ? (concurrency / throughput) * 1000 : Infinity;
  return {
    window: responses.window * response,
    cut: Math.max(shortestCut, responses.cut * response),
  };
}

interface LengthOfWindow {
  readonly window: Milliseconds;
  readonly cut: Milliseconds;
}

/** The readings of one window. */
export interface SeenWindow {
  readonly outcome: LoadOutcome;
  readonly effective: readonly EffectiveProcess[];
  readonly shares: Pick<HostReading, 'own' | 'stolen' | 'foreign'> | null;
  readonly speed: WindowSpeed | null;
  readonly usage: Usage | null;
}

export interface InTurnOptions {
  readonly turn: Turn;
  readonly turns: Turns;
  readonly job: LoadJob;
  /** Sends one load, from its warm-up to its last answer. */
  readonly load: (job: LoadJob) => Promise<SeenWindow>;
  /** CPU time that the server has used so far. */
  readonly cpu: () => Milliseconds;
  readonly memory: () => number;
  readonly now: () => Milliseconds;
}

/**
 * Runs one server's part of a round, from the warm-up to the last window.
 * @throws Problem TURNS_REFUSED if its windows would be too long, too little memory is free, or another server has left; errors of `load`
 */
export async function loadInTurn({ turn, turns, job, load, cpu, memory, now }: InTurnOptions) {
  await turn.begin();
  const warmed = await load({ ...job, warmup: 0, duration: turns.warmup, traces: 0 });
  const { window, cut } = windowFor(warmed.outcome);
  if (!(window <= longestWindow)) throw refused(message('warning.turns-slow', { window }));
  if (memory() > process.availableMemory())
    throw refused(message('warning.turns-memory', { bytes: memory() }));
  turn.agree(window);
  const seen: SeenWindow[] = [];
  const idle = { cpu: 0, time: 0 };
  let before = { cpu: cpu(), at: now() };
  turn.end();
  for (let at = 0; at === 0 || at < turn.afterOwn.length; at++) {
    await turn.begin();
    const { length } = turn.afterOwn;
    if (length === 0) throw refused(message('warning.turns-alone'));
    if (turn.afterOwn[at] === false) {
      idle.cpu += cpu() - before.cpu;
      idle.time += now() - before.at;
    }
    const traces = Math.ceil(job.traces / length);
    seen.push(await load({ ...job, warmup: cut, duration: turn.window, traces, seed: job.seed + 2 * at }));
    before = { cpu: cpu(), at: now() };
    turn.end();
  }
  const rates = seen.map(({ outcome }) => outcome.throughput);
  const kept = { rates, afterOwn: turn.afterOwn, idle: idle.time > 0 ? idle.cpu / idle.time : 0 };
  return { seen, turns: kept satisfies Sample['turns'] };
}

export const refused = (why: Message): Problem => problem('TURNS_REFUSED', { why });

/**
 * The trials of a round, which share its time. If one failed, all are refused, as it may have failed because of the others.
 * A single trial stays as it is.
 */
export function inRound(trials: readonly Trial[]): readonly Trial[] {
  if (trials.length < 2) return trials;
  const failed = trials.flatMap(({ problem: one }) => one ?? []);
  // That another server had left is not a cause by itself.
  const [first] = failed.toSorted((a, b) => Number(isAlone(a)) - Number(isAlone(b)));
  const isTold = first === undefined || first.code === 'TURNS_REFUSED';
  const why = isTold ? first : problemData(refused(message('warning.turns-failed', { what: first.what })));
  return trials.map((trial) => ({
    ...trial,
    duration: trial.duration / trials.length,
    problem: why ?? null,
  }));
}

const isAlone = ({ details }: ProblemData) =>
  (details?.['why'] as Partial<Message> | undefined)?.code === 'warning.turns-alone';

/** Merges the windows of one server in a round into one. @param seen at least one */
export function together(seen: readonly SeenWindow[]) {
  const last = seen.at(-1);
  if (!last) throw new RangeError('a round without a window');
  const usages = seen.flatMap(({ usage }) => usage ?? []);
  const shares = seen.flatMap((one) => one.shares ?? []);
  const share = (name: 'own' | 'stolen' | 'foreign') => mean(shares.map((one) => one[name] ?? 0));
  return {
    outcome: windowsInOne(seen.map(({ outcome }) => outcome)),
    effective: last.effective.map((process) => ({
      ...process,
      cpu: total(seen.flatMap((one) => one.effective.find(({ pid }) => pid === process.pid)?.cpu ?? [])),
    })),
    shares:
      shares.length === 0 ? null : { own: share('own'), stolen: share('stolen'), foreign: share('foreign') },
    speed: speedOf(seen.flatMap(({ speed }) => speed ?? [])),
    usage: usages.length < seen.length ? null : usageOf(usages),
  };
}

function speedOf(all: readonly WindowSpeed[]): WindowSpeed | null {
  const mainShares = all.flatMap(({ mainShare }) => mainShare ?? []);
  const cpus = [
    ...Map.groupBy(
      all.flatMap((one) => one.cpus),
      ({ cpu }) => cpu,
    ),
  ];
  if (cpus.length === 0) return null;
  return {
    cpus: cpus.map(([cpu, some]) => {
      const ofWorks = (of: 'readings' | 'beside') =>
        Object.fromEntries(
          probeWorks.map((work) => [work, mergedHistogram(some.map((one) => one[of][work]))]),
        ) as WindowSpeed['cpus'][number]['readings'];
      return { cpu, readings: ofWorks('readings'), beside: ofWorks('beside') };
    }),
    ...(mainShares.length > 0 && { mainShare: mean(mainShares) }),
    cpu: total(all.map(({ cpu }) => cpu)),
  };
}

function usageOf(all: readonly Usage[]): Usage {
  const sum = (of: (one: Usage) => number) => total(all.map(of));
  const ifAll = (values: readonly (number | null)[], of: (known: readonly number[]) => number) =>
    values.every((value) => value !== null) ? of(values) : null;
  return {
    processes: Math.max(...all.map(({ processes }) => processes)),
    duration: sum(({ duration }) => duration),
    cpu: sum(({ cpu }) => cpu),
    loopCpu: sum(({ loopCpu }) => loopCpu),
    poolCpu: sum(({ poolCpu }) => poolCpu),
    loopWaitedForCpu: sum(({ loopWaitedForCpu }) => loopWaitedForCpu),
    poolWaitedForCpu: sum(({ poolWaitedForCpu }) => poolWaitedForCpu),
    poolHeld: ifAll(
      all.map(({ poolHeld }) => poolHeld),
      total,
    ),
    poolSize: ifAll(
      all.map(({ poolSize }) => poolSize),
      (sizes) => Math.max(...sizes),
    ),
    queued: ifAll(
      all.map(({ queued }) => queued),
      mean,
    ),
  };
}
