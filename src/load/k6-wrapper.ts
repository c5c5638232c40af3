/**
 * The script that k6 is given: the user's own one with another load. k6 lets a script's options win over those of a file, and has no
 * flags for a rate, so a load can be set only in a script.
 */
import { pathToFileURL } from 'node:url';
import type { Milliseconds } from '../model/units.ts';
import type { LoadJob } from './engine.ts';

export interface K6Scenario {
  /** As k6 takes it. */
  readonly options: Readonly<Record<string, string | number>>;
  /** From the begin of the load to the window: at least the job's. */
  readonly warmup: Milliseconds;
  readonly duration: Milliseconds;
  /** From its begin until it ends at the latest, the last iterations among it. */
  readonly longest: Milliseconds;
}

/**
 * So much of a rate is held as virtual users: if none is free, k6 drops the iteration. They take turns, each on a connection of its
 * own: with many more of them each would be idle for so long that the server closes its connection (Node after 5 s). A script that
 * needs more says so: `options = { vus: 500 }`.
 */
const heldRate: Milliseconds = 2000;
const users = { fewest: 10, most: 2000 } as const;
/** The first requests open the connections. */
const shortestWarmup: Milliseconds = 500;
/** Its begin is known to some milliseconds, and the load must not end before the window. */
const tail: Milliseconds = 500;

/** @throws RangeError if k6 has no such load */
export function k6Scenario({ load, warmup, duration, timeout }: LoadJob): K6Scenario {
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
  const preAllocatedVUs = Math.min(users.most, Math.max(users.fewest, wanted));
  // Until each has had its turn: none opens its connection in the window.
  const before = Math.max(
    warmup,
    shortestWarmup,
    Math.min(heldRate, Math.ceil((preAllocatedVUs / perSecond) * 1000)),
  );
  // k6 takes whole numbers.
  const rate = Math.max(1, Math.round(perSecond * 1000));
  const open = { executor: 'constant-arrival-rate', rate, timeUnit: '1000s', preAllocatedVUs, gracefulStop };
  return lasting(open, before, duration, timeout);
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

/** Said behind the mark. */
export const setupBegins = 'setup';

/** What is read of the samples: with fewer columns a line costs k6 less. */
const tags = ['check', 'error_code', 'expected_response', 'status', 'url'] as const;

/**
 * All addresses but those of this machine, as for every other load: a script that names another host would load that. All of
 * IPv4 without 127.0.0.0/8; of IPv6 what is routed.
 */
const notLocal = [
  '0.0.0.0/2',
  '64.0.0.0/3',
  '96.0.0.0/4',
  '112.0.0.0/5',
  '120.0.0.0/6',
  '124.0.0.0/7',
  '126.0.0.0/8',
  '128.0.0.0/1',
  '2000::/3',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
] as const;

/**
 * It is read by k6 from its input, so no file is written beside the script, whose own imports and `open()` look where they always do.
 * @param script in full
 * @param mark what nothing else on k6's log begins with: behind it is `setup` when that begins, then when the load begins, by the wall clock
 */
export function k6Wrapper(script: string, { options }: K6Scenario, mark: string): string {
  return `
import * as given from ${JSON.stringify(pathToFileURL(script).href)};
const script = typeof given.default === 'function' ? given : (given.default ?? given);
const own = { ...script.options };
const load = ${JSON.stringify(options)};
if (own.vus > load.preAllocatedVUs) load.preAllocatedVUs = own.vus;
for (const name of ${JSON.stringify(replaced)}) delete own[name];
export const options = {
  ...own,
  scenarios: { default: load },
  systemTags: ${JSON.stringify(tags)},
  blacklistIPs: [...(own.blacklistIPs ?? []), ...${JSON.stringify(notLocal)}],
};
const begin = (data) => {
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
