/**
 * How fast the machine was in each trial, against the quiet level of the trial's own setting. A CPU that shares its core
 * with a busy neighbour runs at half its speed for about a second at a time, which is most of the noise of a shared machine.
 *
 * The quiet level is the setting's own, because a setting may change the speed of the cores by itself (both hyper-threads
 * in use, a lower clock). That difference belongs to the setting. An adjustment by the absolute speed would take it away.
 */
import { saturation } from '../saturation/saturation.ts';
import { Histogram, type HistogramData } from '../stats/histogram.ts';
import { heaps } from '../stats/modes.ts';
import { drawnTogether, ownLevel, quickestHeap, type Levels, type QuietLevel } from './quiet-level.ts';
import { deviation, mean, quantile, total } from '../stats/mean-and-spread.ts';
import { measurement } from './measurement.ts';
import { probeWorks, type ProbeWork, type Trial } from '../model/sample.ts';
import type { Ratio } from '../model/units.ts';
import type { SpeedReport, SpeedSource } from '../model/noise.ts';
import type { Measurement } from '../model/verdict.ts';

export interface WithSpeed {
  /** The given measurements in their order, with `speed` where it is known. */
  readonly measurements: Measurement[];
  /** What was seen of the speed; null where no trial tells it. */
  readonly report: SpeedReport | null;
}

/** Multiple of the quiet time beyond which a reading was preempted: it times the scheduler, not the CPU. */
const preempted = 2.6;
/** Quantile of a run's readings that is the scale for all of them. */
const quickest = 0.1;
/** Fewest readings of a CPU and a kind of work: with fewer the trial's speed is not known from these. */
const fewestReadings = 2;
/** Least distance of two heaps of readings: closer ones are a turbo step, or the grain of the histogram. */
const leastApart = Math.log(1.15);
/** Lack of CPU time (ln) that counts as none: ticks of 10 ms may show as much. */
const fewLost = 0.03;
/** Fewest ticks (10 ms, the unit of CPU time) with which the server's CPU time tells a speed. */
const fewestTicks = 20;
const tick = 10;

/**
 * @param trials those whose quiet levels are used: a look at a run's first blocks gives the trials of these blocks alone
 * @param measurements of these trials; of all that count unless told
 */
export function withSpeed(
  trials: readonly Trial[],
  measurements: readonly Measurement[] = trials.flatMap((trial) => measurement(trial) ?? []),
): WithSpeed {
  const counted = new Set(measurements.map(({ ordinal }) => ordinal));
  const own = trials.filter(({ ordinal, problem }) => problem === null && counted.has(ordinal));
  const key = own.map(({ ordinal }) => ordinal).join();
  const before = seen.get(trials);
  const { probe, told } = before?.key === key ? before : speedsOf(own);
  seen.set(trials, { key, probe, told });
  if (!told) return { measurements: [...measurements], report: null };
  const speeds = new Map(told.levels.flatMap(({ speeds: some }) => [...some]));
  const levels = new Map(told.levels.map((level) => [level.cell, level]));
  const available = new Map(availability(own).map((level) => [level.cell, level]));
  const spreads = told.levels
    .map(({ speeds: some }) => [...some.values()])
    .filter(({ length }) => length > 1);
  return {
    measurements: measurements.map((one) => {
      const speed = speeds.get(one.ordinal);
      const level = levels.get(one.cell);
      if (speed === undefined || !level) return one;
      const { error = 0, speeds: shares } = available.get(one.cell) ?? {};
      const value = speed + (shares?.get(one.ordinal) ?? 0);
      return { ...one, speed: { value, error: Math.hypot(level.error, error), from: told.source } };
    }),
    report: {
      source: told.source,
      trials: speeds.size,
      spread: pooledDeviation(spreads),
      ...readingsOf(probe),
      mediated: (probe?.levels ?? []).flatMap(({ cell, apart, error }) =>
        apart === null ? [] : { cell, speed: Math.exp(apart), error },
      ),
    },
  };
}

