/** Result files under the validity checks: whether they can carry a comparison, and what it is. */
import { wordFor } from '../judge/compare.ts';
import { checkRows } from '../judge/checks/checks.ts';
import { withheldFrom } from '../judge/withhold-verdicts.ts';
import { message, type Message } from '../messages/message.ts';
import type { CheckEffect, CheckId, CheckResult } from '../model/check.ts';
import { metrics as catalogue, type Metric, percentiles } from '../model/metric.ts';
import type { PublishedCheck, PublishedRatio, PublishedRun, HiddenPercentile } from '../model/published.ts';
import { exponential, spreadOf, mean, welchBounds, welchFrom } from '../stats/mean-and-spread.ts';
import { percentileOf, rowOf } from './row.ts';
import type { Milliseconds } from '../model/units.ts';

type PublishedSetting = PublishedCheck['settings'][number];

/** Largest difference of two settings that are still called equivalent. */
const delta = 0.05;

/** Effects of a failed check that leave no comparison; the others hide single figures, or are only said. */
const weighty: ReadonlySet<CheckEffect> = new Set(['silence', 'void', 'undecided']);

/** @param settings one, or two that are compared: B with A */
export function checkPublished(settings: readonly PublishedSetting[]): PublishedCheck {
  const runs = settings.flatMap((setting) => setting.runs);
  const rows = settings.flatMap(({ cell, runs: own }) => own.map((run) => rowOf(run, run.name, cell)));
  const checks = checkRows({ rows, control: null }).map((check) => ofFiles(check, runs.length));
  const hidden = runs.flatMap(hiddenPercentiles);
  const differences = differencesOf(settings);
  // A rate too coarse for its clock carries no comparison; times that are too coarse are only named.
  const isBlurred = ({ id, metrics }: CheckResult) => id === 'C1' && metrics?.includes('throughput') === true;
  const failed = checks.filter(
    (check) => check.outcome === 'fail' && (weighty.has(check.effect) || isBlurred(check)),
  );
  const ids = failed.map(({ id }) => id);
  const unsound = ids.length > 0 ? message('published.unsound', { checks: ids }) : null;
  const ratios = ratiosOf(
    settings,
    checks,
    hidden.map(({ metric }) => metric),
    differences,
    unsound,
  );
  const canCompare = unsound === null && differences.length === 0;
  const found = { checks, hidden, differences, ratios, canCompare };
  return {
    schema: 1,
    settings,
    ...found,
    sentence: sentenceOf(settings, ids, found),
    missing: missingOf(runs),
    repairs: repairsOf(settings, checks),
  };
}

/** Returns a check's result as it is for files: some differ from those of a run of several trials. */
function ofFiles(check: CheckResult, runs: number): CheckResult {
  const { id, outcome } = check;
  // A single run compares nothing: that it was not repeated says nothing against it.
  if (id === 'R1' && runs === 1)
    return {
      ...check,
      outcome: 'not applicable',
      sentence: message('published.one-run'),
      cells: [],
      evidence: [],
    };
  // A trial that lost too many requests would not have been counted; nobody left out this one.
  return id === 'E1' && outcome === 'fail' ? { ...check, effect: 'void' } : check;
}

const read: Readonly<Partial<Record<Metric, (run: PublishedRun) => number | null>>> = {
  throughput: ({ throughput }) => throughput,
  p50: (run) => percentileOf(run, 'p50'),
  p99: (run) => percentileOf(run, 'p99'),
  mean: (run) => run.mean,
};

/**
 * Returns the ratios of two settings. Nothing says that the runs were taken in turns, so they are independent samples (Welch), as two
 * stored runs are. Only the metric that suits the load has a word, so that the chance of a wrong one is that of one interval.
 */
function ratiosOf(
  [a, b]: readonly PublishedSetting[],
  checks: readonly CheckResult[],
  hidden: readonly Metric[],
  differences: readonly Message[],
  unsound: Message | null,
): PublishedRatio[] {
  if (!a || !b) return [];
  const deciding: Metric = [...a.runs, ...b.runs].some(({ load }) => load === 'open') ? 'p50' : 'throughput';
  const names = Object.keys(read) as Metric[];
  return [deciding, ...names.filter((name) => name !== deciding)].flatMap((metric): PublishedRatio[] => {
    const [before, after] = [a, b].map(({ runs }) => logarithms(runs, metric));
    if (!before || !after) return [];
    const bounds = welchBounds(before, after);
    const ratio = bounds ? exponential(bounds) : null;
    const withheld =
      differences[0] ??
      withheldFrom(checks, [a.cell, b.cell], metric) ??
      unsound ??
      (hidden.includes(metric) ? message('published.withheld.hidden') : null) ??
      (metric === deciding
        ? null
        : message('published.withheld.other', { deciding: catalogue[deciding].label }));
    return [
      {
        metric,
        value: ratio?.value ?? Math.exp(mean(after) - mean(before)),
        low: ratio?.low ?? null,
        high: ratio?.high ?? null,
        word: ratio && withheld === null ? wordFor(ratio, catalogue[metric].better, delta) : 'undecided',
        withheld,
      },
    ];
  });
}

