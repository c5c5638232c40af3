/**
 * Finds where a command listens, if nobody said: among the listening sockets of its processes, the first that answers HTTP.
 * Sockets are asked in the order in which they were opened, so that each trial finds the same one.
 */
import { mask } from '../messages/command-line.ts';
import { redactWords } from '../redact/redact.ts';
import { addressText, type Listener, reachable } from '../host/listeners.ts';
import { hasProc, systemName } from '../host/processes.ts';
import { message, type Message } from '../messages/message.ts';
import { Problem, problem } from '../messages/problem.ts';
import type { Request } from '../model/plan.ts';
import type { Clock, Milliseconds } from '../model/units.ts';
import { isIPv4 } from 'node:net';
import { atOrigin, endpointOf, hostOf, reachOf } from '../format/address.ts';
import { ask, type HttpAnswer } from './ask.ts';
import { endedEarly, wantedPorts, resolveHost, requireOwnPort } from './port-owner.ts';
import type { LaunchTarget } from './launch.ts';
import type { RunningServer } from './server.ts';

export interface FindOptions {
  readonly server: RunningServer;
  readonly target: Pick<LaunchTarget, 'launch' | 'cwd'>;
  /** The request that is to be answered; its port is 0. */
  readonly request: Request;
  /** The origin at which an earlier trial found it (`http://127.0.0.1:3000`): it is waited for if others answer first. */
  readonly before: string | null;
  /** The setting in words, for the problem's text. */
  readonly setting: string;
  readonly timeout: Milliseconds;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called once if no process of the server listens after some seconds. */
  readonly onSilent?: ((words: Message) => void) | undefined;
}

/** Time until `onSilent`. Most servers listen earlier: who waits for another kind of program hears how to watch it. */
const silence: Milliseconds = 5000;
const pollInterval: Milliseconds = 20;
/** Time from one request to the next at a socket that has not given the right answer yet. */
const askInterval: Milliseconds = 200;
/** Longest time that a request at a socket that was opened earlier is waited for, once a later one has answered. */
const earlierTimeout: Milliseconds = 500;
/** Time to go on after a first answer: a wrong one may be that of another port (metrics), or come before routes are registered. */
const grace: Milliseconds = 3000;
/** The first of the ports that Linux takes for `listen(0)`: such a port is another one in each trial. */
const firstEphemeral = 32_768;
/** Statuses that a working server does not mean: 400 and 426 are those of the inspector and of WebSockets, 503 asks for time. */
const undecided = new Set([400, 426, 503]);
/** Time after which a socket that still answers 400 or 426 is believed to mean the request. */
const lasting: Milliseconds = 5000;

interface Candidate {
  readonly listener: Listener;
  /** Ways to reach it, of which `next` is tried next. */
  readonly origins: readonly string[];
  next: number;
  /** Time at which the request in flight was sent; null if there is none. */
  asked: Milliseconds | null;
  last: Milliseconds;
  /** Time of its first HTTP answer; null before that. */
  since: Milliseconds | null;
  answer: HttpAnswer | null;
  /** The origin that was last asked; empty at first. */
  from: string;
}

/**
 * Resolves with the origin at which the request gets an answer that counts: `http://127.0.0.1:3000`.
 * @throws Problem PORT_UNSEEN, SERVER_EXITED, PORT_NOT_FOUND, PATH_REFUSED; the signal's reason when interrupted
 */
export async function findAddress(options: FindOptions): Promise<string> {
  const { server, target, request, before, setting, timeout, clock, signal, onSilent } = options;
  let exit: string | null = null;
  void server.exited.then((how) => (exit = how));
  const candidates = new Map<string, Candidate>();
  const begin = clock.now();
  let [answered, isWaiting]: [Milliseconds | null, boolean] = [null, true];
  while (clock.now() < begin + timeout) {
    signal.throwIfAborted();
    if (exit !== null) throw endedEarly(exit, setting, target, server.output());
    const open = openCandidates(server, candidates, request);
    for (const one of open) void visit(one, options);
    if (isWaiting && clock.now() > begin + silence) {
      isWaiting = false;
      if (open.length === 0) onSilent?.(silent(target, timeout));
    }
    const isOver = (one: Candidate) => isFinal(one, clock.now());
    if (answered === null && open.some(isOver)) answered = clock.now();
    const isLate = answered !== null && clock.now() > answered + grace;
    const found = chosen(open, options, isLate ? null : before);
    if (found !== null) return found;
    const refused = open.find(isOver);
    if (isLate && refused?.answer && !open.some(({ answer }) => isRight(answer, request)))
      throw refusal(refused.answer, refused.from, request);
    await clock.sleep(pollInterval, signal);
  }
  const open = openCandidates(server, candidates, request);
  const wrong = open.find(({ answer }) => answer?.status);
  if (wrong) throw refusal(wrong.answer, wrong.from, request);
  if (open.length === 0 && !hasProc) throw problem('PORT_UNSEEN', { platform: systemName });
  const ports = open.map(({ listener, answer }) => ({ port: listener.port, why: answer?.why ?? '' }));
  const why = message('port.none', { ports, held: open.length === 0 ? wantedPorts(target) : [] });
  throw problem('PORT_NOT_FOUND', { seconds: timeout / 1000, why });
}

