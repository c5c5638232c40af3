/** What was seen of a process, resource by resource: each is a bar in a terminal, a tile and a curve on a page. */
import {
  amount,
  bytes,
  capital,
  isRounded,
  rounded,
  serviceAt,
  time,
  waitFloor,
} from '../../format/words.ts';
import { brief, fixed, percent } from '../../format/number.ts';
import { message, quoted, say, type AnyMessage, type MessageCode } from '../../messages/message.ts';
import type { Diagnosis, Resource } from '../../model/diagnosis.ts';
import type { PoolWait, QueueVitals, ServiceVitals, Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import type { TimelinePanel } from '../chart/timeline.ts';
import { columnName } from '../outline/names.ts';
import { columnOf, lineOf, type Figure, type Table, type Bars, type Tile } from '../page.ts';
import { largest, momentsOf, pointsOf, type Moment } from './series.ts';
import { pidsText } from './words.ts';

type Id = Extract<MessageCode, `gauge.label.${string}`> extends `gauge.label.${infer Name}` ? Name : never;

interface SignalValue {
  /** Part of what there is, 0 to 1; null where the value is no share, or was not seen. */
  readonly share: number | null;
  readonly value: AnyMessage;
  readonly notes: readonly AnyMessage[];
}

interface Line {
  /** Name of the line; null where it is the only one. */
  readonly label: 'word.median' | 'word.longest' | null;
  readonly of: (moment: Moment) => number | null;
  readonly dash: 0 | 1;
  readonly series: number;
}

interface Curve {
  readonly unit: AnyMessage;
  readonly axis: TimelinePanel['axis'];
  /** The most that the process can use, drawn as a level. */
  readonly level?: (vitals: Vitals) => number | null;
  readonly lines: readonly Line[];
}

interface Signal {
  readonly of: (process: Vitals, service: ServiceVitals) => SignalValue | null;
  /** How the signal is drawn over time. */
  readonly curve?: Curve;
}

const seen = (
  value: AnyMessage,
  notes: readonly AnyMessage[] = [],
  share: number | null = null,
): SignalValue => ({
  share,
  value,
  notes,
});
const of = (part: string, all: string) => message('page.tile.of', { n: part, of: all });
const unseen = message('word.not-seen');
const line = (pick: Line['of'], series: number): Line => ({ label: null, of: pick, dash: 0, series });

/** Fewest CPUs, jobs or calls that are more than chance. */
const telling = 0.1;

export const signals: Readonly<Record<Id, Signal>> = {
  rate: {
    of: (_, { requests }) =>
      requests &&
      seen(
        quoted(rounded(requests.rate)),
        (['mean', 'p99'] as const).flatMap((name) => {
          const value = requests[name];
          return value === null
            ? []
            : [quoted(`${name === 'mean' ? columnName(name) : name} ${time(value)}`)];
        }),
      ),
  },
  cpu: {
    of: ({ cpu }, { used, load, machineUsed }) => {
      const others = machineUsed - used - load;
      return seen(
        of(cpu.used.toFixed(2), amount(cpu.available)),
        [
          ...(others < telling ? [] : [message('gauge.others-used', { cpus: others })]),
          ...(cpu.throttled ? [message('gauge.throttled', { share: cpu.throttled })] : []),
        ],
        cpu.used / cpu.available,
      );
    },
    curve: {
      unit: message('gauge.label.cpu'),
      axis: 'linear',
      level: ({ cpu }) => cpu.available,
      lines: [line(({ cpu }) => cpu, 3)],
    },
  },
  loop: {
    of: ({ loop: { utilization } }) =>
      utilization === null ? seen(unseen) : seen(quoted(percent(utilization)), [], utilization),
    curve: {
      unit: message('word.share-of-time'),
      axis: 'linear',
      level: () => 1,
      lines: [line(({ loop }) => loop, 2)],
    },
  },
  delay: {
    of: ({ loop: { delay } }) => delay && seen(quoted(time(delay.max)), [quoted(`p50 ${time(delay.p50)}`)]),
    curve: { unit: quoted('ms'), axis: 'by range', lines: [line(({ delay }) => delay, 1)] },
  },
  pool: {
    of: ({ pool: { size, busy } }) => {
      if (size === 0) return seen(message('word.unused'), [], 0);
      if (busy === null && size === null) return seen(unseen);
      const part = busy === null ? '–' : isRounded(busy) ? fixed(busy, 0) : amount(busy);
      return seen(
        of(part, size === null ? '–' : String(size)),
        [],
        busy === null || !size ? null : busy / size,
      );
    },
    curve: {
      unit: message('word.threads'),
      axis: 'linear',
      level: ({ pool: { size } }) => size || null,
      lines: [line(({ busy }) => busy, 0)],
    },
  },
  queue: {
    // An unused pool has no queue that is worth telling.
    of: ({ pool: { queue, size } }) => (queue === null || size === 0 ? null : jobs(queue)),
    curve: { unit: message('word.jobs'), axis: 'linear', lines: [line(({ queued }) => queued, 1)] },
  },
  wait: {
    of: ({ pool: { wait, size } }) => (wait === null || size === 0 ? null : waits(wait)),
    curve: {
      unit: quoted('ms'),
      axis: 'by range',
      lines: [
        { label: 'word.median', of: ({ waitMedian }) => waitMedian, dash: 0, series: 0 },
        { label: 'word.longest', of: ({ waitMost }) => waitMost, dash: 1, series: 1 },
      ],
    },
  },
  slow: {
    of: ({ pool: { slow } }) => {
      if (slow.queue === null || slow.queue.mean < telling) return null;
      const { value, notes } = jobs(slow.queue);
      const wait = slow.wait && waits(slow.wait);
      return seen(value, wait ? [...notes, wait.value, ...wait.notes] : notes);
    },
  },
  threads: { of: ({ pool: { time: spent } }) => spent && seen(message('gauge.pool-time', spent)) },
  calls: {
    of: ({ sockets, connections: [pool] }) => {
      if (pool && pool.limit > 0 && pool.used >= telling) {
        const { client, kind, place } = pool;
        const at = quoted(place === null ? client : serviceAt(place));
        const to = kind === 'tasks' ? message('gauge.tasks', { client }) : at;
        return seen(of(rounded(pool.used), fixed(pool.limit, 0)), [to], pool.used / pool.limit);
      }
      const [most] = sockets?.outbound ?? [];
      const { pending = null, connections = 0, to = '' } = most ?? {};
      if (pending === null || pending < telling || connections === 0) return null;
      const part = Math.min(pending, connections);
      return seen(of(rounded(part), fixed(connections, 0)), [quoted(serviceAt(to))], part / connections);
    },
  },
  memory: {
    of: ({ memory: { rss, growth } }) =>
      seen(quoted(bytes(rss)), growth ? [message('evidence.growth', { rate: growth })] : []),
  },
};

/** Share of the waiting jobs from which on their kind is named. */
const most = 0.5;

function jobs({ mean, p95, kinds }: QueueVitals): SignalValue {
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  const kind = Object.keys(kinds).find((one) => (kinds[one] ?? 0) > most * all) ?? null;
  const isSteady = rounded(mean) === rounded(p95);
  return seen(message('gauge.jobs', { queued: mean, kind }), isSteady ? [] : [quoted(`p95 ${rounded(p95)}`)]);
}

function waits({ jobs: answered, oldest, mean, p95 }: PoolWait): SignalValue {
  // No job came back: all that is known is how long the oldest one waits.
  if (answered === 0 && oldest !== null) return seen(message('doctor.waits-over', { oldest }));
  return p95 < waitFloor
    ? seen(message('word.none'))
    : seen(message('evidence.waited', { ms: mean }), [message('gauge.p95', { ms: p95 })]);
}

/** The signals that show each resource, the best first, as tiles and over time. */
const best: Readonly<Record<Resource, readonly Id[]>> = {
  pool: ['queue', 'wait', 'pool'],
  'slow I/O queue': ['slow', 'wait', 'pool'],
  'event loop': ['loop', 'delay', 'cpu'],
  'garbage collector': ['delay', 'loop', 'memory'],
  memory: ['memory', 'cpu', 'loop'],
  cpu: ['cpu', 'loop', 'pool'],
  processes: ['cpu', 'loop', 'pool'],
  'worker threads': ['cpu', 'loop', 'pool'],
  'listen queue': ['loop', 'cpu', 'pool'],
  downstream: ['calls', 'loop', 'cpu'],
};
const usual = ['cpu', 'loop', 'pool'] as const;

const labelOf = (id: Id) => message(`gauge.label.${id}`);

/** The process that the first finding is about; without one, that which uses most CPU. */
export function mainProcess({ findings, processes }: Diagnosis): Vitals | null {
  const sick = findings[0]?.pids.find((pid) => processes.some((one) => one.pid === pid));
  return (
    processes.find(({ pid }) => pid === sick) ??
    processes.filter(({ role }) => role !== 'launcher').toSorted((a, b) => b.cpu.used - a.cpu.used)[0] ??
    null
  );
}

/** At most four tiles of the main process: its requests, and the signals of the resource that limits it. */
export function tiles(diagnosis: Diagnosis): Tile[] {
  const shown = mainProcess(diagnosis);
  const { findings, service } = diagnosis;
  const ids = ['rate', ...(findings[0] ? best[findings[0].resource] : [...usual, 'wait' as const])] as const;
  if (shown === null) return [];
  return ids
    .flatMap((id) => {
      const one = signals[id].of(shown, service);
      return one ? [{ label: labelOf(id), value: one.value, note: joined(one.notes) }] : [];
    })
    .slice(0, 4);
}

const joined = (parts: readonly AnyMessage[]) => quoted(parts.map(say).join(' · '));

const gaugeIds = ['rate', 'cpu', 'loop', 'pool', 'queue', 'wait', 'slow', 'threads', 'calls'] as const;

/** A bar for each resource of the main process, and the others of a fleet in one line. */
export function gauges(diagnosis: Diagnosis): Bars | null {
  const { findings, processes, service } = diagnosis;
  const shown = mainProcess(diagnosis);
  if (shown === null) return null;
  const limit = findings[0] && best[findings[0].resource][0];
  const others = processes.filter((one) => one !== shown && one.role !== 'launcher');
  const rows = gaugeIds.flatMap((id) => {
    const one = signals[id].of(shown, service);
    if (!one) return [];
    const words = joined([one.value, ...one.notes]);
    return [{ label: labelOf(id), value: one.share, text: words, cells: [], isBest: id === limit }];
  });
  const alike = (findings[0]?.pids ?? []).filter((pid) => processes.some((one) => one.pid === pid));
  const like = alike.length > 1 ? ` (${pidsText(alike)})` : '';
  return {
    isGauge: true,
    label: others.length === 0 ? '' : `${pidsText([shown.pid])} · ${shown.role}${like}`,
    unit: '',
    columns: [],
    rows,
    notes: others.length === 0 ? [] : [othersOf(others)],
  };
}

function othersOf(others: readonly Vitals[]): AnyMessage {
  return message('gauge.others', {
    processes: others.length,
    cpu: span(others.map(({ cpu }) => cpu.used)) ?? { low: 0, high: 0 },
    loop: span(others.map(({ loop }) => loop.utilization)),
    queued: span(others.map(({ pool }) => pool.queue?.mean ?? null)),
  });
}

/** @returns the lowest and the highest value; null where one of them is not known */
function span(values: readonly (number | null)[]): { low: number; high: number } | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : { low: Math.min(...known), high: Math.max(...known) };
}

