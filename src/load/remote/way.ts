/** What the way from here to a server costs, seen by TCP connects. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { connectFailure } from '../../host/listeners.ts';
import type { Milliseconds } from '../../model/units.ts';

const connects = 10;
const connectTime: Milliseconds = 2000;
/** For all of them: the controller waits 20 s for the answer, and a lost packet costs a second. */
const allTime: Milliseconds = 10_000;

/** Medians of connects: to the server, null if one failed, and to a listener of this process. */
export interface Way {
  readonly there: Milliseconds | null;
  readonly own: Milliseconds;
  /** Why one failed; empty if none did. */
  readonly why: string;
}

/** Never rejects: what cannot be measured here is told as what cannot be reached. @param now for tests */
export async function wayTo(host: string, port: number, now = () => performance.now()): Promise<Way> {
  const listener = createServer((socket) => socket.destroy());
  try {
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const own = await connectTimes('127.0.0.1', (listener.address() as AddressInfo).port, now);
    const there = await connectTimes(host, port, now);
    return { there: median(there.times), own: median(own.times) ?? 0, why: there.failure.slice(0, 500) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { there: null, own: 0, why: why.slice(0, 500) };
  } finally {
    listener.close();
  }
}

const median = (times: readonly Milliseconds[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? null;

async function connectTimes(
  host: string,
  port: number,
  now: () => Milliseconds,
): Promise<{ times: Milliseconds[]; failure: string }> {
  const times: Milliseconds[] = [];
  const last = now() + allTime;
  for (let i = 0; i < connects && now() < last; i++) {
    const begun = now();
    const failure = await connectFailure(host, port, connectTime);
    if (failure !== null) return { times: [], failure };
    times.push(now() - begun);
  }
  return { times, failure: '' };
}
