/** The experiment's own pages: the answer, who took part, what each served under each load, and how long it took to be steady. */
import { message, type AnyMessage } from '../../../messages/message.ts';
import { short } from '../../../format/words.ts';
import { describeLoad, type Cell, type Load } from '../../../model/plan.ts';
import type {
  Estimate,
  Measured,
  Metric,
  Picture,
  Reading,
  Said,
  Section,
  Summary,
  Table,
} from '../../../model/verdict.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { left, right } from '../experiment.ts';
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
  const said = [served, lacking].flatMap((one) => one ?? []);
  const [only] = said;
  return said.length > 1 ? message('claim.sentences', { sentences: said }) : (only ?? null);
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
  const over = (work: PlatformWork, load: Load, other: Platform) =>
    versus(measured, 'throughput', work, load, 'spring-mvc', other)?.value ?? null;
  const [same, cost] = [over('prime', loads.computing, 'node'), over('wait+cpu', loads.cost, 'node')];
  const [sameAll, costAll] = [
    over('prime', loads.computing, 'reuse-port'),
    over('wait+cpu', loads.cost, 'reuse-port'),
  ];
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

const columns = [
  'requests/s',
  'mean ms',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'loop %',
  'memory MB',
  'threads',
  'steady s',
];

function tables(measured: Measured): Section[] {
  const cells = new Map(measured.plan.cells.map((cell) => [cell.id, cell]));
  const found = views.flatMap(({ title, note, works }): Table[] => {
    const rows = measured.summaries.flatMap((summary) => {
      const cell = cells.get(summary.cell);
      const isHere = (works as readonly string[]).includes(String(cell?.setting['work']));
      return cell && isHere && summary.metrics.throughput ? [row(measured, cell, summary)] : [];
    });
    if (rows.length === 0) return [];
    return [
      { title, note, columns: [left('work'), left('load'), left('server'), ...columns.map(right)], rows },
    ];
  });
  if (found.length === 0) return [];
  return [
    {
      title: 'What each served',
      paragraphs: [
        'Requests/s: correct answers per second. Mean: clients ÷ requests/s (Little’s law), where the clients are a fixed number. A median far below the mean means that some clients wait much longer. Response times count from when a request was due. CPU: CPU time of all server processes, divided by correct answers. Loop: share of time that the busiest Node loop worked. Memory and threads: of all processes as the window ends. Steady: seconds of load until two windows in a row agreed.',
      ],
      tables: found,
    },
  ];
}

function row(measured: Measured, cell: Cell, { setting, metrics }: Summary): string[] {
  const { load } = cell;
  const tomcat = setting[threadsKey];
  const name = nameOf(
    String(setting['topology']),
    measured,
    tomcat === undefined ? undefined : Number(tomcat),
  );
  const text = (estimate: Estimate | undefined, digits: (value: number) => string) =>
    estimate ? digits(estimate.value) : '–';
  const fixed = (digits: number) => (value: number) => value.toFixed(digits);
  const read = (of: Reading, digits: (value: number) => string) => {
    const value = meanOf(measured, cell.id, of);
    return value === null ? '–' : digits(value);
  };
  return [
    String(setting['work']),
    describeLoad(load),
    name,
    text(metrics.throughput, short),
    load.kind === 'closed' && metrics.throughput
      ? fixed(1)((1000 * load.clients) / metrics.throughput.value)
      : '–',
    text(metrics.p50, fixed(1)),
    text(metrics.p99, fixed(1)),
    text(metrics.cpuPerRequest, fixed(2)),
    text(metrics.loopUtilization, (value) => fixed(0)(value * 100)),
    read(memory, (bytes) => fixed(0)(bytes / 1e6)),
    read(threads, fixed(0)),
    settledIn(measured, cell.id, (time) => fixed(1)(time / 1000)),
  ];
}

/** "> 5.2" where a trial was not steady when its time was up: nobody knows how long it would have taken. */
function settledIn(measured: Measured, cell: string, digits: (value: Milliseconds) => string): string {
  const value = meanOf(measured, cell, settlingTime);
  const isBound = measured.trials.some(
    (trial) => trial.cell === cell && trial.sample?.settling?.isSteady === false,
  );
  return value === null ? '–' : `${isBound ? '> ' : ''}${digits(value)}`;
}

/** Of the trials that count; 0 is a value: a server can be steady from the start. */
function meanOf({ trials }: Measured, cell: string, read: Reading): number | null {
  const values = trials
    .filter((trial) => trial.cell === cell && !trial.problem && trial.sample)
    .flatMap((trial) => read(trial) ?? []);
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** One line for each server over what the load varies in. */
function curve(measured: Measured, metric: Metric, levelOf: (cell: Cell) => number | null): Picture['lines'] {
  const waits = measured.plan.cells.filter(
    ({ setting }) => setting['work'] === 'wait' && setting[threadsKey] === undefined,
  );
  return [...Map.groupBy(waits, ({ setting }) => String(setting['topology']))].flatMap(
    ([topology, cells]) => {
      const points = cells
        .flatMap((cell) => {
          const level = levelOf(cell);
          const estimate = measured.estimate(metric, cell.id);
          if (level === null || !estimate) return [];
          const { value, low, high } = estimate;
          return [{ level, value, low, high }];
        })
        .toSorted((a, b) => a.level - b.level);
      return points.length > 1 ? [{ label: nameOf(topology, measured), points }] : [];
    },
  );
}

const ends = (lines: Picture['lines']) =>
  lines.map(({ label, points }) => `${label} ${short(points.at(-1)?.value ?? 0)}`).join(', ');

function pictures(measured: Measured): Picture[] {
  const clients = curve(measured, 'throughput', ({ load }) => (load.kind === 'closed' ? load.clients : null));
  const byRate = curve(measured, 'p50', ({ load }) => (load.kind === 'rate' ? load.perSecond : null));
  const most = Math.max(0, ...clients.flatMap(({ points }) => points.map(({ level }) => Number(level))));
  const fastest = Math.max(0, ...byRate.flatMap(({ points }) => points.map(({ level }) => Number(level))));
  return [
    ...(clients.length > 0
      ? [
          {
            id: 'clients',
            title: 'Throughput, by the number of clients that wait 100 ms',
            sentence: `Requests per second at ${most} clients: ${ends(clients)}.`,
            axis: { label: 'clients', scale: 'log2' as const },
            unit: 'requests per second',
            lines: clients,
          },
        ]
      : []),
    ...(byRate.length > 0
      ? [
          {
            id: 'rates',
            title: 'Median response time of a wait of 100 ms, by the rate at which requests come',
            sentence: `Milliseconds at ${fastest} requests per second: ${ends(byRate)}.`,
            axis: { label: 'requests per second', scale: 'linear' as const },
            unit: 'ms',
            lines: byRate,
          },
        ]
      : []),
  ];
}

export const passages = (measured: Measured): Section[] => [
  ...answered(measured),
  ...contestants(measured),
  ...tables(measured),
];
