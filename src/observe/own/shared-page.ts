/**
 * One page of metrics for all processes of a service (guest). Who gets the port holds the page, and asks the others for their
 * series when it is scraped; each keeps its own counts, so none is lost when the holder goes and another one takes the port.
 *
 *   scrape ──▶ port ── holder ── PID.metrics-PORT.sock ──▶ the others, one connection each
 */
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { namesIn } from '../../host/kernel-files.ts';
import { openPage } from '../../metrics/page.ts';
import { pageText } from '../../metrics/prometheus.ts';
import type { Families, Series } from '../../metrics/series.ts';
import { workerAttribute, telemetry, type Instrument } from '../../model/telemetry.ts';
import type { Milliseconds } from '../../model/units.ts';

export interface SharedAddress {
  readonly host: string;
  readonly port: number;
  /** A folder that the user alone can enter; null: there is none, so nothing is shared. */
  readonly folder: string | null;
  /** The place among the processes of the service that is asked for (PM2 has one for each); null: any. */
  readonly worker: number | null;
}

export interface Shared {
  readonly families: () => Families;
  /** Tells the user in one line what cannot be done. */
  readonly warn: (line: string) => void;
}

/** Times to the next attempt where the port is taken and nobody shares it, and attempts after which that is told. */
const [soon, later]: readonly [Milliseconds, Milliseconds] = [500, 5000];
const untold = 4;
/** Time in which a new holder keeps the places of those that had one. */
const returning: Milliseconds = 2000;

export function sharePage({ host, port, folder, worker }: SharedAddress, { families, warn }: Shared): void {
  let [own, wasMember, attempts] = [worker, false, 0];
  void open();

  async function open(): Promise<void> {
    const others = members(own ?? 0);
    const text = async () => {
      const all: readonly Placed[] = [{ worker: own ?? 0, families: families() }, ...(await others.ask())];
      return pageText(all.toSorted((a, b) => a.worker - b.worker).map(labelled));
    };
    try {
      await openPage({ host, port, text });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE') return void follow();
      return warn(`no metrics at ${host}:${port}: ${message}`);
    }
    own ??= 0;
    if (folder === null) return;
    const path = join(folder, `${process.pid}.metrics-${port}.sock`);
    rmSync(path, { force: true });
    const from = new Promise((resolve) => setTimeout(resolve, wasMember ? returning : 0));
    createServer((socket) => others.admit(socket, from))
      .on('error', ({ message }) => warn(`the metrics at ${host}:${port} are of one process: ${message}`))
      .listen(path);
  }

  /** Joins who holds the page, and takes its place when it goes. */
  async function follow(): Promise<void> {
    const socket = folder === null ? null : await holderIn(folder, port);
    if (!socket) {
      if (++attempts === untold) warn(`no metrics: another program has port ${port} of ${host}`);
      setTimeout(() => void open(), attempts < untold ? soon : later);
      return;
    }
    attempts = 0;
    hear(socket, (line) => {
      if ('worker' in line) [own, wasMember] = [line.worker, true];
      if ('ask' in line) tell(socket, { answer: line.ask, families: families() });
    }).once('close', () => void open());
    tell(socket, { wanted: own });
  }
}

function labelled({ worker, families }: Placed): Families {
  const own = { [workerAttribute.key]: String(worker) };
  return Object.fromEntries(
    Object.entries(families).map(([name, series]) => [
      name,
      series.map((one) => ({ ...one, labels: { ...own, ...one.labels } })),
    ]),
  );
}

/** @returns a connection to the process that holds the page; null where none does */
async function holderIn(folder: string, port: number): Promise<Socket | null> {
  for (const name of namesIn(folder)) {
    if (!name.endsWith(`.metrics-${port}.sock`)) continue;
    const socket = connect(join(folder, name));
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    if (isThere) return socket;
  }
  return null;
}

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

/** The processes that share a page with the one that holds it: their places, and their series. */
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

function tell(socket: Socket, line: Told): void {
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
