/** The inspector that a process has opened since it was signalled, told apart from everything else that listens. */
import type { Clock } from '../../model/clock.ts';
import type { Milliseconds } from '../../model/units.ts';
import { type Inspector, inspectorAt } from './inspector.ts';
import { hasSocket, type Listener, reachable } from '../../host/listeners.ts';

/** An inspector, and the socket that it listens at. */
export interface Opened extends Inspector {
  readonly socket: string;
  /** The address that it is bound to: who can reach it. */
  readonly bound: string;
  /** When it was seen. */
  readonly at: Milliseconds;
}

export interface Expected {
  readonly pid: number;
  /** Where its inspector is meant to be. */
  readonly port: number;
  /** Sockets that listened before, the whole machine's. */
  readonly before: readonly string[];
}

/**
 * A socket of the process itself that listens since, and is an inspector: first the one at the port where that is meant
 * to be; the port may have been changed since the process was started (process.debugPort).
 */
export async function newInspector(
  { pid, port, before }: Expected,
  now: readonly Listener[],
  clock: Clock,
  signal?: AbortSignal,
): Promise<Opened | null> {
  const found = now.filter(({ socket }) => !before.includes(socket) && hasSocket(pid, socket));
  const isMeant = (one: Listener) => one.port === port;
  for (const one of found.toSorted((a, b) => Number(isMeant(b)) - Number(isMeant(a)))) {
    const at = clock.now();
    const inspector = await inspectorAt({ host: reachable(one.address), port: one.port }, signal);
    if (inspector) return { ...inspector, socket: one.socket, bound: one.address, at };
  }
  return null;
}
