/**
 * `node cluster-primary.js N SCRIPT ARGUMENTS…` (guest): SCRIPT in N processes under node:cluster, nothing changed in
 * it. The node options that this process was given go on to the workers. When one worker ends, all end: a server that
 * has lost a process is no longer the setting under test.
 */
import cluster from 'node:cluster';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasReusePort } from './guest-protocol.ts';

const [count = '', script = '', ...args] = process.argv.slice(2);
cluster.setupPrimary({ exec: script, args });

// With an older Node the workers would share one socket, as under any cluster, and nothing would show it.
if (process.env['CHOKEPOINT_REUSE_PORT'] === '1' && !hasReusePort(process.versions.node)) {
  console.error(`reusePort needs Node 22.12, or 23.1 or newer; this is ${process.versions.node}`);
  process.exit(1);
}

cluster.on('listening', (worker) => {
  const directory = process.env['CHOKEPOINT_DIR'];
  // A script of the user does not write this file; a server of this project writes the same one.
  if (directory) writeFileSync(join(directory, `${worker.process.pid}.ready`), '');
});

let stopping = false;
function stop(code: number): void {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
}
cluster.on('exit', (worker, code, signal) => {
  if (!stopping) console.error(`worker ${worker.process.pid} ended (${signal ?? `exit code ${code}`})`);
  stop(code || 1);
});
process.on('SIGTERM', () => stop(0));
process.on('SIGINT', () => stop(0));

for (let worker = 0; worker < Number(count); worker++) cluster.fork();
