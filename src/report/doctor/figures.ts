/** The timelines of a watch: pool, waiting, event loop, CPU; a panel for each process where there are several. */
import { columnName } from '../outline/names.ts';
import type { Diagnosis, Resource } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import type { TimelineLine, TimelinePanel } from '../chart/timeline.ts';
import { mainProcess } from './answer.ts';
import { averageText } from './words.ts';
import { largest, momentsOf, pointsOf, type Moment } from './series.ts';
import type { Figure, Table } from '../outline/table.ts';
import { brief, counted, duration, percent } from '../../format/number.ts';

/** More small panels are no overview; the table of processes has the others. */
const mostProcesses = 4;

interface Seen {
  readonly pid: number;
  readonly vitals: Vitals | null;
  readonly moments: readonly Moment[];
}

/** A value of each moment, with the name of its line and its column. */
interface Track {
  readonly label: string;
  readonly of: (moment: Moment) => number | null;
  readonly dash: 0 | 1;
  readonly series: number;
  readonly text: (value: number) => string;
}

interface Sheet {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly tracks: readonly Track[];
  readonly axis: TimelinePanel['axis'];
  readonly level: (vitals: Vitals) => TimelinePanel['level'];
  /** What is to be seen of one process; null: nothing was. */
  readonly sentence: (vitals: Vitals) => string | null;
}

const sheets: readonly Sheet[] = [
  {
    id: 'pool-busy',
    title: 'Pool threads in a job',
    unit: 'threads',
    tracks: [{ label: 'busy', of: ({ busy }) => busy, dash: 0, series: 0, text: brief }],
    axis: 'linear',
    level: ({ pool: { size } }) => (size ? { label: 'threads that the pool has', value: size } : null),
    sentence: ({ pool: { busy, size, full } }) =>
      busy === null
        ? null
        : `${averageText(busy)} of ${size ?? 'its'} pool threads were in a job on average${full === null ? '' : `, and none was free for ${percent(full)} of the time`}`,
  },
  {
    id: 'pool-queue',
    title: 'Jobs that wait for a pool thread',
    unit: 'jobs',
    tracks: [{ label: 'waiting', of: ({ queued }) => queued, dash: 0, series: 1, text: brief }],
    axis: 'linear',
    level: () => null,
    sentence: ({ pool: { queue } }) =>
      queue === null
        ? null
        : `${averageText(queue.mean)} jobs waited on average, ${averageText(queue.max)} at most`,
  },
  {
    id: 'pool-wait',
    title: 'How long a job waits for a pool thread',
    unit: 'ms',
    tracks: [
      { label: 'median', of: ({ waitMedian }) => waitMedian, dash: 0, series: 0, text: brief },
      { label: 'longest', of: ({ waitMost }) => waitMost, dash: 1, series: 1, text: brief },
    ],
    axis: 'by range',
    level: () => null,
    sentence: ({ pool: { wait } }) =>
      wait === null || wait.from === 'queue'
        ? null
        : `half of the probe's ${counted(wait.jobs, 'job')} waited ${duration(wait.p50)} or longer, one ${duration(Math.max(wait.max, wait.oldest ?? 0))}`,
  },
  {
    id: 'loop-utilization',
    title: 'How busy the event loop was',
    unit: 'share of the time',
    tracks: [{ label: 'utilisation', of: ({ loop }) => loop, dash: 0, series: 2, text: percent }],
    axis: 'linear',
    level: () => ({ label: 'all of it', value: 1 }),
    sentence: ({ loop: { utilization } }) =>
      utilization === null ? null : `it was busy for ${percent(utilization)} of the time`,
  },
  {
    id: 'loop-delay',
    title: 'How late the event loop was',
    unit: 'ms',
    tracks: [{ label: 'longest', of: ({ delay }) => delay, dash: 1, series: 1, text: brief }],
    axis: 'by range',
    level: () => null,
    sentence: ({ loop: { delay } }) =>
      delay === null
        ? null
        : `a timer fired ${duration(delay.p50)} late in half of the cases, ${duration(delay.max)} at most`,
  },
  {
    id: 'cpu',
    title: 'CPUs kept busy',
    unit: 'CPUs',
    tracks: [{ label: 'used', of: ({ cpu }) => cpu, dash: 0, series: 3, text: brief }],
    axis: 'linear',
    level: ({ cpu: { available } }) => ({ label: 'CPUs that it may use', value: available }),
    sentence: ({ cpu: { used, available, throttled } }) =>
      `CPUs in use: ${averageText(used)} of ${averageText(available)}${throttled === null ? '' : `, and the quota stopped the process in ${percent(throttled)} of the periods`}`,
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
    const title = watch.processes.length > 1 ? `${found.title}, pid ${pid}` : found.title;
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
  const panels = shown.map(({ pid, vitals, moments }): TimelinePanel => ({
    title: many ? `pid ${pid}` : '',
    unit: sheet.unit,
    axis: sheet.axis,
    level: vitals === null ? null : sheet.level(vitals),
    lines: sheet.tracks.map(({ label, of, dash, series }): TimelineLine => ({
      label,
      dash,
      series,
      points: pointsOf(moments, of),
    })),
  }));
  return {
    id: sheet.id,
    title: sheet.title,
    sentence: sentence(sheet, shown, omitted),
    chart: { kind: 'timeline', end, panels },
    table: table(sheet, shown),
  };
}

function sentence(sheet: Sheet, shown: readonly Seen[], omitted: number): string {
  const [first] = shown;
  if (!first) return '';
  // Of several the one with the highest value says most.
  const height = ({ moments }: Seen) =>
    largest(moments.flatMap((moment) => sheet.tracks.map((track) => track.of(moment)))) ?? 0;
  const most = shown.reduce((best, one) => (height(one) > height(best) ? one : best), first);
  const said = most.vitals === null ? null : sheet.sentence(most.vitals);
  const text =
    said ??
    `the highest value is ${brief(height(most))} ${sheet.unit === 'share of the time' ? '(1 is all of the time)' : sheet.unit}`;
  const whole =
    shown.length > 1
      ? `pid ${most.pid}, the highest: ${text}`
      : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return `${whole}.${omitted > 0 ? ` ${omitted} further processes are not drawn.` : ''}`;
}

function table(sheet: Sheet, shown: readonly Seen[]): Table {
  const many = shown.length > 1;
  const times = shown[0]?.moments.map(({ at }) => at) ?? [];
  const tracks = shown.flatMap((one) => sheet.tracks.map((track) => ({ ...track, one })));
  return {
    title: sheet.title,
    note: '',
    columns: [
      { label: columnName('seconds'), align: 'right', rank: 0 },
      ...tracks.map(({ label, one }) => ({
        label: many ? `pid ${one.pid}: ${label}` : `${label} (${sheet.unit})`,
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
