/** Readiness is observed: an HTTP answer of the server itself, and where processes announce themselves, all of them. */
import { message } from '../messages/message.ts';
import type { Milliseconds } from '../model/units.ts';
import { problem } from '../messages/problem.ts';
import { ask, nobody } from './ask.ts';
import { findAddress, type FindOptions } from './find-address.ts';
import { endedEarly, resolveHost, requireOwnPort, type ResolvedHost } from './port-owner.ts';
import { atOrigin, endpointOf, isToBeFound } from '../format/address.ts';
import type { LaunchTarget } from './launch.ts';
import { announced, type RunningServer } from './server.ts';
import { connectFailure } from '../host/listeners.ts';

/** The server that is started, and where it is to answer. */
export type ReadyTarget = Pick<LaunchTarget, 'launch' | 'cwd' | 'url' | 'readyUrl' | 'requests'>;

export interface ReadyOptions<Target = ReadyTarget> extends Omit<
  FindOptions,
  'target' | 'request' | 'before'
> {
  readonly target: Target;
  readonly directory: string;
  /** The origin at which an earlier trial found the server, if that had to be found. */
  readonly before?: string | null;
}

const pollInterval = 10;
const connectTime: Milliseconds = 1000;

/**
 * Resolves when the server answers, and nobody else does: the head of one answer is enough. It keeps to `timeout`, whatever
 * the server does.
 * @returns the target with the address at which it answers
 * @throws Problem SERVER_EXITED, SERVER_NOT_READY, PORT_TAKEN, and what `findAddress` throws; the signal's reason when interrupted.
 */
export async function awaitReady<Target extends ReadyTarget>(options: ReadyOptions<Target>): Promise<Target> {
  const { target, timeout, clock } = options;
  const deadline = clock.now() + timeout;
  const [request] = target.requests;
  if (!isToBeFound(target.url) || request === undefined) {
    await awaitAnswer(options, deadline);
    return target;
  }
  const origin = await findAddress({ ...options, request, before: options.before ?? null });
  const found = withOrigin(target, origin);
  await awaitAnswer({ ...options, target: found }, deadline);
  return found;
}

/** Returns the target with the origin in those addresses whose port had to be found. */
function withOrigin<Target extends ReadyTarget>(target: Target, origin: string): Target {
  const found = (url: string) => (isToBeFound(url) ? atOrigin(origin, url) : url);
  return {
    ...target,
    url: found(target.url),
    readyUrl: found(target.readyUrl),
    requests: target.requests.map((request) => ({ ...request, url: found(request.url) })),
  };
}

/** @throws Problem PORT_TAKEN if somebody listens at `url` already. */
export async function requireFreePort(url: string): Promise<void> {
  if (isToBeFound(url)) return;
  const { host, port } = endpointOf(url);
  if ((await connectFailure(host, port, connectTime)) !== null) return;
  // The server does not run yet, so any holder is a stranger: this names one that can be seen.
  requireOwnPort(await resolveHost({ host, port }), { pids: () => [] });
  throw problem('PORT_TAKEN', { host, port, by: '' });
}

async function awaitAnswer(
  { server, target, directory, setting, timeout, clock, signal }: ReadyOptions,
  deadline: Milliseconds,
): Promise<void> {
  let exit: string | null = null;
  void server.exited.then((how) => (exit = how));
  const ports = await resolveHosts(target);
  let last = nobody;
  while (clock.now() < deadline) {
    signal.throwIfAborted();
    if (exit !== null) throw endedEarly(exit, setting, target, server.output());
    const listening = announced(directory).length;
    if (listening >= target.launch.announces) {
      // Before anything is asked: already the path may hold a secret.
      const missing = await closed(ports, server);
      const answer = missing
        ? { status: null, why: missing === ports[0] ? nobody : `nothing listened at port ${missing.port}` }
        : await ask({ url: target.readyUrl }, Math.max(1, deadline - clock.now()), signal);
      signal.throwIfAborted();
      for (const port of ports) requireOwnPort(port, server);
      // Any answer will do: whether it is the right one is the load's business, and counted there.
      if (answer.status !== null) return;
      last = answer.why;
    } else if (target.launch.announces > 1) {
      last = `${listening} of ${target.launch.announces} processes listened`;
    }
    await clock.sleep(pollInterval, signal);
  }
  const { port } = endpointOf(target.url);
  throw problem('SERVER_NOT_READY', {
    url: target.readyUrl,
    seconds: timeout / 1000,
    why: message('ready.last', { last, setting, port }),
  });
}

/** Every place to which a request will go, the one that is asked first among them. */
function resolveHosts({ readyUrl, requests }: ReadyTarget): Promise<ResolvedHost[]> {
  const places = [readyUrl, ...requests.map(({ url }) => url)].map(endpointOf);
  const different = new Map(places.map((place) => [`${place.host} ${place.port}`, place]));
  return Promise.all([...different.values()].map(resolveHost));
}

/** A place where nobody listens yet; null if there is none. @throws Problem PORT_TAKEN */
async function closed(ports: readonly ResolvedHost[], server: RunningServer): Promise<ResolvedHost | null> {
  for (const port of ports) {
    if (requireOwnPort(port, server)) continue;
    // A rule of the firewall may lead to where the socket cannot be seen; or it has been opened at this moment.
    if ((await connectFailure(port.host, port.port, connectTime)) !== null) return port;
    requireOwnPort(port, server);
  }
  return null;
}
