/** What the model of a server predicts, what limits it there, what it was fitted to, and what it gives no answer for. */
import { percent } from '../../format/number.ts';
import { time } from '../../format/words.ts';
import type { Nested } from '../nested.ts';
import { quoted } from '../shell.ts';

/** Small figures of a model: 3 digits say all. */
const figure = (value: number) => String(Number(value.toPrecision(3)));
const ms = (value: number) => `${figure(value)} ms`;
const times = (value: number) => value.toPrecision(2);
const busyCpus = (cpu: number) => `the CPUs are ${Math.floor(100 * cpu)}% busy`;
/** @param foreign part of the CPUs */
const others = (foreign: number | null) =>
  foreign === null ? '' : ` Other processes took ${percent(foreign)} of the CPUs meanwhile.`;
const settings = (count: number) => (count === 1 ? 'the other setting' : `the ${count} other settings`);

/** Who would wait for longer. */
const longest = 3_600_000;
const settled = (wait: number) => (wait < longest ? time(wait) : 'an hour');

/** Clauses: "pool=4 is …". */
const limits = {
  'limit.clients': 'limited by the clients: each waits for its response before it sends the next request',
  'limit.arrivals': 'not limited: the server keeps up with the requests that arrive',
  'limit.cpu': 'limited by CPU: no setting gives more, only less work or more cores',
  'limit.event-loop': 'limited by the event loop: its JavaScript runs on one thread in each process',
  'limit.slow-io-queue': 'limited by the slow-I/O queue: DNS lookups get half of the pool threads',
  'limit.pool-threads': 'limited by pool threads',
  'limit.load-generator':
    'limited by the load generator: it sends on one thread, and the server could do more',
  'limit.nearly-cpu': ({ cpu }: { cpu: number }) => `nearly limited by CPU: ${busyCpus(cpu)}`,
  'limit.pool-threads-and-cpu': ({ cpu }: { cpu: number }) =>
    `limited by pool threads, and nearly by CPU: ${busyCpus(cpu)}`,
  'limit.event-loop-and-cpu': ({ cpu }: { cpu: number }) =>
    `limited by the event loop, and nearly by CPU: ${busyCpus(cpu)}`,
  /** Of a row of a table where another one does more on as many CPUs. */
  'limit.cpu-passed': 'limited by CPU, which another setting here uses better',
};

const refusals = {
  'no-model.load': ({ kind }: { kind: string }) =>
    `Its load (${kind}) has no steady state that a model could predict; closed, rate and poisson have one.`,
  'no-model.script':
    'Its requests are those of a k6 script, and how long that waits between them is not known.',
  'no-model.several-kinds':
    'Its requests are of several kinds, and the counters do not show what each kind costs.',
  'no-model.growing-queue':
    'Requests came faster than they could be served, and a growing queue has no mean length.',
  'no-model.unsteady': ({ settlingMs }: { settlingMs: number }) =>
    `It was nearly saturated: its queue is not in a steady state within ${settled(settlingMs)}, so its response times are those of one window.`,
  'no-model.misfit': ({ throughput, mean }: { throughput: number; mean: number }) =>
    `Even at the setting that it was fitted to, the model is off by ${percent(throughput)} in throughput and ${percent(mean)} in the mean.`,
  'no-model.unwatched': 'No valid trial of it shows where the server spent its time.',
  'no-model.pool-unread': "libuv's pool could not be read, so it is not known how long its jobs wait.",
  'no-model.early-answers': 'It answers before its work is done, so its answers say nothing about the work.',
  'no-model.imbalance': ({ ratio }: { ratio: number }) =>
    `Load is not balanced over its processes: the busiest has ${ratio.toFixed(1)} times the mean.`,
  'no-model.pool-undersampled': ({ computedMs, heldMs }: { computedMs: number; heldMs: number }) =>
    `Pool threads computed for ${ms(computedMs)} of a request and were held for only ${ms(heldMs)}: the pool was not read often enough.`,
  'no-model.other-threads': ({ othersMs, allMs }: { othersMs: number; allMs: number }) =>
    `Of the ${ms(allMs)} of CPU for a request, ${ms(othersMs)} were on threads that are neither loop nor pool, such as workers. The model has no such threads.`,
  'no-model.unseen-wait': ({ ratio, foreign }: { ratio: number; foreign: number | null }) =>
    `By its counters it could serve ${times(ratio)} times as much as it does: something that they do not see delays its requests, such as a lock or another saturated server.${others(foreign)}`,
  'no-model.contradiction': ({ ratio, foreign }: { ratio: number; foreign: number | null }) =>
    `By its counters it could serve only ${times(ratio)} times as much as it does: they contradict the load generator.${others(foreign)}`,
  'out-of-range.pool': ({ most }: { most: number }) => `libuv limits every pool to ${most} threads.`,
  'out-of-range.setting': ({ value, key, times: factor }: { value: number; key: string; times: number }) =>
    `${value} ${key === 'cpus' ? 'CPUs' : key} are ${beyond(factor)} as many as were measured.`,
  'out-of-range.load': ({ load, times: factor }: { load: string; times: number }) =>
    `${load} is ${beyond(factor)} the load that was measured.`,
  'out-of-range.overload': ({ limit, perSecond }: { limit: Nested; perSecond: number }) =>
    `Requests come faster than they can be served: ${limit}, at ${perSecond.toLocaleString('en')} a second.`,
  'out-of-range.unsteady': ({ settlingMs }: { settlingMs: number }) =>
    `It is nearly saturated: the queue is not in a steady state within ${settled(settlingMs)}, so response times depend on when they are measured.`,
};

