/** The experiment's own pages: the answer, who took part, what each served under each load, and how long it took to be steady. */
import { short } from '../../../format/words.ts';
import { message, type AnyMessage } from '../../../messages/message.ts';
import { describeLoad, type Load } from '../../../model/plan.ts';
import type { Measured, Metric, Picture, Said, Section } from '../../../model/verdict.ts';
import { decimals, meanOf, points, section, shown, tableOf } from '../tables.ts';
import { absentees, memory, missing, nameOf, settlingTime, threads, versus } from './evidence.ts';
import {
  calibratedCpu,
  cellId,
  loads,
  threadsKey,
  tomcatThreads,
  wait,
  type Platform,
  type PlatformWork,
} from './grid.ts';

/** In this order, those that were measured: the question's two first. */
const asked: readonly Platform[] = [
  'spring-mvc',
  'node',
  'spring-virtual',
  'spring-webflux',
  'go',
  'express',
  'bun',
  'deno',
];

/**
 * The document's question in a sentence with this run's figures, and what is missing where Spring could not be started; null
 * where neither is to be said.
 */
export function answer(measured: Measured): AnyMessage | null {
  const served = rates(measured);
  // Of those that were asked for by name; Spring is what the question is about.
  const lacking = missing(measured, 'spring-mvc') ?? (served ? null : (absentees(measured)[0] ?? null));
  return served && lacking
    ? message('claim.sentences', { sentences: [served, lacking] })
    : (served ?? lacking);
}

function rates(measured: Measured): AnyMessage | null {
  const found = asked.flatMap((topology) => {
    const id = cellId({ work: 'wait', topology, load: loads.many });
    const rate = measured.estimate('throughput', id);
    return rate ? [{ name: nameOf(topology, measured), perSecond: rate.value }] : [];
  });
  const clients = loads.many.kind === 'closed' ? loads.many.clients : 0;
  const hasTomcat = found.some(({ name }) => name === nameOf('spring-mvc', measured));
  const most = hasTomcat ? tomcatThreads : null;
  return found.length < 2
    ? null
    : message('platforms.answer', { clients, ms: wait, rates: found, threads: most });
}

/** The other half of it: what is gained where requests compute, the same work or at the same cost. */
function computing(measured: Measured): AnyMessage[] {
  const over = (work: PlatformWork, load: Load) =>
    (['node', 'reuse-port'] as const).map(
      (other) => versus('throughput', work, load, 'spring-mvc', other)(measured)?.value ?? null,
    );
  const [same = null, sameAll = null] = over('prime', loads.computing);
  const [cost = null, costAll = null] = over('wait+cpu', loads.cost);
  return [
    ...(same === null ? [] : [message('platforms.computing', { one: same, many: sameAll })]),
    ...(cost === null
      ? []
      : [message('platforms.same-cost', { ms: calibratedCpu, one: cost, many: costAll })]),
  ];
}

function answered(measured: Measured): Section[] {
  const paragraphs = [rates(measured) ?? [], computing(measured)].flat() as Said[];
  if (paragraphs.length === 0) return [];
  return [{ title: 'The answer', paragraphs, tables: [], pictures: pictures(measured) }];
}

/** What ran, and what was not found: nobody is left out without a word. */
function contestants(measured: Measured): Section[] {
  const found = (measured.plan.contestants ?? []).filter(({ state }) => state === 'ready');
  const reasons = absentees(measured);
  if (found.length + reasons.length === 0) return [];
  const versions = found.map(
    ({ id, versions: own }) =>
      `${nameOf(id, measured)}: ${Object.entries(own)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}.`,
  );
  return [{ title: 'Who took part', paragraphs: [...versions, ...reasons] as Said[], tables: [] }];
}

/** Works of one table, and what its rows have in common. */
const views: readonly {
  readonly title: string;
  readonly note: string;
  readonly works: readonly PlatformWork[];
}[] = [
  {
    title: 'Requests that wait',
    note: 'wait: 100 ms and nothing else. wait+cpu: 100 ms, and then so much computing that a request uses about 4 ms of the server’s own CPU time, whatever its language. synchronized: 100 ms inside a synchronized block. mix: small requests, and one in a hundred that keeps its thread busy for 200 ms. The resized requests miss 4 ms by a few percent: where CPU ms differs, compare requests/s × CPU ms.',
    works: ['wait', 'wait+cpu', 'mix', 'synchronized'],
  },
  {
    title: 'The same work',
    note: 'Every server runs the same algorithm with the same numbers. prime: primes up to the same number. network-io: five delays of 10 to 30 ms.',
    works: ['prime', 'network-io'],
  },
  {
    title: 'The same task, as each language’s library does it',
    note: 'file: the words of one file. io-test: the sizes of five files. pbkdf2: equal iterations. The libraries differ, so the servers do not run the same steps.',
    works: ['file', 'io-test', 'pbkdf2'],
  },
  {
    title: 'A published comparison, rebuilt',
    note: 'burn: the loop runs until the clock says 100 ms. Sixteen threads on two CPUs all see that time pass, although each got an eighth of a CPU. So the figure counts threads, not work.',
    works: ['burn'],
  },
];

