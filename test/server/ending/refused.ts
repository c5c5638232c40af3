/**
 * Runs as a user without rights, and stops a server one of whose processes belongs to root: `refused.ts LAUNCHER`, a
 * program that becomes root and then runs what follows. Prints one line of JSON.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../../src/host/clock.ts';
import { leftBehind } from '../../../src/server/ending.ts';
import { startServer } from '../../../src/server/server.ts';

const [launcher = ''] = process.argv.slice(2);
// Root's process is the oldest, so it is the first to be ended.
const script = `${launcher} --reuid=0 --regid=0 --clear-groups sleep 1000 &
sh -c 'trap "" TERM; while :; do sleep 1; done' &
exec sleep 1001`;
const server = startServer({
  launch: { file: '/bin/sh', args: ['-c', script], env: {}, announces: 0 },
  cwd: '/',
  mark: 'test-refused',
  cpus: null,
  clock: systemClock,
});
for (const end = Date.now() + 20_000; server.pids().length < 4 && Date.now() < end;) await delay(20);
// The launcher is root's a moment after it was started.
await delay(200);
const before = server.pids();
const ended = await server.stop();
process.stdout.write(
  `${JSON.stringify({ before, ended, problem: leftBehind(ended), after: server.pids() })}\n`,
);
