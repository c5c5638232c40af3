/** The live view: what to draw from what was seen so far. Pure: the terminal is the command line's business. */
import type { Diagnosis, DoctorEvent } from '../../model/diagnosis.ts';
import { message, say } from '../../messages/message.ts';
import type { ConnectionsReading } from '../../model/reading.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { Vitals } from '../../model/vitals.ts';
import type { SamplePoint, ProcessRole, WatchTarget } from '../../model/watch.ts';
import { briefCommand, pidsText, severityBadges, statusBadges, targetText } from './words.ts';
import { columnName } from '../outline/names.ts';
import { lineOf } from '../page.ts';
import { brief, bytes, duration, percent } from '../../format/number.ts';
import { terminalStyle, toneStyles, type TerminalStyle } from '../render/terminal-style.ts';
import { inColumns, pad, shorten, textWidth, wrap } from '../../format/width.ts';
import { waitFloor } from '../../format/words.ts';

/** Moments kept of each process: more than any terminal has columns. */
const kept = 300;

interface Moment {
  readonly point: SamplePoint | null;
  readonly wait: Milliseconds | null;
  /** Of the connections, or the workers, for which most wait; null: none are known. */
  readonly client: Pick<ConnectionsReading, 'used' | 'limit' | 'waiting'> | null;
}

interface LiveProcess {
  readonly pid: number;
  role: ProcessRole;
  command: string;
  readonly moments: Moment[];
}

/** The state of the live view: it takes every event, and is drawn as often as the terminal can bear. */
export class LiveState {
  readonly target: WatchTarget;
  /** Length of the watch; null where it has no end of its own. */
  readonly duration: Milliseconds | null;
  readonly rows = new Map<number, LiveProcess>();
  readonly notes: string[] = [];
  diagnosis: Diagnosis | null = null;
  at: Milliseconds = 0;

  constructor(target: WatchTarget, whole: Milliseconds | null) {
    this.target = target;
    this.duration = whole;
  }

  take(event: DoctorEvent): void {
    switch (event.type) {
      case 'processes': {
        const alive = new Set(event.processes.map(({ pid }) => pid));
        for (const pid of this.rows.keys()) if (!alive.has(pid)) this.rows.delete(pid);
        for (const { pid, role, command } of event.processes)
          this.rows.set(pid, { pid, role, command, moments: this.rows.get(pid)?.moments ?? [] });
        break;
      }
      case 'note':
        this.notes.push(lineOf(event.note));
        break;
      case 'pulse':
        this.at = event.at;
        this.diagnosis = event.diagnosis ?? this.diagnosis;
        for (const { pid, moments } of this.rows.values()) {
          const said = event.readings.get(pid) ?? [];
          const waits = said.flatMap(({ fast }) => fast.waits).toSorted((a, b) => a - b);
          const oldest = said.at(-1)?.fast.oldest ?? null;
          moments.push({
            point: event.points.get(pid) ?? null,
            client: said.at(-1)?.pools?.[0] ?? null,
            wait: waits[Math.floor(waits.length / 2)] ?? oldest ?? this.vitals(pid)?.pool.wait?.p50 ?? null,
          });
          if (moments.length > kept) moments.shift();
        }
        break;
      case 'ended':
        this.diagnosis = event.diagnosis;
    }
  }

  vitals(pid: number): Vitals | null {
    return this.diagnosis?.processes.find((one) => one.pid === pid) ?? null;
  }
}

export interface LiveOptions {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
}

/** The live view in at most `rows` lines of at most `columns`. */
export function liveLines(state: LiveState, { columns, rows, color }: LiveOptions): string[] {
  const terminal = terminalStyle({ columns, color });
  const top = head(state, terminal);
  const shown = [...state.rows.values()].filter(({ role }) => role !== 'launcher');
  const notes = state.notes
    .slice(-2)
    .map((note) => terminal.style('dim', shorten(`· ${note}`, terminal.width)));
  const room = Math.max(1, rows - top.length - notes.length - 1);
  const whole = shown.flatMap((row) => [...block(row, state.vitals(row.pid), terminal), '']);
  const body = whole.length <= room ? whole : compact(shown, state, room, terminal);
  const foot = terminal.style('dim', shorten(say(message('live.foot')), terminal.width));
  return [...top, ...body, ...notes, foot].slice(0, Math.max(1, rows));
}

