/** The timelines of a watch: pool, waiting, event loop, CPU; a panel for each process where there are several. */
import { columnName } from '../outline/names.ts';
import type { Diagnosis, Resource } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import { message, say, type AnyMessage, type MessageCode } from '../../messages/message.ts';
import type { TimelineLine, TimelinePanel } from '../chart/timeline.ts';
import { mainProcess } from './answer.ts';
import { pidsMessage, pidsText } from './words.ts';
import { largest, momentsOf, pointsOf, type Moment } from './series.ts';
import type { Figure, Table } from '../outline/table.ts';
import { brief, percent } from '../../format/number.ts';

/** More small panels are no overview; the table of processes has the others. */
const mostProcesses = 4;

interface Seen {
  readonly pid: number;
  readonly vitals: Vitals | null;
  readonly moments: readonly Moment[];
}

type Lines = 'busy' | 'waiting' | 'median' | 'longest' | 'utilization' | 'used';
/** Codes of fixed texts: `doctor-figure.cpu.title`. */
type Name = Extract<MessageCode, `doctor-figure.${string}.${'title' | 'unit' | 'level' | Lines}`>;

const name = (code: Name) => say(message(code));

/** A value of each moment, with the name of its line and its column. */
interface Track {
  readonly label: Name;
  readonly of: (moment: Moment) => number | null;
  readonly dash: 0 | 1;
  readonly series: number;
  readonly text: (value: number) => string;
}

interface Sheet {
  readonly id: string;
  readonly title: Name;
  readonly unit: Name;
  /** Its values are shares. */
  readonly isShare: boolean;
  readonly tracks: readonly Track[];
  readonly axis: TimelinePanel['axis'];
  /** A level that matters. */
  readonly level: (vitals: Vitals) => { readonly label: Name; readonly value: number } | null;
  /** What is to be seen of one process; null: nothing was. */
  readonly seen: (vitals: Vitals) => AnyMessage | null;
}

const sheets: readonly Sheet[] = [
  {
    id: 'pool-busy',
    title: 'doctor-figure.pool-busy.title',
    unit: 'doctor-figure.pool-busy.unit',
    isShare: false,
    tracks: [
      { label: 'doctor-figure.pool-busy.busy', of: ({ busy }) => busy, dash: 0, series: 0, text: brief },
    ],
    axis: 'linear',
    level: ({ pool: { size } }) => (size ? { label: 'doctor-figure.pool-busy.level', value: size } : null),
    seen: ({ pool: { busy, size, full } }) =>
      busy === null ? null : message('doctor-figure.pool-busy.seen', { busy, size, full }),
  },
  {
    id: 'pool-queue',
    title: 'doctor-figure.pool-queue.title',
    unit: 'doctor-figure.pool-queue.unit',
    isShare: false,
    tracks: [
      {
        label: 'doctor-figure.pool-queue.waiting',
        of: ({ queued }) => queued,
        dash: 0,
        series: 1,
        text: brief,
      },
    ],
    axis: 'linear',
    level: () => null,
    seen: ({ pool: { queue } }) =>
      queue && message('doctor-figure.pool-queue.seen', { mean: queue.mean, max: queue.max }),
  },
  {
    id: 'pool-wait',
    title: 'doctor-figure.pool-wait.title',
    unit: 'doctor-figure.pool-wait.unit',
    isShare: false,
    tracks: [
      {
        label: 'doctor-figure.pool-wait.median',
        of: ({ waitMedian }) => waitMedian,
        dash: 0,
        series: 0,
        text: brief,
      },
      {
        label: 'doctor-figure.pool-wait.longest',
        of: ({ waitMost }) => waitMost,
        dash: 1,
        series: 1,
        text: brief,
      },
    ],
    axis: 'by range',
    level: () => null,
    seen: ({ pool: { wait } }) =>
      wait === null || wait.from === 'queue'
        ? null
        : message('doctor-figure.pool-wait.seen', {
            jobs: wait.jobs,
            p50: wait.p50,
            longest: Math.max(wait.max, wait.oldest ?? 0),
          }),
  },
  {
    id: 'loop-utilization',
    title: 'doctor-figure.loop-utilization.title',
    unit: 'doctor-figure.loop-utilization.unit',
    isShare: true,
    tracks: [
      {
        label: 'doctor-figure.loop-utilization.utilization',
        of: ({ loop }) => loop,
        dash: 0,
        series: 2,
        text: percent,
      },
    ],
    axis: 'linear',
    level: () => ({ label: 'doctor-figure.loop-utilization.level', value: 1 }),
    seen: ({ loop: { utilization } }) =>
      utilization === null ? null : message('doctor-figure.loop-utilization.seen', { share: utilization }),
  },
  {
    id: 'loop-delay',
    title: 'doctor-figure.loop-delay.title',
    unit: 'doctor-figure.loop-delay.unit',
    isShare: false,
    tracks: [
      {
        label: 'doctor-figure.loop-delay.longest',
        of: ({ delay }) => delay,
        dash: 1,
        series: 1,
        text: brief,
      },
    ],
    axis: 'by range',
    level: () => null,
    seen: ({ loop: { delay } }) =>
      delay && message('doctor-figure.loop-delay.seen', { p50: delay.p50, max: delay.max }),
  },
  {
    id: 'cpu',
    title: 'doctor-figure.cpu.title',
    unit: 'doctor-figure.cpu.unit',
    isShare: false,
    tracks: [{ label: 'doctor-figure.cpu.used', of: ({ cpu }) => cpu, dash: 0, series: 3, text: brief }],
    axis: 'linear',
    level: ({ cpu: { available } }) => ({ label: 'doctor-figure.cpu.level', value: available }),
    seen: ({ cpu: { used, available, throttled } }) =>
      message('doctor-figure.cpu.seen', { used, available, throttled }),
  },
];