function silent(target: FindOptions['target'], most: Milliseconds): Message {
  const command = redactWords([target.launch.file, ...target.launch.args]);
  return message('ready.silent', { ms: silence, most, held: wantedPorts(target), command });
}

/** The sockets at which the server listens at this moment, in the order in which they were opened. */
function openCandidates(
  server: RunningServer,
  known: Map<string, Candidate>,
  { url }: Pick<Request, 'url'>,
): Candidate[] {
  const host = hostOf(url);
  return server.listeners().map((listener) => {
    const one = known.get(listener.socket) ?? {
      listener,
      origins: originsOf(listener, host),
      next: 0,
      asked: null,
      last: -Infinity,
      since: null,
      answer: reachOf(host) === 'loopback' ? null : { status: null, why: listener.address },
      from: '',
    };
    known.set(listener.socket, one);
    return one;
  });
}

/** @param named the host of the URL: loopback stands for any address of the server, another is the one that generators reach */
function originsOf({ address, port }: Listener, named: string): string[] {
  const isNamed = reachOf(named) !== 'loopback';
  const isThere = address === named || address === '::' || (address === '0.0.0.0' && isIPv4(named));
  if (isNamed && !isThere) return [];
  const hosts = isNamed ? [named] : address === '::' ? ['127.0.0.1', '::1'] : [reachable(address)];
  const places = hosts.map((host) => addressText({ host, port }));
  return places.flatMap((place) => [`http://${place}`, `https://${place}`]);
}

/** Asks a candidate once more, unless it has given the right answer, or is being asked. */
async function visit(one: Candidate, options: FindOptions): Promise<void> {
  const { request, clock } = options;
  const now = clock.now();
  if (one.asked !== null || isRight(one.answer, request) || now < one.last + askInterval) return;
  const origin = one.origins[one.next % one.origins.length];
  // The server is to be reached at an address at which this socket does not listen.
  if (origin === undefined) return;
  one.asked = now;
  const answer = await asking(origin, options);
  [one.asked, one.last, one.answer, one.from] = [null, clock.now(), answer, origin];
  if (answer.status !== null) {
    one.since ??= clock.now();
    return;
  }
  // There is no HTTP: it may be TLS, or the other family of addresses.
  one.next++;
  if (one.next % one.origins.length !== 0) one.last = -Infinity;
}

/** Asks the server's own socket, and nobody else: already the path may hold a secret. */
async function asking(
  origin: string,
  { server, request, timeout, signal }: FindOptions,
): Promise<HttpAnswer> {
  try {
    requireOwnPort(await resolveHost(endpointOf(origin)), server);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: null, why: error.what };
  }
  return ask({ ...request, url: atOrigin(origin, request.url) }, timeout, signal);
}

/** @returns the origin of the first that answers as it should; null: none yet, or an earlier one may still do */
function chosen(
  open: readonly Candidate[],
  { request, clock }: FindOptions,
  before: string | null,
): string | null {
  const right = open.filter(({ answer }) => isRight(answer, request));
  const [first] = right;
  if (!first) return null;
  const same = right.find(({ from }) => from === before);
  if (same) return same.from;
  if (before !== null && endpointOf(before).port < firstEphemeral) return null;
  const isWaitedFor = ({ asked }: Candidate) => asked !== null && clock.now() < asked + earlierTimeout;
  const isBehind = open.slice(0, open.indexOf(first)).some(isWaitedFor);
  return isBehind ? null : first.from;
}

function isFinal({ answer, since }: Candidate, now: Milliseconds): boolean {
  const status = answer?.status ?? null;
  if (status === null) return false;
  return !undecided.has(status) || (status !== 503 && since !== null && now >= since + lasting);
}

/** Whether it is the answer that the request expects: a status of its own list, else 200 to 299. */
export function isRight(answer: HttpAnswer | null, { expectStatus }: Pick<Request, 'expectStatus'>): boolean {
  const status = answer?.status ?? null;
  if (status === null) return false;
  return expectStatus ? expectStatus.includes(status) : status >= 200 && status <= 299;
}

/** @param from the origin that gave the wrong answer */
export function refusal(
  answer: HttpAnswer | null,
  from: string,
  { method, url, headers, body }: Request,
): Problem {
  const { pathname } = new URL(url);
  const { status, location = null } = answer ?? {};
  // A mask was copied from a report, where it stands for a secret.
  const isHidden = JSON.stringify([headers, body]).includes(mask);
  return problem('PATH_REFUSED', {
    method,
    path: pathname,
    status: status ?? 0,
    address: from,
    todo: isHidden
      ? message('path.hidden', { mask })
      : message('path.name-one', {
          status: status ?? 0,
          location,
          isForbidden: status === 401 || status === 403,
        }),
  });
}