function head(state: LiveState, { width, style }: TerminalStyle): string[] {
  const { target, at, duration: whole, diagnosis } = state;
  const clock = clockText(at, whole);
  const name = shorten(`chokepoint doctor: ${targetText(target)}`, width - textWidth(clock) - 2);
  const title = `${style('bold', name)}${' '.repeat(width - textWidth(name) - textWidth(clock))}${clock}`;
  if (diagnosis === null) return [title, '', style('dim', say(message('live.looking'))), ''];
  const { badge: word, tone } = statusBadges[diagnosis.status];
  const badge = say(word).toUpperCase();
  const found = diagnosis.findings.slice(0, 1).map(({ severity, rule, changes: [change] }) => {
    const { badge: sign, tone: look } = severityBadges[severity];
    const what = change ? `: ${lineOf(change.what)}` : '';
    return style(toneStyles[look], shorten(`${say(sign).toUpperCase()} ${rule}${what}`, width));
  });
  const sentence = wrap(`${badge}  ${lineOf(diagnosis.sentence)}`, width).slice(0, 3);
  return [
    title,
    '',
    ...sentence.map((line, i) =>
      i === 0 && line.startsWith(badge)
        ? `${style(toneStyles[tone], badge)}${line.slice(badge.length)}`
        : line,
    ),
    ...found,
    '',
  ];
}

interface Gauge {
  readonly name: (typeof names)[number];
  readonly now: string;
  readonly values: readonly (number | null)[];
  /** The value at the top of its curve; null: the largest that was seen. */
  readonly most: number | null;
}

const names = ['cpu', 'loop', 'pool-busy', 'queue', 'wait-p50', 'in-use'] as const;
const labelOf = (name: Gauge['name']) => (name === 'cpu' ? 'CPU' : columnName(name));
const ofText = (n: string, of: string) => say(message('page.tile.of', { n, of }));

const valueRoom = 14;

function gauges({ moments }: LiveProcess, vitals: Vitals | null): Gauge[] {
  const point = moments.findLast((moment) => moment.point !== null)?.point ?? null;
  const wait = moments.at(-1)?.wait ?? null;
  const of = (pick: (point: SamplePoint) => number | null) =>
    moments.map((moment) => (moment.point === null ? null : pick(moment.point)));
  const queued = (one: SamplePoint) => (one.queued === null ? null : one.queued + (one.slowQueued ?? 0));
  const size = vitals?.pool.size ?? null;
  const available = vitals?.cpu.available ?? null;
  const waiting = point === null ? null : queued(point);
  const or = (value: number | null | undefined, text: (value: number) => string) =>
    value === null || value === undefined ? '–' : text(value);
  const used = or(point?.cpu, (value) => value.toFixed(2));
  const busy = or(point?.busy, (value) => value.toFixed(1));
  return [
    {
      name: 'cpu',
      now: available === null ? used : ofText(used, brief(available)),
      values: of(({ cpu }) => cpu),
      most: available,
    },
    { name: 'loop', now: or(point?.loop, percent), values: of(({ loop }) => loop), most: 1 },
    {
      name: 'pool-busy',
      now: size === 0 ? say(message('word.unused')) : ofText(busy, String(size ?? '?')),
      values: of((one) => one.busy),
      most: size === 0 ? 1 : size,
    },
    { name: 'queue', now: or(waiting, (value) => value.toFixed(1)), values: of(queued), most: null },
    {
      name: 'wait-p50',
      now: or(wait, (value) => (value < waitFloor ? say(message('word.none')) : duration(value))),
      values: moments.map((moment) => moment.wait),
      most: null,
    },
    ...connections(moments),
  ];
}