/** @returns the logarithms of a metric in all runs; null unless every run has it */
function logarithms(runs: readonly PublishedRun[], metric: Metric): number[] | null {
  const values = runs.flatMap((run) => read[metric]?.(run) || []);
  return values.length === runs.length && values.length > 0 ? values.map(Math.log) : null;
}

/** Most runs of a setting that somebody may take by hand. */
const mostRuns = 100;

/** @returns how many runs of each setting would give a word, with the same ratio and spread; null: more than `mostRuns` */
function enoughRuns([a, b]: readonly PublishedSetting[], metric: Metric): number | null {
  const [before, after] = [a, b].map((setting) => setting && logarithms(setting.runs, metric));
  if (!before || !after) return null;
  const wordAt = (n: number) => {
    const bounds = welchFrom(
      mean(after) - mean(before),
      { ...spreadOf(before), n },
      { ...spreadOf(after), n },
    );
    return wordFor(exponential(bounds), catalogue[metric].better, delta);
  };
  for (let n = Math.min(before.length, after.length) + 1; n <= mostRuns; n++)
    if (wordAt(n) !== 'undecided') return n;
  return null;
}

/** Largest ratio of two lengths: tests whose lengths differ by more are two tests. */
const sameLength = 1.25;

/** Properties by which two files differ in their load, or in the way to time a request. */
const loads: Readonly<Record<'tool' | 'clients' | 'rate', (run: PublishedRun) => string | number | null>> = {
  tool: ({ source }) => source.split(' ')[0] ?? source,
  clients: ({ clients }) => clients,
  rate: ({ rate }) => rate,
};

/** Settings under different loads cannot be compared. Loads that are not known may differ too. */
function differencesOf(settings: readonly PublishedSetting[]): Message[] {
  const list: Message[] = [];
  const runs = settings.flatMap((setting) => setting.runs);
  for (const [key, value] of Object.entries(loads)) {
    const [a = [], b] = settings.map((setting) => [...new Set(setting.runs.map(value))]);
    if (new Set([...a, ...(b ?? [])]).size > 1)
      list.push(
        b
          ? message('published.differ', { key, a: a.map(shown), b: b.map(shown) })
          : message('published.mixed', { key, values: a.map(shown) }),
      );
  }
  const lengths = runs.flatMap(({ length }) => length ?? []);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  if (longest > sameLength * shortest) list.push(message('published.lengths', { shortest, longest }));
  // At a fixed rate any two servers that keep up have the same throughput, however long they take.
  if (settings.length > 1 && runs.some(({ load }) => load === 'unknown'))
    list.push(message('published.load-unknown'));
  return list;
}

const shown = (value: string | number | null) => (value === null ? '–' : String(value));

type CheckedFiles = Pick<PublishedCheck, 'checks' | 'hidden' | 'differences' | 'ratios' | 'canCompare'>;

function sentenceOf(
  settings: readonly PublishedSetting[],
  failed: readonly CheckId[],
  found: CheckedFiles,
): Message {
  const { checks, hidden, differences, ratios, canCompare } = found;
  const [ratio] = ratios;
  const [difference] = differences;
  if (difference) return message('published.unlike', { difference });
  const isOnlyOnce = failed.length === 1 && failed[0] === 'R1';
  if (ratio && isOnlyOnce) {
    const { label } = catalogue[ratio.metric];
    return message('published.one-each', { label, ratio: ratio.value });
  }
  if (!canCompare) return message('published.unsound', { checks: failed });
  const thin = checks.filter(({ outcome, effect }) => outcome === 'fail' && effect === 'hide');
  const except = [
    ...new Set([...hidden.map(({ metric }) => metric), ...thin.flatMap((check) => check.metrics ?? [])]),
  ];
  if (ratio?.low != null && ratio.high !== null) {
    const { metric, value, low, high, word, withheld } = ratio;
    const { label } = catalogue[metric];
    if (withheld) return message('published.no-verdict', { label, why: withheld });
    if (word !== 'undecided') return message('published.compared', { label, value, low, high, word, except });
    const runs = Math.min(...settings.map((setting) => setting.runs.length));
    return message('published.undecided', { label, value, runs, enough: enoughRuns(settings, metric) });
  }
  return message(settings.some(({ runs }) => runs.length > 1) ? 'published.sound' : 'published.sound-alone', {
    except,
  });
}

