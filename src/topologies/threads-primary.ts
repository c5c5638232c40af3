/**
 * `node threads-primary.js N SCRIPT` (guest): SCRIPT in N worker threads of one process, nothing changed in it, each
 * with a socket of its own on the one port. When one ends, all end: a server that has lost a loop is no longer the
 * setting under test.
 */
import { Worker } from 'node:worker_threads';
import { hasReusePort } from './guest-protocol.ts';

const [count = '', script = ''] = process.argv.slice(2);

function end(code: number): void {
  // Blocked pool threads would hold an exit back until the last job has run: nobody waits for them any more.
  if (code === 0) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

// Older versions pass it over, and the second thread finds the port taken.
if (!hasReusePort(process.versions.node)) {
  console.error(
    `Worker threads that listen on one port need reusePort, that is Node 22.12, or 23.1 or newer; this is ${process.versions.node}.`,
  );
  process.exit(1);
}
process.once('SIGTERM', () => end(0));
process.once('SIGINT', () => end(0));

for (let thread = 0; thread < Number(count); thread++) {
  const worker = new Worker(script);
  worker.once('error', (error) => console.error(error));
  worker.once('exit', () => end(1));
}
