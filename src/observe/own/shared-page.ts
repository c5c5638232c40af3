/**
 * One page of metrics for all processes of a service (guest). Who gets the port holds the page, and asks the others for their
 * series when it is scraped; each keeps its own counts, so none is lost when the holder goes and another one takes the port.
 *
 *   scrape ──▶ port ── holder ── PID.metrics-PORT.sock ──▶ the others, one connection each
 */
import { readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { openPage } from '../../metrics/page.ts';
import { pageText } from '../../metrics/prometheus.ts';
import type { Families } from '../../metrics/series.ts';
import { workerAttribute } from '../../model/telemetry.ts';
import type { Milliseconds } from '../../model/units.ts';
import { hear, members, tell, type Placed } from './members.ts';

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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // somebody cleaned up
  }
}
