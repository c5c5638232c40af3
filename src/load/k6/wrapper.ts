/**
 * The script that k6 is given: the user's own one with another load. k6 lets a script's options win over those of a file, and has no
 * flags for a rate, so a load can be set only in a script.
 */
import { isIPv4 } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { Milliseconds } from '../../model/units.ts';
import type { LoadJob } from '../engine.ts';

export interface K6Scenario {
  /** The scenario in k6's own form. */
  readonly options: Readonly<Record<string, string | number>>;
  /** The number of virtual users is a multiple of it. */
  readonly usersBy: number;
  /** Time from the begin of the load to the window: at least the job's warm-up. */
  readonly warmup: Milliseconds;
  readonly duration: Milliseconds;
  /** The longest time from the begin of the load to the end of its last iterations. */
  readonly longest: Milliseconds;
}

/**
 * Virtual users are held for this much of a rate: if none is free, k6 drops the iteration. They take turns, each on a connection of its
 * own: with many more of them each would be idle for so long that the server closes its connection (Node after 5 s). A script that
 * needs more says so: `options = { vus: 500 }`.
 */
const heldRate: Milliseconds = 2000;
const users = { fewest: 10, most: 2000 } as const;
/** The shortest warm-up: its first requests open the connections. */
const shortestWarmup: Milliseconds = 500;
/** How much longer the load is than the window: its begin is known to some milliseconds, and it must not end first. */
const tail: Milliseconds = 500;

/**
 * Returns the whole load, also where several share it: k6 divides it, its virtual users as it divides a rate. So each part has equally
 * many of them, and at least the fewest that one k6 would have. @throws RangeError if k6 has no such load
 */
export function k6Scenario({ load, warmup, duration, timeout, share }: LoadJob): K6Scenario {
  if (duration === null) throw new RangeError('a load by k6 ends by the clock');
  const gracefulStop = inMilliseconds(timeout);
  if (load.kind === 'closed') {
    const before = Math.max(warmup, shortestWarmup);
    const vus = { executor: 'constant-vus', vus: load.clients, gracefulStop };
    return lasting(vus, before, duration, timeout);
  }
  if (load.kind !== 'rate') throw new RangeError(`k6 has no load of kind ${load.kind}`);
  const { perSecond } = load;
  const wanted = Math.ceil((perSecond * Math.min(timeout, heldRate)) / 1000);
  const parts = share?.of ?? 1;
  const preAllocatedVUs =
    Math.ceil(Math.min(users.most, Math.max(users.fewest * parts, wanted)) / parts) * parts;
  // The warm-up lasts until each virtual user has had its turn: none opens its connection in the window.
  const before = Math.max(
    warmup,
    shortestWarmup,
    Math.min(heldRate, Math.ceil((preAllocatedVUs / perSecond) * 1000)),
  );
  // k6 takes whole numbers.
  const rate = Math.max(1, Math.round(perSecond * 1000));
  const open = { executor: 'constant-arrival-rate', rate, timeUnit: '1000s', preAllocatedVUs, gracefulStop };
  return { ...lasting(open, before, duration, timeout), usersBy: parts };
}

function lasting(
  options: K6Scenario['options'],
  warmup: Milliseconds,
  duration: Milliseconds,
  timeout: Milliseconds,
): K6Scenario {
  const all = warmup + duration + tail;
  return {
    options: { ...options, duration: inMilliseconds(all) },
    usersBy: 1,
    warmup,
    duration,
    longest: all + timeout,
  };
}

const inMilliseconds = (time: Milliseconds) => `${Math.ceil(time)}ms`;

/** Options of a script that would be a second load, would hold this one back, or would leave out what the wrapper says. */
const replaced = [
  'duration',
  'executionSegment',
  'executionSegmentSequence',
  'iterations',
  'minIterationDuration',
  'noSetup',
  'noTeardown',
  'paused',
  'rps',
  'scenarios',
  'stages',
  'vus',
] as const;

/** The log line, after the mark, by which `setup()` says that it begins. */
export const setupBegins = 'setup';

/** Tags of the samples that are read: with fewer columns a line costs k6 less. */
const tags = ['check', 'error_code', 'expected_response', 'status', 'url'] as const;

/** Environment variable with the URL at which the script asks for the start (`k6Start`). */
export const startVariable = 'CHOKEPOINT_START';

/**
 * Waits for the start behind the script's own `setup()`; others may take longer. It needs the answer even where a script discards bodies.
 */