/** @param factor below 1: less than that */
function beyond(factor: number): string {
  return factor > 1 ? `more than ${factor} times` : `less than 1/${Math.round(1 / factor)} of`;
}

const calibrations = {
  'calibration.other-cell': ({ cell, why, other }: { cell: string; why: Nested; other: string }) =>
    `Nothing can be predicted from ${cell}, the baseline of the run. ${why} The prediction is based on ${other} instead; --cell ID selects another setting.`,
  'calibration.take-cell': ({ cell }: { cell: string }) =>
    `Use a setting of the run that can be calibrated: --cell ${quoted(cell)}`,
  'calibration.measure-again':
    'Measure it again with this version on Linux, alone on its machine, with one kind of request: {chokepoint} predict -- COMMAND',
  'calibration.cell-near': ({ cell }: { cell: string }) => `Did you mean "${cell}"?`,
  'calibration.cell-unknown': 'Write --cell with one of them, or leave it out.',
  'calibration.pool-in-force': ({ asked, inForce }: { asked: number; inForce: number }) =>
    `A pool of ${asked} was requested, but one of ${inForce} was in force (check P1 failed): the server sets its size itself. The model was fitted to a pool of ${inForce}.`,
  'calibration.short-jobs':
    'Its pool jobs are so short that the CPU cost of waking a thread matters. The model counts that CPU as time of the jobs. It does not know how this cost changes with the pool size, so the error can be large at other sizes.',
  'calibration.unexplained': ({ share }: { share: number }) =>
    `Its counters explain ${percent(share)} of the time of a request; the rest was spread over all resources.`,
  'calibration.foreign': ({ share }: { share: number }) =>
    `Other processes took ${percent(share)} of the CPUs during the measurement; the prediction assumes that they continue.`,
  'calibration.few-trials': ({ trials }: { trials: number }) =>
    `It is based on ${trials === 1 ? 'one trial' : `${trials} trials`}: measure more for a narrower interval.`,
  'calibration.no-p99': 'No p99 is predicted: too few requests were measured to check it.',
  /** @param disturbed why the machine was not quiet */
  'calibration.guessed-speed': ({ disturbed }: { disturbed: string | null }) =>
    `The combined speed of the CPUs was ${disturbed === null ? 'not measured on this machine but estimated from their number' : `estimated from their number, because the machine was not idle (${disturbed}); predict again when it is`}. The ranges allow for further CPUs that add only half of their speed.`,
  /** @param spread relative, over the trials */
  'calibration.accuracy': ({ throughput, mean, trials, spread }: Accuracy) =>
    `the fit is off by ${percent(throughput)} in throughput and ${percent(mean)} in the mean, and ${trials < 2 ? 'one trial says nothing about its spread' : `${trials} trials differ by ${percent(spread)}`}`,
  'calibration.others-within': ({ fit, others: count }: { fit: Nested; others: number }) =>
    `${fit}; ${settings(count)} of the same run ${count === 1 ? 'lies' : 'lie'} within the prediction`,
  'calibration.other-beyond': ({ fit, cell, beyond: by }: { fit: Nested; cell: string; beyond: number }) =>
    `${fit}; ${cell} of the same run lies ${percent(by)} beyond its prediction`,
};

