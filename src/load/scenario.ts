/** The requests of a job, made ready once: bytes on the wire, and what must come back. */
import { endpointOf } from '../format/address.ts';
import { problem, reason } from '../messages/problem.ts';
import type { Request } from '../model/plan.ts';
import { total } from '../stats/mean-and-spread.ts';
import { seeded } from '../stats/random.ts';

/** Where connections go: one for each origin among the requests. */
export interface Target {
  readonly secure: boolean;
  /** Host name as in the URL, which TLS asks for. */
  readonly name: string;
  /** The name, or the address that was found for it. */
  readonly host: string;
  readonly port: number;
}

export interface PreparedRequest {
  /** Index into `Scenario.requests`. */
  readonly index: number;
  /** `GET /test` */
  readonly label: string;
  /** Index into `Scenario.targets`. */
  readonly target: number;
  readonly toHead: boolean;
  /** All bytes where each request is the same; null where each carries an id of its own between `before` and `after`. */
  readonly bytes: Buffer | null;
  readonly before: string;
  readonly after: string;
  readonly proofKey: string | null;
  readonly sha256: string | null;
  readonly accepts: (status: number) => boolean;
}

export interface Scenario {
  readonly targets: readonly Target[];
  readonly requests: readonly PreparedRequest[];
  /** The next request, by weight. */
  next(): PreparedRequest;
  /** An id that no other request of this run has. */
  nextId(): string;
}

/** @throws Problem OPTION_INVALID if a method or header cannot be sent as it is. */
export function scenario(requests: readonly Request[], seed: number): Scenario {
  const targets: Target[] = [];
  const prepared = requests.map((request, index) => prepare(request, index, targets));
  const limits = cumulativeShares(requests.map(({ weight }) => weight));
  const random = seeded(seed);
  const [first] = prepared;
  if (first === undefined) throw new RangeError('a job without requests');
  let ids = 0;
  return {
    targets,
    requests: prepared,
    next: () => {
      if (prepared.length === 1) return first;
      const at = random();
      return prepared[limits.findIndex((limit) => at < limit)] ?? first;
    },
    nextId: () => `${(seed >>> 0).toString(36)}-${(ids++).toString(36)}`,
  };
}

function cumulativeShares(weights: readonly number[]): readonly number[] {
  const all = total(weights);
  let sum = 0;
  return weights.map((weight) => (sum += weight) / all);
}

function prepare(request: Request, index: number, targets: Target[]): PreparedRequest {
  const url = new URL(request.url);
  const path = `${url.pathname}${url.search}`;
  const head = headLines(request, url, path).join('\r\n');
  const body = request.body ?? '';
  const { proof } = request;
  const [before, after] =
    proof === undefined ? [`${head}\r\n\r\n`, body] : [`${head}\r\n${proof.idHeader}: `, `\r\n\r\n${body}`];
  return {
    index,
    label: `${request.method} ${path}`,
    target: targetOf(url.href, targets),
    toHead: request.method === 'HEAD',
    bytes: proof === undefined ? Buffer.from(before + after) : null,
    before,
    after,
    proofKey: proof?.key ?? null,
    sha256: request.expectSha256?.toLowerCase() ?? null,
    accepts: acceptance(request.expectStatus),
  };
}

function headLines(request: Request, url: URL, path: string): readonly string[] {
  const headers = new Map([['host', `Host: ${url.host}`]]);
  if (url.username !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.set('authorization', `Authorization: Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  if (request.body !== undefined) {
    headers.set('content-length', `Content-Length: ${Buffer.byteLength(request.body)}`);
  }
  for (const [name, value] of Object.entries(request.headers)) {
    headers.set(name.toLowerCase(), `${name}: ${value}`);
    // The value may be a secret.
    if (!isToken(name) || !isFieldValue(value)) throw unsendable('--header', name);
  }
  if (!isToken(request.method)) throw unsendable('--method', request.method);
  return [`${request.method} ${path} HTTP/1.1`, ...headers.values()];
}

function targetOf(url: string, targets: Target[]): number {
  const secure = url.startsWith('https:');
  const { host, port } = endpointOf(url);
  const known = targets.findIndex((t) => t.name === host && t.port === port && t.secure === secure);
  return known >= 0 ? known : targets.push({ secure, name: host, host, port }) - 1;
}

function acceptance(expected: readonly number[] | undefined): (status: number) => boolean {
  if (expected === undefined) return (status) => status >= 200 && status < 300;
  return (status) => expected.includes(status);
}

/** Whether the text is a token (RFC 9110, 5.6.2). */
function isToken(text: string): boolean {
  return /^[\w!#$%&'*+\-.^`|~]+$/.test(text);
}

/** Whether the text can be a header's value (RFC 9110, 5.5): visible ASCII, blanks and tabs; more has no agreed meaning. */
function isFieldValue(text: string): boolean {
  return /^[\t\u0020-\u007e]*$/.test(text);
}

function unsendable(option: string, value: string) {
  return problem('OPTION_INVALID', { option, value, ...reason('header.unsendable') });
}