/** Most processes with a panel of their own: more are no overview, and the table of processes has the others. */
const mostProcesses = 4;

interface SeenProcess {
  readonly vitals: Vitals;
  readonly moments: readonly Moment[];
}

/** A timeline for each signal of which something was seen, with a panel for each process in question. */
export function figures(watch: Watch, diagnosis: Diagnosis): Figure[] {
  const shown = chosen(watch, diagnosis);
  return Object.keys(signals).flatMap((id) => figure(id as Id, shown, watch, diagnosis) ?? []);
}

/** The picture of the first screen: the limiting resource of the process that the verdict is about; null where no curve shows it. */
export function mainFigure(watch: Watch, diagnosis: Diagnosis): Figure | null {
  const pid = mainProcess(diagnosis)?.pid;
  const shown = chosen(watch, diagnosis).filter(({ vitals }) => vitals.pid === pid);
  const [finding] = diagnosis.findings;
  if (!finding || diagnosis.status !== 'bottleneck') return null;
  const [id] = best[finding.resource];
  // The used share of CPUs is one figure, and a flat line is no picture.
  if (id === undefined || id === 'cpu' || !shown.some((one) => isMoving(id, one))) return null;
  const found = figure(id, shown, watch, diagnosis);
  return found && { ...found, id: 'main', of: found.id };
}

