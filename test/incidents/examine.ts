/** A server of an incident under its load, and what the doctor says of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { doctor } from '../../src/doctor/doctor.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import type { LoadOutcome } from '../../src/model/sample.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import type { Incident, Variant } from './incident.ts';
import { loads, rated } from './load.ts';
import { stage } from './stage.ts';

/** Connections are open, and queues as long as they become. */
const settling: Milliseconds = 400;
/** A main thread that hardly pauses lets the probe in late. */
const attachTime: Milliseconds = 2000;
/** For answers that are still in flight when the load ends. */
const drain: Milliseconds = 5000;

export interface Examined {
  readonly diagnosis: Diagnosis;
  /** By path; a load that never ended has none. */
  readonly outcomes: ReadonlyMap<string, LoadOutcome>;
}

export async function examine(incident: Incident, duration: Milliseconds): Promise<Examined> {
  await using server = await stage(incident);
  // The load must stand for as long as is watched, and the probe takes a moment to come in.
  const attaching = incident.attach ? attachTime : 0;
  const over = new AbortController();
  let stop: NodeJS.Timeout | undefined;
  const load = loads(
    await rated(incident, server.url),
    server.url,
    settling + attaching + duration,
    over.signal,
  );
  try {
    await load.begun;
    await sleep(settling);
    const diagnosis = await diagnosed(server.pid, duration, incident.attach ?? false);
    if (incident.load.some(({ hangs }) => hangs)) over.abort();
    else stop = setTimeout(() => over.abort(), settling + drain);
    return { diagnosis, outcomes: await load.ended };
  } finally {
    clearTimeout(stop);
    over.abort();
    await load.ended.catch(() => {});
  }
}

async function diagnosed(pid: number, duration: Milliseconds, attach: boolean): Promise<Diagnosis> {
  for await (const event of doctor({ target: { type: 'pid', pid }, duration, attach })) {
    if (event.type === 'ended') return event.diagnosis;
  }
  throw new Error('the doctor ended without a diagnosis');
}

/** The same load on another variant of the server, nobody watching. */
export async function measure(
  incident: Incident,
  variant: Variant,
  duration: Milliseconds,
): Promise<Examined['outcomes']> {
  await using server = await stage(incident, variant);
  const over = new AbortController();
  const load = loads(incident, server.url, duration, over.signal);
  await load.begun;
  const timer = setTimeout(() => over.abort(), duration + drain);
  try {
    return await load.ended;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds. */
export const meanResponse = ({ response }: LoadOutcome): Milliseconds => response.sum / response.count / 1000;