const asksForStart = `
import http from 'k6/http';
import { sleep } from 'k6';
const start = () => {
  const { body } = http.get(__ENV.${startVariable}, { timeout: '24h', responseType: 'text' });
  if (!(body > 0)) throw new Error('the start was not told');
  sleep(Math.max(0, body - Date.now()) / 1000);
};
`;

export interface WrapperOptions {
  /** Absolute path of the script. */
  readonly script: string;
  readonly scenario: Pick<K6Scenario, 'options' | 'usersBy'>;
  /** Prefix of our own lines on k6's log: first `setup` when that begins, then the instant at which the load begins, by the wall clock. */
  readonly mark: string;
  /** Whether the load begins when `startVariable` says, and not as soon as the script has been set up. */
  readonly waits: boolean;
  /** Addresses of the server besides loopback. */
  readonly server: readonly string[];
}

/**
 * Returns the script for k6's input: no file is written beside the user's script, whose imports and `open()` look where they always do.
 */
export function k6Wrapper({ script, scenario, mark, waits, server }: WrapperOptions): string {
  return `
import * as given from ${JSON.stringify(pathToFileURL(script).href)};
const script = typeof given.default === 'function' ? given : (given.default ?? given);
const own = { ...script.options };
const load = ${JSON.stringify(scenario.options)};
if (own.vus > load.preAllocatedVUs) load.preAllocatedVUs = Math.ceil(own.vus / ${scenario.usersBy}) * ${scenario.usersBy};
for (const name of ${JSON.stringify(replaced)}) delete own[name];
export const options = {
  ...own,
  scenarios: { default: load },
  systemTags: ${JSON.stringify(tags)},
  blacklistIPs: [...(own.blacklistIPs ?? []), ...${JSON.stringify(blockedNetworks(server))}],${waits ? "\n  setupTimeout: '24h'," : ''}
};${waits ? asksForStart : ''}
const begin = (data) => {${waits ? '\n  start();' : ''}
  console.info(${JSON.stringify(mark)} + Date.now());
  return data;
};
export function setup() {
  console.info(${JSON.stringify(mark + setupBegins)});
  const data = script.setup?.();
  return typeof data?.then === 'function' ? data.then(begin) : begin(data);
}
export function teardown(data) {
  return script.teardown?.(data);
}
export default script.default;
`;
}

/** Networks that a script could reach: all of IPv4; of IPv6 what is routed, and what is translated to IPv4 (RFC 6052, RFC 8215). */
const routed = ['0.0.0.0/0', '2000::/3', '64:ff9b::/32', 'fc00::/7', 'fe80::/10'] as const;
const loopback = '127.0.0.0/8';

/**
 * Which addresses a script must not reach: all but those of the machine that is loaded, as for every other load. A script that names
 * another host would load that.
 * @param server addresses of the server besides loopback
 * @returns networks that hold all addresses but these
 */
export function blockedNetworks(server: readonly string[]): string[] {
  const open = [loopback, ...server.map((address) => `${address}/128`)].map(bitsOf);
  return routed.map(bitsOf).flatMap((network) => without(network, open).map(textOf));
}

/** Halves a network, which is its first bits, until each part holds none of the holes, or is one. */
function without(network: string, holes: readonly string[]): string[] {
  if (holes.some((hole) => network.startsWith(hole))) return [];
  const inside = holes.filter((hole) => hole.startsWith(network));
  return inside.length === 0 ? [network] : ['0', '1'].flatMap((bit) => without(network + bit, inside));
}

const widths = { 4: 8, 6: 16 } as const;

/** @returns the family, and the first bits that all addresses of the network have: `4 01111111` */
function bitsOf(text: string): string {
  const [address = '', length] = text.split('/');
  const family = isIPv4(address) ? 4 : 6;
  const groups = family === 4 ? address.split('.').map(Number) : groupsOf(address);
  const bits = groups.map((group) => group.toString(2).padStart(widths[family], '0')).join('');
  return `${family} ${bits.slice(0, Number(length))}`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The form of a URL has hexadecimal groups alone.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').flatMap((group) => (group === '' ? [] : [Number.parseInt(group, 16)])));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function textOf(network: string): string {
  const [family, bits = ''] = network.split(' ');
  const groups = Array.from({ length: family === '4' ? 4 : 8 }, (_, at) => {
    const width = family === '4' ? 8 : 16;
    return Number.parseInt(bits.slice(at * width, (at + 1) * width).padEnd(width, '0'), 2);
  });
  const text = family === '4' ? groups.join('.') : groups.map((group) => group.toString(16)).join(':');
  return `${text}/${bits.length}`;
}
