/** A closed loop of clients for servers that tell what they used, and the text of a ratio. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { exponential, meanBounds } from '../../src/stats/mean-and-spread.ts';

/** @returns what the process answers to a message */
export const answer = async <T>(child: ChildProcess, question: unknown): Promise<T> => {
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

/** What a server has done and used since its start. */
export interface Progress {
  readonly count: number;
  readonly cpu: NodeJS.CpuUsage;
  readonly port: number;
}

/** @param logarithms of ratios. @returns their mean with its 95% interval */
export function ratioText(logarithms: readonly number[]): string {
  const bounds = meanBounds(logarithms);
  if (!bounds) return 'too few rounds';
  const { value, low, high } = exponential(bounds);
  return `${value.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)})`;
}