/** Options that would let more checks judge. */
function missingOf(runs: readonly PublishedRun[]): Message<'published.missing'>[] {
  const list: Message<'published.missing'>[] = [];
  const isWithoutClients = runs.some(
    ({ clients, atMost, load, mean: time }) =>
      (clients ?? atMost) === null && load !== 'open' && time !== null,
  );
  const hasConcurrency = runs.some(({ inFlight }) => inFlight !== null);
  if (isWithoutClients)
    list.push(
      message('published.missing', { option: '--clients', checks: hasConcurrency ? ['L1', 'L2'] : ['L1'] }),
    );
  // autocannon says how many connections there were, and not that it paced them: then most of them wait.
  // Its times are whole milliseconds, cut off: only what cannot come of that is a pause.
  const isPaced = ({ source, clients, throughput, mean: time, step }: PublishedRun) =>
    source.startsWith('autocannon') &&
    clients !== null &&
    throughput !== null &&
    time !== null &&
    (throughput * (time + (step ?? 0))) / 1000 < clients / 2;
  if (runs.some((run) => (run.load !== 'closed' || isPaced(run)) && run.unsent === null && run.rate === null))
    list.push(message('published.missing', { option: '--rate', checks: ['G1'] }));
  return list;
}

/** @returns what to do about failed checks that the tool caused: one line for each tool and cause */
function repairsOf(
  settings: PublishedCheck['settings'],
  checks: readonly CheckResult[],
): PublishedCheck['repairs'] {
  const all = settings.flatMap(({ cell, runs }) => {
    const failed = checks.flatMap(({ id, outcome, cells }) =>
      outcome === 'fail' && (cells.length === 0 || cells.includes(cell)) ? id : [],
    );
    return runs.flatMap((run) => repairOf(run, new Set(failed)) ?? []);
  });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** A step of the instants, in ms, that leaves the length of a test of seconds unknown. */
const wholeSecond = 1000;

function repairOf(run: PublishedRun, failed: ReadonlySet<CheckId>): Message | null {
  const { source, step, lengthStep } = run;
  const [tool = source] = source.split(' ');
  if (source === 'k6 CSV' && lengthStep === wholeSecond && failed.has('C1'))
    return message('published.repair.seconds');
  if (tool === 'wrk' && failed.has('L1') && isAboveClients(run)) return message('published.repair.added');
  const isCoarse = failed.has('C1') || (failed.has('L1') && !isAboveClients(run));
  return isCoarse && step === 1 && (tool === 'autocannon' || tool === 'ab')
    ? message('published.repair.milliseconds')
    : null;
}

/** @returns whether its times are longer than its clients leave room for */
function isAboveClients({ throughput, mean: time, clients }: PublishedRun): boolean {
  return throughput !== null && time !== null && clients !== null && (throughput * time) / 1000 > clients;
}

/** Factor by which a bound must be above the percentile: a smaller one may be the machine's noise. */
const tooLow = 2;

const metrics = Object.keys(percentiles) as (keyof typeof percentiles)[];

/**
 * Percentiles that a load itself makes too low. A client that waits for its answer sends nothing meanwhile: a stall of a second is one slow
 * request for each client, whatever the rate was (coordinated omission, Tene 2015).
 *
 *     requests by the clock during a stall of S in a test of T wait from S down to 0: a share (S − x) ÷ T of all waits longer
 *     than x, so the percentile q is at least x = S − (1 − q) · T
 */
export function hiddenPercentiles(run: PublishedRun): HiddenPercentile[] {
  const { file, name, load, isTimedFromDue, max, length } = run;
  if ((load === 'open' && isTimedFromDue) || max === null || length === null) return [];
  return metrics.flatMap((metric) => {
    const told = percentileOf(run, metric);
    const least = leastByClock(max, length, percentiles[metric]);
    if (told === null || least <= tooLow * told) return [];
    return [
      { file, name, metric, why: message('published.hidden.stall', { metric, shown: told, max, least }) },
    ];
  });
}

/** What a percentile would be under requests that come by the clock, if the longest answer was a stall of the server. */
export function leastByClock(stall: Milliseconds, length: Milliseconds, share: number): Milliseconds {
  return stall - (1 - share) * length;
}