/** Only of what was seen: a figure without a point is left out. */
export function doctorFigures(watch: Watch, diagnosis: Diagnosis): Figure[] {
  const seen = chosen(watch, diagnosis);
  const omitted = watch.processes.length - seen.length;
  return sheets.flatMap((sheet) => {
    const shown = seen.filter((one) => hasPoint(sheet, [one]));
    return shown.length === 0 ? [] : [figure(sheet, shown, watch.duration / 1000, omitted)];
  });
}

/** What shows each resource best; the first of which something was seen is taken. */
const telling: Partial<Record<Resource, readonly string[]>> = {
  pool: ['pool-queue', 'pool-wait', 'pool-busy'],
  'slow I/O queue': ['pool-wait', 'pool-queue'],
  'event loop': ['loop-utilization', 'loop-delay'],
  'garbage collector': ['loop-delay', 'loop-utilization'],
};
const otherwise = ['cpu', 'loop-utilization', 'pool-busy'];

/** The one picture of the first screen: of the process that the verdict is about, the resource that limits it. */
export function mainDoctorFigure(watch: Watch, diagnosis: Diagnosis): Figure | null {
  const pid = mainProcess(diagnosis)?.pid;
  const seen = chosen(watch, diagnosis).filter((one) => one.pid === pid);
  const resource = diagnosis.findings[0]?.resource;
  const wanted = [...((resource && telling[resource]) ?? []), ...otherwise];
  for (const id of wanted) {
    const sheet = sheets.find((one) => one.id === id);
    if (!sheet || !hasPoint(sheet, seen)) continue;
    const found = figure(sheet, seen, watch.duration / 1000, 0);
    const title =
      watch.processes.length > 1 && pid !== undefined
        ? say(message('doctor-figure.of-process', { title: message(sheet.title), pid: pidsMessage([pid]) }))
        : found.title;
    return { ...found, title, id: 'main', of: found.id };
  }
  return null;
}

