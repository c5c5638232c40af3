/**
 * Connections that one thread accepts and others serve (guest): the thread that listens hands each new one to the next
 * worker thread, as the primary of node:cluster does with its processes. A connection stays with its worker.
 */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { parentPort, type Worker } from 'node:worker_threads';
import type { AppOptions } from '../../topologies/guest-protocol.ts';

/** The message by which the listening thread tells its workers that connections may come. */
const listens = 'listens';

/**
 * Listens when every worker can take connections, and hands them out in turn.
 * @param workers each has just been started, and calls `takeSockets`
 */
export async function handOut(
  workers: readonly Worker[],
  { host, port }: Pick<AppOptions, 'host' | 'port'>,
): Promise<void> {
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  let next = 0;
  // Bytes that are read of a connection stay in the thread that reads them: here nothing is read before it is handed over.
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    // Types for a transfer list do not know sockets yet.
    workers[next++ % workers.length]?.postMessage(socket, [socket as never]);
  });
  server.listen({ host, port }, () => {
    for (const worker of workers) worker.postMessage(listens);
  });
}

/** Serves the connections that this worker thread is handed. @param onListening called when there can be some */
export function takeSockets(server: HttpServer, onListening: () => void): void {
  parentPort?.on('message', (message: Socket | typeof listens) => {
    if (message === listens) onListening();
    else server.emit('connection', message);
  });
  parentPort?.postMessage('ready');
}
