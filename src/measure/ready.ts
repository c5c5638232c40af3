/** Readiness is observed: an HTTP answer, and where processes announce themselves, all of them. */
import { get } from 'node:http';
import { get as getSecure } from 'node:https';
import type { Clock } from '../model/clock.ts';
import { problem } from '../model/problem.ts';
import type { Milliseconds } from '../model/units.ts';
import type { LaunchTarget } from './launch.ts';
import { announced, endpoint, type RunningServer } from './server.ts';

export interface ReadyOptions {
  readonly server: RunningServer;
  readonly target: LaunchTarget;
  readonly directory: string;
  /** In words, for the problem's text. */
  readonly setting: string;
  readonly timeout: Milliseconds;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const pollInterval = 10;

/** @throws Problem SERVER_EXITED, SERVER_NOT_READY; the signal's reason when interrupted. */
export async function awaitReady({
  server,
  target,
  directory,
  setting,
  timeout,
  clock,
  signal,
}: ReadyOptions): Promise<void> {
  let exit: string | null = null;
  void server.exited.then((how) => (exit = how));
  const deadline = clock.now() + timeout;
  let last = 'nothing listened there';
  while (clock.now() < deadline) {
    signal.throwIfAborted();
    if (exit !== null) throw problem('SERVER_EXITED', { how: exit, setting: setting || 'the default' });
    if (announced(directory) >= target.launch.announces) {
      const answer = await ask(target.readyUrl, Math.max(1, deadline - clock.now()));
      // Any whole answer will do: whether it is the right one is the load's business, and counted there.
      if (answer.ok) return;
      last = answer.why;
    } else if (target.launch.announces > 1) {
      last = `${announced(directory)} of ${target.launch.announces} processes listened`;
    }
    await clock.sleep(pollInterval, signal);
  }
  const { port } = endpoint(target.url);
  throw problem('SERVER_NOT_READY', {
    url: target.readyUrl,
    seconds: timeout / 1000,
    why: `${last}. ${setting ? `The setting was ${setting}, the port` : 'The port was'} ${port}.`,
  });
}

function ask(url: string, timeout: Milliseconds): Promise<{ ok: boolean; why: string }> {
  return new Promise((resolve) => {
    const settle = (ok: boolean, why: string) => {
      resolve({ ok, why });
      request.destroy();
    };
    const options = { agent: false, rejectUnauthorized: false } as const;
    const request = (url.startsWith('https:') ? getSecure : get)(url, options, (response) => {
      response.resume();
      response.once('end', () => settle(true, `it answered ${response.statusCode}`));
      response.once('error', (error) => settle(false, error.message));
    });
    request.setTimeout(timeout, () => settle(false, 'it took the connection, and did not answer'));
    request.on('error', (error: NodeJS.ErrnoException) => {
      settle(false, error.code === 'ECONNREFUSED' ? 'nothing listened there' : error.message);
    });
  });
}
