/** What a server is loaded with, as a user writes it: `--load`, and where requests may go. */
import { loadSchema, type Load } from './plan.ts';
import type { Vitals } from './vitals.ts';
import { message, type Message } from '../messages/message.ts';
import { problem, type Problem } from '../messages/problem.ts';

/** @param given `32` or `closed:32`, `closed:15x5`, `rate:200`, `poisson:200`, `ramp:10..500`, `batch:10x10`. @throws Problem LOAD_INVALID */
export function parseLoad(given: string): Load {
  const text = /^\d+$/.test(given) ? `closed:${given}` : given;
  const at = text.indexOf(':');
  const [kind, rest] = [text.slice(0, at), text.slice(at + 1)];
  const invalid = (why: Message): Problem => problem('LOAD_INVALID', { value: text, why });
  if (at < 0) throw invalid(message('load.no-number'));
  const candidate = partsOf(kind, rest);
  if (!candidate) throw invalid(message('load.unknown-kind', { kind }));
  const parsed = loadSchema.safeParse(candidate);
  if (!parsed.success) throw invalid(whyNot(kind, candidate));
  return parsed.data;
}

/** @returns the option that asks for a load as `describeLoad` writes it: `clients`, `rate`, else `load` */
export function loadOptions(text: string): { clients: string } | { rate: string } | { load: string } {
  const [, kind, number] = /^(closed|rate):(\d+)$/.exec(text) ?? [];
  if (number === undefined) return { load: text };
  return kind === 'rate' ? { rate: number } : { clients: number };
}

/** @returns the ports at which requests can be sent, each once; none: nothing listens, or that was not seen */
export function openPorts(processes: readonly Pick<Vitals, 'sockets'>[]): number[] {
  const open = processes.flatMap(({ sockets }) => sockets?.listening ?? []);
  const ports = open.map(({ address }) => Number(address.slice(address.lastIndexOf(':') + 1)));
  return [...new Set(ports)].filter((port) => port > 0);
}

function partsOf(kind: string, rest: string): Record<string, unknown> | null {
  const number = (part: string | undefined) =>
    part === undefined || part.trim() === '' ? NaN : Number(part);
  switch (kind) {
    case 'closed': {
      const [clients, requestsEach] = rest.split('x');
      return {
        kind,
        clients: number(clients),
        ...(requestsEach === undefined ? {} : { requestsEach: number(requestsEach) }),
      };
    }
    case 'batch': {
      const [size, batches] = rest.split('x');
      return { kind, size: number(size), batches: number(batches) };
    }
    case 'rate':
    case 'poisson':
      return { kind, perSecond: number(rest) };
    case 'ramp': {
      const [from, to] = rest.split('..');
      return { kind, from: number(from), to: number(to) };
    }
    default:
      return null;
  }
}

function whyNot(kind: string, candidate: Record<string, unknown>): Message {
  const numbers = Object.values(candidate).filter((value) => typeof value === 'number');
  if (numbers.some(Number.isNaN)) return message('load.number-missing');
  return message(kind === 'closed' || kind === 'batch' ? 'load.whole' : 'load.rate');
}

/**
 * The address of a path at whichever port the server takes: port 0, as in `listen(0)`. Each trial finds the port, and the
 * plan keeps what all trials share.
 */
export function atAnyPort(path: string): string {
  return atOrigin('http://127.0.0.1:0', new URL(path, 'http://127.0.0.1').href);
}

/** Whether the port of an address is to be found from the processes of the server. */
export function isToBeFound(url: string): boolean {
  return new URL(url).port === '0';
}

/** The same path and query on another origin. */
export function atOrigin(origin: string, url: string): string {
  const { pathname, search } = new URL(url);
  return origin + pathname + search;
}

/** The host of an address, an IPv6 one without its brackets. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Host and port of an address as `net.connect` takes them. */
export function endpointOf(url: string): { readonly host: string; readonly port: number } {
  const { port, protocol } = new URL(url);
  return { host: hostOf(url), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

/**
 * How far requests to a host travel: `private` are networks for private use and links (RFC 1918, 3927, 4193, 4291). A name is
 * `public`: where it leads is known only when it is looked up.
 */
export function reachOf(host: string): 'loopback' | 'private' | 'public' {
  if (/^(127(\.\d+){3}|localhost|::1)$/.test(host)) return 'loopback';
  const isPrivate =
    /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/.test(host) ||
    (host.includes(':') && /^(f[cd]|fe[89ab])[\da-f]/i.test(host));
  return isPrivate ? 'private' : 'public';
}
