/** The load of an incident: the project's own engine, and connections that hardly ask. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { LoadJob } from '../../src/load/engine.ts';
import { httpEngine } from '../../src/load/http-engine.ts';
import type { LoadOutcome } from '../../src/model/sample.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import type { Incident, IncidentLoad } from './incident.ts';

export interface Going {
  /** All generators send. */
  readonly begun: Promise<unknown>;
  /** By path; those that were aborted have no outcome. */
  readonly ended: Promise<Map<string, LoadOutcome>>;
}

/** All loads of an incident at the same time, each by a generator of its own. */
export function loads({ load }: Incident, url: string, duration: Milliseconds, signal: AbortSignal): Going {
  const begun: Promise<void>[] = [];
  const runs = load.map(async (each) => {
    if (each.connections !== undefined) return linger(each, url, duration, signal);
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(promise);
    try {
      const onPhase = () => resolve();
      return [each.path, await httpEngine().run(jobOf(each, url, duration), { signal, onPhase })] as const;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      resolve();
    }
  });
  const outcomes = Promise.all(runs).then((all) => new Map(all.filter((each) => each !== null)));
  return { begun: Promise.all(begun), ended: outcomes };
}

/** Connections that ask now and then: the engines have no such load. */
async function linger(
  { path, connections = 0 }: IncidentLoad,
  url: string,
  duration: Milliseconds,
  signal: AbortSignal,
) {
  const { hostname, port } = new URL(url);
  const over = AbortSignal.any([signal, AbortSignal.timeout(duration)]);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).resume());
  const ask = () => {
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  };
  for (const socket of sockets) socket.on('error', () => {});
  ask();
  const timer = setInterval(ask, 1000);
  if (!over.aborted) await once(over, 'abort');
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  return null;
}

/** How long the most that a server does is measured. */
const fullFor: Milliseconds = 800;
const fullClients = 16;

/** The same load with numbers per second in place of shares of what the server does on this machine. */
export async function rated(incident: Incident, url: string): Promise<Incident> {
  const load: IncidentLoad[] = [];
  for (const each of incident.load) {
    const { share, ...rest } = each;
    if (share === undefined) load.push(each);
    else load.push({ ...rest, perSecond: share * (await mostPerSecond(rest, url)) });
  }
  return { ...incident, load };
}

async function mostPerSecond({ path }: IncidentLoad, url: string): Promise<number> {
  const job = jobOf({ path, clients: fullClients }, url, fullFor);
  return (await httpEngine().run(job)).throughput;
}

function jobOf(each: IncidentLoad, url: string, duration: Milliseconds): LoadJob {
  const load =
    each.perSecond !== undefined
      ? ({ kind: 'rate', perSecond: each.perSecond } as const)
      : each.batch !== undefined
        ? ({ kind: 'batch', size: each.batch, batches: 4 } as const)
        : ({ kind: 'closed', clients: each.clients ?? 1 } as const);
  const headers: Record<string, string> = each.closes ? { connection: 'close' } : {};
  return {
    load,
    requests: [{ url: url + each.path, method: 'GET', headers, weight: 1 }],
    warmup: 0,
    duration: each.batch === undefined ? duration : null,
    timeout: 60_000,
    seed: 1,
    traces: 0,
  };
}