/** Speeds by list of trials: each part of a report asks for them, and they come from thousands of readings. */
const seen = new WeakMap<readonly Trial[], Speeds & { readonly key: string }>();

interface Speeds {
  readonly probe: ProbeTold | null;
  readonly told: SpeedLevels | null;
}

function speedsOf(trials: readonly Trial[]): Speeds {
  const probe = probeSpeeds(trials);
  return { probe, told: jobSpeeds(trials, probe) ?? probe };
}

/** The quiet level of a setting, and the speed of its trials against it. */
interface SettingLevel extends QuietLevel {
  readonly cell: string;
  /** Speeds of the trials by ordinal, as ln. */
  readonly speeds: ReadonlyMap<number, number>;
}

interface SpeedLevels {
  readonly source: SpeedSource;
  readonly levels: readonly SettingLevel[];
}

/** A trial with ln of its speed by one source. */
interface Timed {
  readonly trial: Trial;
  readonly speed: number;
}

/** @param levelOf returns the speed at which the trials of one setting ran when nothing disturbed them */
function levelsOf<One extends Timed>(
  timed: readonly One[],
  levelOf: (some: readonly One[]) => Levels,
): SettingLevel[] {
  const cells = [...Map.groupBy(timed, ({ trial }) => trial.cell)];
  const own = cells.map(([, some]) =>
    ownLevel(
      some.map(({ trial }) => trial),
      levelOf(some),
    ),
  );
  return drawnTogether(own).map((quiet, index) => {
    const [cell, some] = cells[index] ?? ['', []];
    return {
      ...quiet,
      cell,
      speeds: new Map(some.map((one) => [one.trial.ordinal, one.speed - quiet.level])),
    };
  });
}

/**
 * Readings of one place: a CPU, or `beside`, which is whatever CPU a main thread of the server was on. Where one CPU is slow and another
 * is not, a server with one busy thread is as fast as the CPU that it is on.
 */
interface Heap {
  readonly place: string;
  /** ln of the times of one kind of work, relative to the run's quiet time on their CPU, without preempted readings. */
  readonly logs: readonly number[];
}

interface Probed {
  readonly trial: Trial;
  /** Heaps by place and kind of work. */
  readonly heaps: ReadonlyMap<string, Heap>;
}

interface ProbeTold extends SpeedLevels {
  /** ln of how much longer than quiet each reading took, under the setting of its trial. */
  readonly slowness: readonly number[];
}

const beside = 'beside';

function probeSpeeds(trials: readonly Trial[]): ProbeTold | null {
  const probed = probedTrials(trials);
  if (probed.length === 0) return null;
  const weighted = weightedBy(mainShare(probed.map(({ trial }) => trial)));
  const timed = probed.map((one) => ({ ...one, speed: speedOf(one, weighted) }));
  const levels = levelsOf(timed, (some) => quietLevels(some, weighted));
  const slowness = levels.flatMap(({ cell, level }) =>
    probed
      .flatMap(({ trial, heaps: some }) => (trial.cell === cell ? [...some.values()] : []))
      .flatMap(({ place, logs }) => (place === beside ? [] : logs.map((each) => each + level))),
  );
  return { source: 'window probe', levels, slowness };
}

/** Returns the main threads' share of the server's CPU time, one for the run so that levels compare; 0 unless all trials tell it. */
function mainShare(trials: readonly Trial[]): Ratio {
  const shares = trials.flatMap(({ host }) => host.window?.mainShare ?? []);
  return shares.length < trials.length ? 0 : mean(shares);
}

/** The weighted mean of the heaps' figures: main threads ran where they were seen, all others anywhere. */
type Weighted = (figures: readonly (readonly [place: string, figure: number])[]) => number;

function weightedBy(share: Ratio): Weighted {
  return (figures) => {
    const near = figures.filter(([place]) => place === beside).map(([, figure]) => figure);
    const anywhere = figures.filter(([place]) => place !== beside).map(([, figure]) => figure);
    if (near.length === 0 || anywhere.length === 0) return mean(figures.map(([, figure]) => figure));
    return share * mean(near) + (1 - share) * mean(anywhere);
  };
}