function isMoving(id: Id, { moments }: SeenProcess): boolean {
  const values = moments.flatMap((moment) => signals[id].curve?.lines[0]?.of(moment) ?? []);
  return Math.min(...values) < 0.9 * Math.max(...values);
}

/** The processes that a finding is about; without one, the busiest. They are `mostProcesses` at most. */
function chosen(watch: Watch, { findings, processes }: Diagnosis): SeenProcess[] {
  const concerned = new Set(findings.flatMap(({ pids }) => pids));
  const served = watch.processes
    .flatMap((process) => {
      const vitals = processes.find(({ pid }) => pid === process.pid);
      return vitals && process.role !== 'launcher' ? [{ process, vitals }] : [];
    })
    .toSorted((a, b) => b.vitals.cpu.used - a.vitals.cpu.used);
  const ill = served.filter(({ vitals }) => concerned.has(vitals.pid));
  return (ill.length > 0 ? ill : served)
    .slice(0, mostProcesses)
    .map(({ process, vitals }) => ({ vitals, moments: momentsOf(process) }));
}

/** @returns the curves of a signal; null where nothing of it was seen over time */
function figure(id: Id, all: readonly SeenProcess[], watch: Watch, { service }: Diagnosis): Figure | null {
  const { curve, of: shownOf } = signals[id];
  if (!curve) return null;
  const highest = ({ moments }: SeenProcess) =>
    largest(moments.flatMap((moment) => curve.lines.map((each) => each.of(moment))));
  const shown = all.filter((one) => highest(one) !== null);
  const [main] = shown.toSorted((a, b) => (highest(b) ?? 0) - (highest(a) ?? 0));
  if (!main) return null;
  const isMany = shown.length > 1;
  const isShare = id === 'loop';
  const unit = say(curve.unit);
  const title = capital(say(labelOf(id)));
  const one = shownOf(main.vitals, service);
  const omitted = watch.processes.length - all.length;
  const panels = shown.map(({ vitals, moments }): TimelinePanel => {
    const level = curve.level?.(vitals) ?? null;
    return {
      title: watch.processes.length > 1 ? pidsText([vitals.pid]) : '',
      unit,
      isShare,
      axis: curve.axis,
      level: level === null ? null : { label: say(message('word.all-that-there-is')), value: level },
      lines: curve.lines.map(({ label, of: pick, dash, series }) => ({
        label: label ? say(message(label)) : title,
        dash,
        series,
        points: pointsOf(moments, pick),
      })),
    };
  });
  return {
    id,
    title,
    // The sentence is about the process with the highest value.
    sentence: [
      one ? lineOf(joined([one.value, ...one.notes])) : '',
      ...(isMany ? [pidsText([main.vitals.pid])] : []),
    ].join(' · '),
    note: omitted > 0 && isMany ? say(message('gauge.omitted', { omitted })) : '',
    chart: { kind: 'timeline', end: watch.duration / 1000, panels },
    table: { title, ...dataOf(panels, isShare ? percent : brief) },
  };
}

/** What is drawn, as a table: a row for each moment, a column for each line. */
function dataOf(
  panels: readonly TimelinePanel[],
  textOf: (value: number) => string,
): Pick<Table, 'columns' | 'rows'> {
  const lines = panels.flatMap(({ title, unit, lines: own }) =>
    own.map(({ label, points }) => ({
      head: [...(title === '' ? [] : [title]), ...(own.length > 1 ? [label] : []), unit].join(', '),
      values: new Map(points.filter(([, value]) => value !== null)),
    })),
  );
  const times = [...new Set(lines.flatMap(({ values }) => [...values.keys()]))].toSorted((a, b) => a - b);
  return {
    columns: [columnName('seconds'), ...lines.map(({ head }) => head)].map((one) => columnOf(one, 'right')),
    rows: times.map((at) => [
      { text: at.toFixed(2) },
      ...lines.map(({ values }) => {
        const value = values.get(at) ?? null;
        return { text: value === null ? '–' : textOf(value) };
      }),
    ]),
  };
}