function hasPoint({ tracks }: Sheet, seen: readonly Seen[]): boolean {
  return seen.some(({ moments }) =>
    tracks.some((track) => moments.some((moment) => track.of(moment) !== null)),
  );
}

/** Those that a finding is about; without one, the busiest. */
function chosen(watch: Watch, { findings, processes }: Diagnosis): Seen[] {
  const concerned = new Set(findings.flatMap(({ pids }) => pids));
  const served = watch.processes
    .filter(({ role }) => role !== 'launcher')
    .map((process) => ({
      process,
      pid: process.pid,
      vitals: processes.find(({ pid }) => pid === process.pid) ?? null,
    }))
    .toSorted((a, b) => (b.vitals?.cpu.used ?? 0) - (a.vitals?.cpu.used ?? 0));
  const ill = served.filter(({ pid }) => concerned.has(pid));
  return (ill.length > 0 ? ill : served)
    .slice(0, mostProcesses)
    .map(({ process, pid, vitals }) => ({ pid, vitals, moments: momentsOf(process) }));
}

function figure(sheet: Sheet, shown: readonly Seen[], end: number, omitted: number): Figure {
  const many = shown.length > 1;
  const title = name(sheet.title);
  const panels = shown.map(({ pid, vitals, moments }): TimelinePanel => {
    const level = vitals && sheet.level(vitals);
    return {
      title: many ? pidsText([pid]) : '',
      unit: name(sheet.unit),
      isShare: sheet.isShare,
      axis: sheet.axis,
      level: level && { ...level, label: name(level.label) },
      lines: sheet.tracks.map(({ label, of, dash, series }): TimelineLine => ({
        label: name(label),
        dash,
        series,
        points: pointsOf(moments, of),
      })),
    };
  });
  return {
    id: sheet.id,
    title,
    sentence: sentence(sheet, shown, omitted),
    chart: { kind: 'timeline', end, panels },
    table: { title, note: '', ...table(sheet, shown) },
  };
}

function sentence(sheet: Sheet, shown: readonly Seen[], omitted: number): string {
  const [first] = shown;
  if (!first) return '';
  // Of several the one with the highest value says most.
  const height = ({ moments }: Seen) =>
    largest(moments.flatMap((moment) => sheet.tracks.map((track) => track.of(moment)))) ?? 0;
  const most = shown.reduce((best, one) => (height(one) > height(best) ? one : best), first);
  const highest = message('doctor-figure.highest', {
    value: height(most),
    unit: sheet.isShare ? null : message(sheet.unit),
  });
  const clause = (most.vitals && sheet.seen(most.vitals)) ?? highest;
  const of = shown.length > 1 ? pidsMessage([most.pid]) : null;
  return say(message('doctor-figure.sentence', { clause, of, omitted }));
}

function table(sheet: Sheet, shown: readonly Seen[]): Pick<Table, 'columns' | 'rows'> {
  const many = shown.length > 1;
  const times = shown[0]?.moments.map(({ at }) => at) ?? [];
  const tracks = shown.flatMap((one) => sheet.tracks.map((track) => ({ ...track, one })));
  return {
    columns: [
      { label: columnName('seconds'), align: 'right', rank: 0 },
      ...tracks.map(({ label, one }) => ({
        label: many ? `${pidsText([one.pid])}: ${name(label)}` : `${name(label)} (${name(sheet.unit)})`,
        align: 'right' as const,
        rank: 0,
      })),
    ],
    rows: times.map((at) => [
      { text: at.toFixed(2) },
      ...tracks.map(({ one, of, text }) => {
        const moment = nearestTo(one.moments, at);
        const value = moment === null ? null : of(moment);
        return { text: value === null ? '–' : text(value) };
      }),
    ]),
  };
}

/** Processes that were seen for a shorter time have fewer bins. */
function nearestTo(moments: readonly Moment[], at: number): Moment | null {
  return moments.reduce<Moment | null>(
    (best, one) => (best === null || Math.abs(one.at - at) < Math.abs(best.at - at) ? one : best),
    null,
  );
}