function probedTrials(trials: readonly Trial[]): Probed[] {
  const all = trials.map((trial) => ({ trial, readings: readingsIn(trial) }));
  const everywhere = all.flatMap(({ readings }) => readings.filter(({ place }) => place !== beside));
  const scales = new Map(
    [...Map.groupBy(everywhere, ({ clock }) => clock)].map(([clock, some]) => [
      clock,
      quantile(
        some.flatMap(({ times }) => times),
        quickest,
      ),
    ]),
  );
  const logsOf = ({ clock, times }: PlaceReading) => {
    const scale = scales.get(clock) ?? 0;
    return times.filter((time) => time > 0 && time < preempted * scale).map((time) => Math.log(time / scale));
  };
  return all.flatMap(({ trial, readings }) => {
    const heapsOf = [...Map.groupBy(readings, ({ place, work }) => `${place} ${work}`)]
      .map(([key, some]): [string, Heap] => [
        key,
        { place: some[0]?.place ?? '', logs: some.flatMap((one) => logsOf(one)) },
      ])
      .filter(([, { logs }]) => logs.length >= fewestReadings);
    return heapsOf.length === 0 ? [] : { trial, heaps: new Map(heapsOf) };
  });
}

interface PlaceReading {
  readonly place: string;
  readonly work: ProbeWork;
  /** CPU and kind of work, whose quiet time the readings are held against. */
  readonly clock: string;
  readonly times: readonly number[];
}

/** Readings by trial: a run is judged metric by metric, always from the same trials. */
const known = new WeakMap<Trial, readonly PlaceReading[]>();

function readingsIn(trial: Trial): readonly PlaceReading[] {
  const before = known.get(trial);
  if (before) return before;
  const found = (trial.host.window?.cpus ?? []).flatMap(({ cpu, readings, beside: near }) =>
    probeWorks.flatMap((work): PlaceReading[] => {
      const clock = `${cpu} ${work}`;
      const times = (data: HistogramData) => Histogram.fromData(data).values();
      const anywhere = { place: String(cpu), work, clock, times: times(readings[work]) };
      return [anywhere, { place: beside, work, clock, times: times(near[work]) }];
    }),
  );
  known.set(trial, found);
  return found;
}

/** Returns ln of the trial's speed, from the mean times of its pieces of work by place and kind. */
function speedOf({ heaps: some }: Probed, weighted: Weighted): number {
  return -weighted(
    [...some.values()].map(({ place, logs }) => [place, Math.log(mean(logs.map(Math.exp)))] as const),
  );
}

/**
 * Returns ln of the speed at which these trials ran when nothing disturbed them: the middle of their quickest heap of readings,
 * by place and kind. Sorted once, since the jackknife asks n times.
 */
function quietLevels(some: readonly Probed[], weighted: Weighted): Levels {
  const all = some.flatMap(({ heaps: own }, from) =>
    [...own].map(([key, { place, logs }]) => ({
      key,
      place,
      values: logs.map((value) => ({ value, from })),
    })),
  );
  const sorted = [...Map.groupBy(all, ({ key }) => key).values()].map((same) => ({
    place: same[0]?.place ?? '',
    values: same.flatMap(({ values }) => values).toSorted((a, b) => a.value - b.value),
  }));
  const levelWithout = (left: number | null) =>
    -weighted(
      sorted.flatMap(({ place, values }): [string, number][] => {
        const kept = values.flatMap(({ value, from }) => (from === left ? [] : value));
        return kept.length === 0 ? [] : [[place, quickestHeap(kept)]];
      }),
    );
  return { level: levelWithout(null), without: some.map((_, left) => levelWithout(left)) };
}

/**
 * Returns speeds by the server's own CPU time for a job. They explain most, and only where the work of each request is fixed: the
 * lab's servers, which log their jobs. A setting that needs much more for a job than the others keeps its own level.
 *
 * The quiet level of a setting is that of its two best trials, or what is left of all trials without the probe's speed, whichever
 * is known better over all settings. With few quiet trials it is the second, by a factor of three. One rule holds for all settings,
 * since the two levels differ by a constant.
 * @returns null unless every trial tells it
 */