/** Connections in use, and in brackets the requests that wait for one; none where no pool of them was seen. */
function connections(moments: readonly Moment[]): Gauge[] {
  const last = moments.findLast(({ client }) => client !== null)?.client;
  if (!last) return [];
  const waiting = last.waiting >= 0.5 ? ` (+${last.waiting.toFixed(0)})` : '';
  return [
    {
      name: 'in-use',
      now: `${ofText(last.used.toFixed(0), last.limit > 0 ? String(last.limit) : '?')}${waiting}`,
      values: moments.map(({ client }) => client && client.used + client.waiting),
      most: last.limit || null,
    },
  ];
}

function block(row: LiveProcess, vitals: Vitals | null, { width, style }: TerminalStyle): string[] {
  const rss = row.moments.findLast(({ point }) => point !== null)?.point?.rss ?? vitals?.memory.rss ?? null;
  const name = `${pidsText([row.pid])}  ${row.role === 'single' ? '' : `${row.role}  `}${briefCommand(row.command)}`;
  const memory = rss === null ? '' : `  ${bytes(rss)}`;
  const nameRoom = Math.max(...names.map((each) => textWidth(labelOf(each)))) + 1;
  const room = Math.max(4, width - nameRoom - valueRoom - 4);
  return [
    style('bold', `${shorten(name, width - memory.length)}${memory}`),
    ...gauges(row, vitals).map(
      ({ name: label, now, values, most }) =>
        `  ${pad(labelOf(label), nameRoom, 'left')}${pad(shorten(now, valueRoom), valueRoom, 'left')}  ${curve(values, room, most)}`,
    ),
  ];
}

/** A line for each process, and how many had no room. */
function compact(
  shown: readonly LiveProcess[],
  state: LiveState,
  room: number,
  terminal: TerminalStyle,
): string[] {
  const seen = shown.map((row) => gauges(row, state.vitals(row.pid)));
  const named = names.filter((name) => seen.flat().some((one) => one.name === name));
  const cells = shown.map((row, i) => [
    String(row.pid),
    ...named.map((name) => seen[i]?.find((one) => one.name === name)?.now ?? ''),
  ]);
  const [header = '', ...lines] = inColumns([['pid', ...named.map(labelOf)], ...cells], 'right');
  const used = textWidth(header) + 2;
  const curves = terminal.width - used >= 8;
  const isCut = cells.length > room - 1;
  const most = Math.max(0, isCut ? room - 2 : room - 1);
  const rows = lines.slice(0, most).map((line, i) => {
    const pool = seen[i]?.find(({ name }) => name === 'pool-busy');
    const picture = curves && pool ? `  ${curve(pool.values, terminal.width - used, pool.most)}` : '';
    return shorten(`${line}${picture}`, terminal.width);
  });
  return [
    terminal.style('dim', shorten(header, terminal.width)),
    ...rows,
    ...(isCut ? [terminal.style('dim', say(message('live.more', { processes: cells.length - most })))] : []),
  ];
}

const blocks = '▁▂▃▄▅▆▇█';

/** A curve in one line, the newest value at the right; a blank where nothing was seen. */
function curve(values: readonly (number | null)[], columns: number, most: number | null): string {
  const shown = values.slice(-columns);
  const top = Math.max(most ?? 0, ...shown.map((value) => value ?? 0));
  const marks = shown.map((value) => {
    if (value === null) return ' ';
    const step = top > 0 ? Math.round((value / top) * (blocks.length - 1)) : 0;
    return blocks[Math.max(0, step)] ?? ' ';
  });
  return marks.join('').padStart(columns).trimEnd();
}

/** What the doctor thinks now, in one line, where there is no terminal. */
export function liveLine({ at, diagnosis, rows }: LiveState): string {
  const seconds = clockText(at, null);
  if (diagnosis === null) return `${seconds}  ${say(message('live.looking-at', { processes: rows.size }))}`;
  return `${seconds}  ${say(statusBadges[diagnosis.status].badge)}: ${lineOf(diagnosis.sentence)}`;
}

function clockText(at: Milliseconds, whole: Milliseconds | null): string {
  return say(message('live.clock', { at: at / 1000, all: whole === null ? null : whole / 1000 }));
}
