/** The processes that share a page with the one that holds it (guest): their places, and their series. */
import type { Socket } from 'node:net';
import type { Families, Series } from '../../metrics/series.ts';
import { telemetry, type Instrument } from '../../model/telemetry.ts';
import type { Milliseconds } from '../../model/units.ts';

/** What the processes of a service say to each other, a line of JSON each. */
export type Told =
  | { readonly wanted: number | null }
  | { readonly worker: number }
  | { readonly ask: number }
  | { readonly answer: number; readonly families: Families };

/** The series of one process with its place. */
export interface Placed {
  readonly worker: number;
  readonly families: Families;
}

interface Follower {
  readonly socket: Socket;
  readonly worker: number;
}

const metrics = new Map<string, Instrument>(Object.entries(telemetry));

/** Longest wait for the series of another process. Its probe's thread answers, not its loop. */
const timeout: Milliseconds = 100;
/** Most characters of a line. */
const longestLine = 2 ** 20;

export function members(own: number) {
  const all = new Set<Follower>();
  const answers = new Map<number, (families: Families) => void>();
  let questions = 0;
  return {
    /** @param from resolves when those that had a place have come back: only then a new one is given */
    admit(socket: Socket, from: Promise<unknown>): void {
      let member: Follower | null = null;
      const place = (wanted: number | null) => {
        if (socket.destroyed || member) return;
        const taken = new Set([own, ...[...all].map(({ worker }) => worker)]);
        member = { socket, worker: wanted !== null && !taken.has(wanted) ? wanted : firstFree(taken) };
        all.add(member);
        tell(socket, { worker: member.worker });
      };
      hear(socket, (line) => {
        if ('answer' in line) answers.get(line.answer)?.(checked(line.families));
        if (!('wanted' in line)) return;
        if (line.wanted === null) void from.then(() => place(null));
        else place(placeIn(line.wanted));
      }).once('close', () => member && all.delete(member));
    },
    /** Asks all for their series; who does not answer in time is left out. */
    ask: (): Promise<Placed[]> =>
      Promise.all([...all].map(asked)).then((found) => found.filter((one) => one !== null)),
  };

  function asked({ socket, worker }: Follower): Promise<Placed | null> {
    const id = questions++;
    return new Promise((resolve) => {
      const end = (families: Families | null) => {
        clearTimeout(timer);
        answers.delete(id);
        resolve(families && { worker, families });
      };
      const timer = setTimeout(() => end(null), timeout);
      answers.set(id, end);
      tell(socket, { ask: id });
    });
  }
}

/** @throws if it is no place: it becomes the value of a label */
function placeIn(wanted: number): number {
  if (!Number.isInteger(wanted) || wanted < 0) throw new Error('it asks for what is no place');
  return wanted;
}

const firstFree = (taken: ReadonlySet<number>) => {
  let worker = 0;
  while (taken.has(worker)) worker++;
  return worker;
};

export function tell(socket: Socket, line: Told): void {
  if (socket.writableLength > longestLine) socket.destroy();
  else socket.write(`${JSON.stringify(line)}\n`);
}

/** Calls back for each line; what is none ends the connection. */
export function hear(socket: Socket, told: (line: Told) => void): Socket {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    try {
      if (rest.length > longestLine) throw new Error('a line has no end');
      for (const line of lines) told(JSON.parse(line) as Told);
    } catch {
      socket.destroy();
    }
  });
  return socket.on('error', () => socket.destroy());
}

/** The series that fit the table: another version of this package may have said the line. @throws if it is nothing of the kind */
function checked(families: Families): Families {
  return Object.fromEntries(
    Object.entries(families).filter(([name, series]) => {
      const metric = metrics.get(name);
      return metric && series.every((one) => fits(metric, one));
    }),
  );
}

/** A key that is none of the metric's own would make the page of all processes unreadable, or give a series the place of another one. */
function fits({ instrument, attributes }: Instrument, { labels, value, suffix }: Series): boolean {
  const suffixes: unknown[] = instrument === 'histogram' ? ['_bucket', '_sum', '_count'] : [undefined];
  const keys = new Set(attributes.map(({ key }) => key));
  if (suffix === '_bucket') keys.add('le');
  return (
    suffixes.includes(suffix) &&
    Number.isFinite(value) &&
    Object.entries(labels).every(([key, text]) => keys.has(key) && typeof text === 'string')
  );
}