type Accuracy = {
  readonly throughput: number;
  readonly mean: number;
  readonly trials: number;
  readonly spread: number;
};

/** Clauses: "or else …". */
const equivalentFits = {
  'equivalent-fit.all-slower': 'all resources take longer by the time that the counters do not explain',
  'equivalent-fit.sockets': 'sockets and timers take the time that the counters do not explain',
  'equivalent-fit.no-wait': 'the pool jobs wait for nothing but a CPU',
  'equivalent-fit.no-wait-slower': 'the pool jobs wait for nothing but a CPU, and everything takes longer',
  'equivalent-fit.half-cpus': 'each further CPU adds only half of its speed',
  'equivalent-fit.unequal': 'the requests are unequal',
};

const runModels = {
  'run-model.none': ({ cell, why }: { cell: string; why: Nested }) =>
    `No model is shown: nothing can be predicted from ${cell}. ${why}`,
  'run-model.drawn': ({ cells }: { cells: readonly string[] }) => `${knowing(cells)} the other settings.`,
  'run-model.error': ({ cells, others: count, throughput, mean }: RunError) =>
    `${knowing(cells)} ${settings(count)} with a median error of ${percent(throughput)} in throughput and ${percent(mean)} in the mean response time.`,
};

type RunError = {
  readonly cells: readonly string[];
  readonly others: number;
  readonly throughput: number;
  readonly mean: number;
};

const knowing = (cells: readonly string[]) =>
  `A model that knows only the trials of ${cells.join(' and ')} predicts`;

/** What the page of a prediction says itself. */
const pages = {
  'prediction.utilisation': 'loop, pool: utilisation, including time spent waiting for a CPU.',
  'prediction.interval':
    'In our runs 9 of 10 measured values lay in this range. It widens with distance from the measured setting and where several models fit the data.',
  'prediction.unseen-wait': ({
    seen,
    needed,
    perSecond,
  }: {
    seen: number;
    needed: number;
    perSecond: number;
  }) =>
    `At most ${figure(seen)} of its pool jobs were seen waiting at the same time, and this needs ${figure(needed)}. If what they wait for serves no more than twice as many as were seen, it gives ${figure(perSecond)}/s.`,
  'prediction.too-wide':
    'too far from the measured setting for a useful estimate: measure it there, or calibrate nearby.',
  'prediction.accuracy': ({
    throughput,
    mean,
    because,
  }: {
    throughput: number;
    mean: number;
    because: Nested;
  }) =>
    `At the calibrated setting: throughput ± ${percent(throughput)}, mean ± ${percent(mean)}: ${because}.`,
};

/** Why a file is no calibration, and `--what-if` is not understood. */
const syntax = {
  'demands-file.not-an-object': 'It holds no JSON object.',
  'demands-file.lacks': ({ key }: { key: string }) => `Its "${key}" is missing or has the wrong type.`,
  'demands-file.schema': ({ schema }: { schema: string }) =>
    `Its schema is ${schema}, and this version reads 1.`,
  'what-if.no-key': 'It must begin with a key and "=".',
  'what-if.clients-and-rate': 'A load has either clients or a rate.',
  'what-if.too-many': ({ settings: count, most }: { settings: number; most: number }) =>
    `These are ${count} settings; at most ${most} are predicted.`,
  'what-if.unknown-key': ({ key, near }: { key: string; near: string | null }) =>
    near === null
      ? `The model does not know "${key}": its effect has to be measured.`
      : `There is no key "${key}"; did you mean "${near}"?`,
  'what-if.from-one': 'It takes numbers of 1 or more.',
  'what-if.rate': 'A rate is a number above 0.',
  'what-if.level': ({ key, orCores }: { key: string; orCores: boolean }) =>
    `The levels of ${key} are whole numbers of 1 or more${orCores ? ', or "cores"' : ''}.`,
};

export const predictionTexts = {
  ...limits,
  ...refusals,
  ...calibrations,
  ...equivalentFits,
  ...runModels,
  ...pages,
  ...syntax,
};