function jobSpeeds(trials: readonly Trial[], probe: SpeedLevels | null): SpeedLevels | null {
  const timed = trials.flatMap((trial): Timed[] => {
    const speed = jobsForCpu(trial);
    return speed === null ? [] : [{ trial, speed }];
  });
  if (timed.length === 0 || timed.length < trials.length) return null;
  const best = levelsOf(timed, bestLevels);
  const probed = new Map((probe?.levels ?? []).flatMap(({ speeds }) => [...speeds]));
  const isProbed = trials.every(({ ordinal }) => probed.has(ordinal));
  const errors = new Map((probe?.levels ?? []).map(({ cell, error }) => [cell, error]));
  const rest = isProbed
    ? levelsOf(timed, (some) =>
        jackknifed(
          some.map(({ trial, speed }) => speed - (probed.get(trial.ordinal) ?? 0)),
          mean,
        ),
      ).map((level) => ({ ...level, error: Math.hypot(level.error, errors.get(level.cell) ?? 0) }))
    : best;
  const squares = (levels: readonly SettingLevel[]) => total(levels.map(({ error }) => error ** 2));
  return { source: 'CPU per job', levels: squares(rest) < squares(best) ? rest : best };
}

/**
 * Returns the part (ln) that server and load got of the CPU time that they wanted, against the setting's own quiet level. Another
 * program on the server's CPUs slows it as a neighbour on the core does, and no reading of a core's speed shows it. While a CPU
 * is idle nothing is lacking. Empty for a run in which no trial lacked anything, or which does not tell.
 */
function availability(trials: readonly Trial[]): SettingLevel[] {
  const timed = trials.flatMap((trial): Timed[] => {
    const { own, stolen, foreign } = trial.host;
    if (own === null || stolen === null || foreign === null) return [];
    const lost = stolen + foreign;
    const isLacking = own > 0 && own + lost >= saturation.measured.CPU;
    return [{ trial, speed: isLacking ? Math.log(own / (own + lost)) : 0 }];
  });
  if (timed.length < trials.length || timed.every(({ speed }) => speed > -fewLost)) return [];
  return levelsOf(timed, bestLevels);
}

function jobsForCpu({ sample, effective }: Trial): number | null {
  const jobs = sample?.jobs;
  const cpu = total(effective.map((process) => process.cpu));
  if (!jobs || cpu < fewestTicks * tick || !isFixed(jobs.count, sample.outcome.counts.sent)) return null;
  return Math.log(jobs.count / cpu);
}

/** Whether all requests have the same number of jobs, but for those at the window's edges; other jobs come as they like. */
function isFixed(jobs: number, requests: number): boolean {
  const each = jobs / requests;
  return each >= 0.95 && Math.abs(each / Math.round(each) - 1) < 0.05;
}

const bestLevels = (some: readonly Timed[]): Levels =>
  jackknifed(
    some.map(({ speed }) => speed),
    (speeds) => mean(speeds.toSorted((a, b) => b - a).slice(0, 2)),
  );

const jackknifed = (values: readonly number[], of: (some: readonly number[]) => number): Levels => ({
  level: of(values),
  without: values.map((_, left) => of(values.toSpliced(left, 1))),
});

function pooledDeviation(groups: readonly (readonly number[])[]): number | null {
  const degrees = total(groups.map(({ length }) => length - 1));
  if (degrees === 0) return null;
  return Math.sqrt(total(groups.map((some) => (some.length - 1) * deviation(some) ** 2)) / degrees);
}

function readingsOf(probe: ProbeTold | null): Pick<SpeedReport, 'readingSpread' | 'slow'> {
  const logs = probe?.slowness ?? [];
  if (logs.length < 2) return { readingSpread: null, slow: null };
  const found = heaps(logs);
  const two = found && found.apart > leastApart ? found : null;
  return {
    readingSpread: deviation(logs),
    slow: two && { share: two.upper, speed: Math.exp(-two.apart) },
  };
}
