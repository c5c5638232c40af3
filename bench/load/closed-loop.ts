/** A closed loop of clients for servers that tell what they used, and ratios of what they used in two kinds of slices. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { millisecondsPerTick, statFields } from '../../src/host/processes.ts';
import { exponential, meanBounds, total } from '../../src/stats/mean-and-spread.ts';

/** @returns what the process answers to a message */
export const answer = async <T>(child: ChildProcess, question: unknown = {}): Promise<T> => {
  const message = once(child, 'message');
  child.send(question as string);
  return ((await message) as [T])[0];
};

/** Each connection asks again when it is answered; with a pause, after that. In ms. */
export function clients(port: number, count: number, pause: number | null = null): () => void {
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    socket.on('data', () => {
      if (pause === null) socket.write(request);
      else setTimeout(() => socket.write(request), pause);
    });
    socket.on('error', () => {});
    return socket;
  });
  return () => sockets.forEach((socket) => socket.destroy());
}

/** What a process has done and used since its start. */
export interface Progress {
  readonly count: number;
  readonly cpu: NodeJS.CpuUsage;
}

/** CPU in microseconds. */
export const cpuBetween = ({ cpu: from }: Progress, { cpu: to }: Progress): number =>
  to.user + to.system - from.user - from.system;

/** CPU for each piece of work, in microseconds. */
export const cpuOfEach = (before: Progress, after: Progress): number =>
  cpuBetween(before, after) / (after.count - before.count);

/** CPU of a process and of its children that have ended, in ms. */
export function cpuWithChildren(pid: number): number {
  const fields = statFields(pid) ?? [];
  return millisecondsPerTick * total([11, 12, 13, 14].map((field) => Number(fields[field])));
}

/**
 * Measures two kinds of slices in random order.
 * @param slice measures one: with what is looked into, or without it
 * @returns logarithms of with ÷ without, by rounds
 */
export async function inRandomOrder(
  rounds: number,
  slice: (isWith: boolean) => Promise<number>,
): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const isFirst = Math.random() < 0.5;
    const one = await slice(isFirst);
    const other = await slice(!isFirst);
    found.push(Math.log(isFirst ? one / other : other / one));
  }
  return found;
}

/** @param logarithms of ratios. @returns their mean with its 95% interval */
export function ratioText(logarithms: readonly number[]): string {
  const bounds = meanBounds(logarithms);
  if (!bounds) return 'too few rounds';
  const { value, low, high } = exponential(bounds);
  return `${value.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)})`;
}
