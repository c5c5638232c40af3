/**
 * `asks.ts URL COMMAND…`: starts a server, and waits until it is ready, as the user that runs this. Prints one line of
 * JSON: `{"ready":true}`, or the code of the problem with what happened.
 */
import { systemClock } from '../../../src/host/clock.ts';
import { awaitReady } from '../../../src/server/ready.ts';
import { startServer } from '../../../src/server/server.ts';
import { Problem } from '../../../src/messages/problem.ts';

const [url = '', file = '', ...args] = process.argv.slice(2);
const launch = { file, args, env: {}, announces: 0 };
const server = startServer({ launch, cwd: '/', mark: 'test-asks', cpus: null, clock: systemClock });
const target = { launch, cwd: '/', url, readyUrl: url, requests: [], cpus: null, jobsPerRequest: 0 };
const waiting = { server, target, directory: import.meta.dirname, setting: '', timeout: 15_000 };
let found: unknown = { ready: true };
try {
  await awaitReady({ ...waiting, clock: systemClock, signal: AbortSignal.timeout(20_000) });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  found = { code: error.code, what: error.what, why: error.why };
}
const pids = server.pids();
await server.stop();
process.stdout.write(`${JSON.stringify({ ...(found as object), pids })}\n`);
