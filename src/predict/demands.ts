/** From the trials of one cell to what one request asks of each resource: the utilisation law, and what is left. */
import { message, type Message } from '../messages/message.ts';
import type { Load } from '../model/plan.ts';
import type { CapacityData, ModelSetting, RequestDemands } from '../model/prediction.ts';
import type { JobSample, LoadOutcome, Trial, Usage } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { speed } from '../queueing/capacity.ts';
import { deviation, mean } from '../stats/mean-and-spread.ts';

/** What the counters say of one request, before the model has said what is left for sockets and timers. */
export interface Counted {
  readonly demands: Omit<RequestDemands, 'delay' | 'variation'>;
  /** Most that sockets and timers can take: what the pool and the CPU leave of the response. */
  readonly mostDelay: Milliseconds;
  /** Means over the trials. */
  readonly throughput: number;
  readonly response: Milliseconds;
  /** Relative spread of the trials. */
  readonly spread: { readonly throughput: Ratio; readonly mean: Ratio };
  /** Part of the machine's CPU time that went to others meanwhile. */
  readonly foreign: Ratio;
  readonly processes: number;
  /** Null where no job was seen: the pool has not been started, or nothing asks for it. */
  readonly poolSize: number | null;
  /** The service that is called most, as of a setting. */
  readonly service: ModelSetting['service'] | null;
  /** Jobs so short that their threads' CPU, which has their waking in it, had to be taken for how long each was held. */
  readonly isHoldGuessed?: boolean;
}

export type Refused = { readonly refused: Message };

/** Other processes that take less of the CPUs than this are noise. */
export const quiet: Ratio = 0.03;

/** Below this part of the CPU of a request nothing is said about a pool. */
const negligible = 0.02;
/** The kernel counts a thread's wait for a CPU when it is over, so that some of it is missing: less than this of the hold is none. */
const lag = 0.1;
/** Garbage collectors and compilers take less; what takes more does the requests' own work. */
const mostOthers: Ratio = 0.45;
/** Part of the jobs that may end after the last answer. */
const early = 0.02;
/**
 * Of the connections: with so many in use on average they all are, but for those whose answer the loop has yet to read; and more
 * requests than connections are there.
 */
const full: Ratio = 0.8;
/** A busiest process beyond this multiple of the mean is an imbalance that the model does not have. */
const imbalance = 1.6;
/** A job costs its thread so much beside itself to be woken for it and to sleep after it: CPU that no reading of the pool sees. */
const waking: Milliseconds = 0.1;

/**
 * @param trials of one cell
 * @param isShared whether the load generator runs on the server's CPUs
 */
