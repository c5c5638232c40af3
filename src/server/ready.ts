/** Readiness is observed: an HTTP answer of the server itself, and where processes announce themselves, all of them. */
import { get } from 'node:http';
import { get as getSecure } from 'node:https';
import type { Clock } from '../model/clock.ts';
import { problem } from '../model/problem.ts';
import type { Milliseconds } from '../model/units.ts';
import type { LaunchTarget } from './launch.ts';
import { doorway, requireOwnPort, type Doorway } from './port-owner.ts';
import { announced, endpoint, listens, type RunningServer } from './server.ts';

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
const nobody = 'nothing listened there';
/** A body that goes on for longer is cut off: an event stream has no end. */
const bodyPatience: Milliseconds = 200;

/**
 * Resolves when the server answers, and nobody else does: the head of one answer is enough. It holds `timeout` whatever
 * the server does.
 * @throws Problem SERVER_EXITED, SERVER_NOT_READY, PORT_TAKEN; the signal's reason when interrupted.
 */
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
  const ports = await doorways(target);
  let last = nobody;
  while (clock.now() < deadline) {
    signal.throwIfAborted();
    if (exit !== null) throw problem('SERVER_EXITED', { how: exit, setting: setting || 'the default' });
    if (announced(directory) >= target.launch.announces) {
      // Before anything is asked: already the path may hold a secret.
      const missing = await closed(ports, server);
      const answer = missing
        ? { ok: false, why: missing === ports[0] ? nobody : `nothing listened at port ${missing.port}` }
        : await ask(target.readyUrl, Math.max(1, deadline - clock.now()), signal);
      signal.throwIfAborted();
      for (const port of ports) requireOwnPort(port, server);
      // Any answer will do: whether it is the right one is the load's business, and counted there.
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

/** Every place to which a request will go, the one that is asked first among them. */
function doorways({ readyUrl, requests }: LaunchTarget): Promise<Doorway[]> {
  const places = [readyUrl, ...requests.map(({ url }) => url)].map(endpoint);
  const different = new Map(places.map((place) => [`${place.host} ${place.port}`, place]));
  return Promise.all([...different.values()].map(doorway));
}

/** A place where nobody listens yet; null if there is none. @throws Problem PORT_TAKEN */
async function closed(ports: readonly Doorway[], server: RunningServer): Promise<Doorway | null> {
  for (const port of ports) {
    if (requireOwnPort(port, server)) continue;
    // A rule of the firewall may lead to where the socket cannot be seen; or it has been opened at this moment.
    if (!(await listens(port.host, port.port))) return port;
    requireOwnPort(port, server);
  }
  return null;
}

function ask(url: string, timeout: Milliseconds, signal: AbortSignal): Promise<{ ok: boolean; why: string }> {
  return new Promise((resolve) => {
    const settle = (ok: boolean, why: string) => {
      clearTimeout(enough);
      resolve({ ok, why });
      request.destroy();
    };
    let enough: NodeJS.Timeout | undefined;
    const late = AbortSignal.timeout(Math.ceil(timeout));
    const options = {
      agent: false,
      rejectUnauthorized: false,
      signal: AbortSignal.any([signal, late]),
    } as const;
    const request = (url.startsWith('https:') ? getSecure : get)(url, options, (response) => {
      const answered = () => settle(true, `it answered ${response.statusCode}`);
      // A short body is taken whole: a server may take an early end for an error.
      enough = setTimeout(answered, bodyPatience);
      response.resume().once('error', answered).once('end', answered);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (late.aborted) settle(false, 'it took the connection, and did not answer');
      else settle(false, error.code === 'ECONNREFUSED' ? nobody : error.message);
    });
  });
}
