/**
 * `node threads-primary.js N SCRIPT` (guest): SCRIPT in N worker threads of one process. Each has a socket of its own on
 * the one port; or the main thread listens, and hands each connection to one of them. When one ends, all end: a server
 * that has lost a loop is no longer the setting under test.
 */
import { Worker } from 'node:worker_threads';
import { handsOverSockets, hasReusePort, type AppOptions } from '../../topologies/guest-protocol.ts';
import { handOut } from './handed-sockets.ts';

const [count = '', script = ''] = process.argv.slice(2);

function end(code: number): void {
  // Blocked pool threads would hold an exit back until the last job has run: nobody waits for them any more.
  if (code === 0) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

const isHanded = process.env['CHOKEPOINT_HANDED_SOCKETS'] === '1';

// Without reusePort the second thread finds the port taken; a connection that cannot be handed over is lost.
const { node } = process.versions;
const missing = isHanded
  ? !handsOverSockets(node) && 'Connections handed to worker threads need Node 24.20, or 26.6 or newer'
  : !hasReusePort(node) &&
    'Worker threads that listen on one port need reusePort, that is Node 22.12, or 23.1 or newer';
if (missing !== false) {
  console.error(`${missing}; this is ${node}.`);
  process.exit(1);
}
process.once('SIGTERM', () => end(0));
process.once('SIGINT', () => end(0));

const workers = Array.from({ length: Number(count) }, () => new Worker(script));
for (const worker of workers) {
  worker.once('error', (error) => console.error(error));
  worker.once('exit', () => end(1));
}
if (isHanded) await handOut(workers, JSON.parse(process.env['CHOKEPOINT_APP'] ?? '{}') as AppOptions);