export function countedDemands(
  trials: readonly Trial[],
  capacity: CapacityData,
  isShared: boolean,
): Counted | Refused {
  const seen = trials.flatMap((trial) => seenOf(trial) ?? []);
  if (seen.length === 0) return { refused: message('no-model.unwatched') };
  // Over all answers, not over trials: Little's law then holds between the sums, however much the trials differ.
  const total = (of: (one: TrialFigures) => number) => seen.reduce((sum, one) => sum + of(one), 0);
  const answered = total(answersOf);
  const each = (of: (usage: Usage) => number) => total(({ usage }) => of(usage)) / answered;
  const isPeeked = seen.every(({ usage }) => usage.poolHeld !== null);
  if (!isPeeked) return { refused: message('no-model.pool-unread') };
  if (seen.some(({ jobs }) => jobs !== null && jobs.afterLastResponse > early)) {
    return { refused: message('no-model.early-answers') };
  }
  const unequal = seen.map(({ effective }) => imbalanceOf(effective.map(({ cpu }) => cpu)));
  if (mean(unequal) > imbalance) {
    return { refused: message('no-model.imbalance', { ratio: mean(unequal) }) };
  }
  // On a machine whose CPUs slow each other down, a second of CPU is less work than one of a thread alone.
  const time = total(({ usage }) => usage.duration);
  const spent = total(({ usage, outcome }) => usage.cpu + (isShared ? outcome.generator.cpu : 0));
  const foreign = mean(seen.map((one) => one.foreign));
  const busy = spent / time + foreign * capacity.cpus;
  const work = busy > 0 ? Math.min(1, speed(capacity, busy) / busy) : 1;
  const [loop, pool, all] = [each((u) => u.loopCpu), each((u) => u.poolCpu), each((u) => u.cpu)];
  const held = each((u) => u.poolHeld ?? 0);
  const waited = held - pool - each((u) => u.poolWaitedForCpu);
  const poolWait = waited > lag * held ? waited : 0;
  const told = seen.every(({ jobs }) => jobs !== null);
  const perRequest = told
    ? total((one) => one.jobs?.count ?? 0) / total(({ outcome }) => outcome.counts.sent)
    : 1;
  const isHoldGuessed = pool > held * 1.15 + negligible * all;
  if (isHoldGuessed && (pool - held) / Math.max(1, perRequest) > waking) {
    return { refused: message('no-model.pool-undersampled', { computedMs: pool, heldMs: held }) };
  }
  const others = all - loop - pool;
  if (others > mostOthers * all) {
    return { refused: message('no-model.other-threads', { othersMs: others, allMs: all }) };
  }
  const generator = total(({ outcome }) => outcome.generator.cpu) / total(verified);
  const usesPool = held > negligible * all || pool > negligible * all;
  // As the report has them: what is predicted is held to its figures.
  const typical = (of: (one: TrialFigures) => number) => Math.exp(mean(seen.map((one) => Math.log(of(one)))));
  const throughput = typical(({ outcome }) => outcome.throughput);
  const response = typical(({ outcome }) => outcome.response.sum / outcome.response.count / 1000);
  const pooled =
    total(({ outcome }) => outcome.response.sum) / total(({ outcome }) => outcome.response.count) / 1000;
  // Jobs in the pool for each answer a millisecond: by Little's law the time that a request's jobs are there.
  const inPool =
    Math.max(held, isHoldGuessed ? pool : 0) +
    total(({ usage }) => (usage.queued ?? 0) * usage.duration) / answered;
  const processes = Math.round(mean(seen.map(({ usage }) => usage.processes)));
  const calls = callsOf(seen);
  // What is asked for all the time, such as notifications, is none of the requests' waits.
  const room = Math.max(0, pooled - loop - generator);
  const service = calls && Math.min(room, calls.pending / (throughput / 1000));
  const atOnce = Math.max(1, Math.round(usesPool ? perRequest : 1));
  return {
    demands: {
      loopCpu: loop * work,
      poolCpu: usesPool ? pool * work : 0,
      poolWait: usesPool ? poolWait : 0,
      jobs: atOnce,
      otherCpu: Math.max(0, all - loop - (usesPool ? pool : 0)) * work,
      generatorCpu: isShared ? generator * work : 0,
      ...(service && { service }),
    },
    mostDelay: Math.max(0, room - (usesPool ? inPool / atOnce : 0) - (service ?? 0)),
    throughput,
    response,
    spread: {
      throughput: spreadOf(seen.map(({ outcome }) => outcome.throughput)),
      mean: spreadOf(seen.map(({ outcome }) => outcome.response.sum / outcome.response.count)),
    },
    foreign,
    processes,
    service: calls && {
      to: calls.to,
      connections:
        calls.pending >= full * calls.connections && (throughput / 1000) * pooled > calls.connections
          ? Math.max(1, Math.round(calls.connections / Math.max(1, processes)))
          : null,
    },
    poolSize: Math.max(...seen.map(({ usage }) => usage.poolSize ?? 0)) || null,
    ...(isHoldGuessed && { isHoldGuessed }),
  };
}

/** The service that most calls wait for, in all trials alike: on average, over all processes. */
function callsOf(seen: readonly TrialFigures[]): Usage['calls'] | null {
  const [first, ...rest] = seen.map(({ usage }) => usage.calls);
  if (!first || rest.some((one) => one?.to !== first.to)) return null;
  const all = seen.flatMap(({ usage }) => usage.calls ?? []);
  return {
    to: first.to,
    connections: mean(all.map(({ connections }) => connections)),
    pending: mean(all.map(({ pending }) => pending)),
  };
}

interface TrialFigures {
  readonly usage: Usage;
  readonly outcome: LoadOutcome;
  readonly jobs: JobSample | null;
  readonly effective: Trial['effective'];
  readonly foreign: Ratio;
  readonly endsByCount: boolean;
}

function seenOf({ problem, sample, effective, host, load }: Trial): TrialFigures | null {
  if (problem !== null || !sample?.usage || sample.outcome.counts.verified === 0) return null;
  const { usage, outcome, jobs } = sample;
  const endsByCount = load.kind === 'closed' && load.requestsEach !== undefined;
  return { usage, outcome, jobs, effective, foreign: host.foreign ?? 0, endsByCount };
}

/** Answers in the time of `usage`: all of a burst, of which it covers the work to its end. */
function answersOf({ usage, outcome, endsByCount }: TrialFigures): number {
  return endsByCount ? outcome.counts.verified : (outcome.throughput / 1000) * usage.duration;
}

const verified = ({ outcome }: TrialFigures) => outcome.counts.verified;

/** Clients of a closed load, which Little's law ties throughput and response to; null for another. */
export function clientsOf(load: Load): number | null {
  return load.kind === 'closed' ? load.clients : null;
}

function imbalanceOf(cpu: readonly number[]): number {
  const serving = cpu.filter((one) => one >= 0.02 * Math.max(...cpu));
  return serving.length < 2 ? 1 : Math.max(...serving) / mean(serving);
}

function spreadOf(values: readonly number[]): Ratio {
  return values.length < 2 ? 0 : deviation(values.map(Math.log));
}
