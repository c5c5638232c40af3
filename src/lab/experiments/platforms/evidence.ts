/** Figures on which the claims of this experiment rest, made from a run. */
import { message, type Message } from '../../../messages/message.ts';
import { describeLoad, type Load } from '../../../model/plan.ts';
import type { Trial } from '../../../model/sample.ts';
import { metrics, type Evidence, type Measured, type Metric, type Reading } from '../../../model/verdict.ts';
import { total } from '../../../stats/mean-and-spread.ts';
import { levelOfCells, metricsOf, plain, ratioOf } from '../judgement.ts';
import type { Estimated } from '../outcome.ts';
import { cellId, loads, wait, type Platform, type PlatformSetting, type PlatformWork } from './grid.ts';

/** The name of a platform in tables and figures. */
export function nameOf(topology: string, { plan }: Pick<Measured, 'plan'>, threads?: number): string {
  const processes = plan.cells.find(({ setting }) => setting['topology'] === topology)?.setting['processes'];
  if (topology === 'reuse-port') return `Node × ${processes ?? 'CPUs'}`;
  const name = names[topology as Platform] ?? topology;
  return threads === undefined ? name : `${name}, threads ${threads}`;
}

const names: Readonly<Record<Platform, string>> = {
  node: 'Node',
  'reuse-port': 'Node × CPUs',
  'own-pool': 'Node (worker threads)',
  'worker-pool': 'Node (worker threads)',
  'spring-mvc': 'Spring MVC',
  'spring-virtual': 'Spring MVC (virtual threads)',
  'spring-webflux': 'Spring WebFlux',
  go: 'Go net/http',
  bun: 'Bun',
  deno: 'Deno',
  express: 'Express',
};

/** One side of a ratio: a platform, with Tomcat's threads where they are not its default. */
type Who = Platform | readonly [Platform, threads: number];

const settingOf = (work: PlatformWork, load: Load, who: Who): PlatformSetting =>
  typeof who === 'string' ? { work, load, topology: who } : { work, load, topology: who[0], threads: who[1] };

/** A metric, or a named reading of each trial. */
type FigureName = Metric | readonly [name: string, Reading];

/** A platform against another, under the same work and load: `throughput: wait, closed:1000, Go net/http ÷ Node`. */
export const versus =
  (figure: FigureName, work: PlatformWork, load: Load, one: Who, other: Who) =>
  (measured: Measured): Estimated | null => {
    const [label, metric] = typeof figure === 'string' ? [metrics[figure].label, figure] : figure;
    const text = textOf(measured, label, work, load, one, other);
    return ratioOf(measured, text, ...cellsOf(work, load, one, other), metric);
  };

const cellsOf = (work: PlatformWork, load: Load, one: Who, other: Who) =>
  [cellId(settingOf(work, load, one)), cellId(settingOf(work, load, other))] as const;

function textOf(measured: Measured, label: string, work: string, load: Load, ...who: readonly Who[]): string {
  const called = who.map((one) =>
    typeof one === 'string' ? nameOf(one, measured) : nameOf(one[0], measured, one[1]),
  );
  return `${label}: ${work}, ${describeLoad(load)}, ${called.join(' ÷ ')}`;
}

/**
 * The ratio of `versus` without an interval, for figures that stand beside. It comes from the summaries, on which no verdict rests:
 * a check that fails for these cells takes away this figure, and nothing else.
 */
export const told =
  (metric: Metric, work: PlatformWork, load: Load, one: Who, other: Who) =>
  (measured: Measured): Evidence | null => {
    const cells = cellsOf(work, load, one, other);
    const [value, base] = cells.map((cell) => metricsOf(measured, cell)[metric]?.value);
    if (value === undefined || base === undefined || isDoubted(measured, cells, metric)) return null;
    const text = textOf(measured, metrics[metric].label, work, load, one, other);
    return plain(text, '×', value / base, 1);
  };

/** Whether a failed check casts doubt on such a figure. R1, that it was measured only once, does not: it has no interval anyway. */
function isDoubted({ checks = [] }: Measured, among: readonly string[], metric: Metric): boolean {
  return checks.some(({ id, outcome, effect, cells, metrics: own }) => {
    const isCell = cells.length === 0 || among.some((cell) => cells.includes(cell));
    const weighs = outcome === 'fail' && effect !== 'note' && id !== 'R1';
    return weighs && isCell && (own?.includes(metric) ?? true);
  });
}

/** Memory and threads of all processes of a server as its window ends. Pages that several processes share count for each. */
export const memory: Reading = ({ effective }) => total(effective.map(({ rss }) => rss)) || null;
export const threads: Reading = Object.assign(
  ({ effective }: Trial) => total(effective.map((one) => one.threads)) || null,
  { isCount: true as const },
);
/** Time of load until the server was steady, or until its time was up; null where the plan settles nothing. */
export const settlingTime: Reading = ({ sample }) => sample?.settling?.duration ?? null;

/** How many waits of 100 ms were served at a time, by Little's law. */
const served: Reading = ({ sample }) => ((sample?.outcome.throughput ?? 0) * wait) / 1000 || null;

/** What a server served in the first window of small requests over what it serves in the last of them. */
const firstWindow: Reading = ({ sample }) => {
  const rates = sample?.settling?.exercise ?? [];
  const [first, last] = [rates[0], rates.at(-1)];
  // A rate of 0 has no logarithm: one request a second stands for it.
  return rates.length > 1 && first !== undefined && last ? Math.max(1, first) / last : null;
};

export const servedAtOnce = (work: PlatformWork, load: Load, topology: Platform) => (measured: Measured) => {
  const text = `requests/s × 100 ms: ${work}, ${describeLoad(load)}, ${nameOf(topology, measured)}`;
  return levelOfCells(measured, served, text, 'requests', [cellId({ work, load, topology })]);
};

export const firstOverSteady = (topology: Platform) => (measured: Measured) => {
  const text = `throughput, small requests, first window ÷ the last: ${nameOf(topology, measured)}`;
  const cell = cellId({ work: 'wait', load: loads.calm, topology });
  return levelOfCells(measured, firstWindow, text, '×', [cell]);
};

/** Why a platform cannot be started. A stored plan has the message as plain data, which was checked when it was made. */
const reasonOf = ({ reason }: NonNullable<Measured['plan']['contestants']>[number]): Message =>
  (reason as Message | undefined) ?? message('contestant.not-prepared');

/** Why a claim that needs these platforms is not run: the reason of the first that cannot be started; null if all can. */
export function missing({ plan }: Measured, ...ids: readonly Platform[]): Message | null {
  const lacking = plan.contestants?.find(
    ({ id, state }) => (ids as readonly string[]).includes(id) && state !== 'ready',
  );
  return lacking ? reasonOf(lacking) : null;
}

/** The reasons why platforms that were looked for cannot be started: each once. */
export function absentees({ plan }: Measured): Message[] {
  const reasons = (plan.contestants ?? []).filter(({ state }) => state !== 'ready').map(reasonOf);
  return [...new Map(reasons.map((one) => [JSON.stringify(one), one])).values()];
}

/** The major version of the Java that ran virtual threads; null where none did. */
export function javaVersion({ plan }: Measured): number | null {
  const version = plan.contestants?.find(({ id }) => id === 'spring-virtual')?.versions['java'];
  const major = Number.parseInt(version ?? '', 10);
  return Number.isNaN(major) ? null : major;
}