function tables(measured: Measured): Section[] {
  const cells = new Map(measured.plan.cells.map((cell) => [cell.id, cell]));
  const found = views.map(({ title, note, works }) => {
    const rows = measured.summaries.flatMap(({ cell: id, setting, metrics }) => {
      const load = cells.get(id)?.load;
      const isHere = (works as readonly string[]).includes(String(setting['work']));
      return load && isHere && metrics.throughput ? [{ id, setting, metrics, load }] : [];
    });
    return tableOf({ title, note }, rows, {
      '<work': ({ setting }) => String(setting['work']),
      '<load': ({ load }) => describeLoad(load),
      '<server': ({ setting: { topology, [threadsKey]: tomcat } }) =>
        nameOf(String(topology), measured, tomcat === undefined ? undefined : Number(tomcat)),
      'requests/s': ({ metrics }) => shown(metrics.throughput),
      'mean ms': ({ load, metrics }) =>
        shown(
          load.kind === 'closed' && metrics.throughput
            ? (1000 * load.clients) / metrics.throughput.value
            : null,
          decimals(1),
        ),
      'p50 ms': ({ metrics }) => shown(metrics.p50, decimals(1)),
      'p99 ms': ({ metrics }) => shown(metrics.p99, decimals(1)),
      'CPU ms': ({ metrics }) => shown(metrics.cpuPerRequest, decimals(2)),
      'loop %': ({ metrics }) => shown(metrics.loopUtilization, (share) => (share * 100).toFixed(0)),
      'memory MB': ({ id }) => shown(meanOf(measured, id, memory), (bytes) => (bytes / 1e6).toFixed(0)),
      threads: ({ id }) => shown(meanOf(measured, id, threads), decimals(0)),
      'steady s': ({ id }) => settledIn(measured, id),
    });
  });
  return section(
    'What each served',
    [
      'Requests/s: correct answers per second. Mean: clients ÷ requests/s (Little’s law), where the clients are a fixed number. A median far below the mean means that some clients wait much longer. Response times count from when a request was due. CPU: CPU time of all server processes, divided by correct answers. Loop: share of time that the busiest Node loop worked. Memory and threads: of all processes as the window ends. Steady: seconds of load until two windows in a row agreed.',
    ],
    found,
  );
}

/** "> 5.2" where a trial was not steady when its time was up: nobody knows how long it would have taken. */
function settledIn(measured: Measured, cell: string): string {
  const isBound = measured.trials.some(
    (trial) => trial.cell === cell && trial.sample?.settling?.isSteady === false,
  );
  return shown(
    meanOf(measured, cell, settlingTime),
    (time) => `${isBound ? '> ' : ''}${(time / 1000).toFixed(1)}`,
  );
}

/** One line for each server over what the load varies in, and its last level in a sentence. */
function curve(
  measured: Measured,
  metric: Metric,
  levelOf: (load: Load) => number | null,
  picture: (most: number, ends: string) => Omit<Picture, 'lines'>,
): Picture[] {
  const waits = measured.plan.cells.filter(
    ({ setting }) => setting['work'] === 'wait' && setting[threadsKey] === undefined,
  );
  const lines = [...Map.groupBy(waits, ({ setting }) => String(setting['topology']))].flatMap(
    ([topology, cells]) => {
      const levels = cells.flatMap(({ id, load }) => {
        const level = levelOf(load);
        return level === null ? [] : [[level, measured.estimate(metric, id)] as const];
      });
      const own = points(levels.toSorted(([a], [b]) => a - b));
      return own.length > 1 ? [{ label: nameOf(topology, measured), points: own }] : [];
    },
  );
  if (lines.length === 0) return [];
  const most = Math.max(...lines.flatMap((line) => line.points.map(({ level }) => Number(level))));
  const ends = lines.map((line) => `${line.label} ${short(line.points.at(-1)?.value ?? 0)}`).join(', ');
  return [{ ...picture(most, ends), lines }];
}

const pictures = (measured: Measured): Picture[] => [
  ...curve(
    measured,
    'throughput',
    (load) => (load.kind === 'closed' ? load.clients : null),
    (most, ends) => ({
      id: 'clients',
      title: 'Throughput, by the number of clients that wait 100 ms',
      sentence: `Requests per second at ${most} clients: ${ends}.`,
      axis: { label: 'clients', scale: 'log2' },
      unit: 'requests per second',
    }),
  ),
  ...curve(
    measured,
    'p50',
    (load) => (load.kind === 'rate' ? load.perSecond : null),
    (most, ends) => ({
      id: 'rates',
      title: 'Median response time of a wait of 100 ms, by the rate at which requests come',
      sentence: `Milliseconds at ${most} requests per second: ${ends}.`,
      axis: { label: 'requests per second', scale: 'linear' },
      unit: 'ms',
    }),
  ),
];

export const passages = (measured: Measured): Section[] => [
  ...answered(measured),
  ...contestants(measured),
  ...tables(measured),
];
