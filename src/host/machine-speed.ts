/**
 * Measures C(n) of this machine once and for all: what is measured beside other programs depends on them too, and the same
 * question would have another answer each time. A disturbed measurement is made again, some times; another is kept.
 */
import { systemKeys, type HostConditions } from '../model/sample.ts';
import type { Ratio } from '../model/units.ts';
import { measureCapacity, type MeasuredCapacity } from './capacity.ts';
import { systemClock } from './clock.ts';
import { hostConditions, watchOthers } from './host.ts';
import { getVerified, setVerified } from './verified-cache.ts';
import { wholePercent } from '../format/words.ts';
import { pbkdf2Sync } from 'node:crypto';

export interface MachineSpeed {
  /** Points of C(n): a speed is never above the threads nor the CPUs, and never falls. */
  readonly points: readonly (readonly [threads: number, speed: number])[];
  readonly cpus: number;
  /** Time of the measurement, ISO 8601. */
  readonly date: string;
}

export type SpeedOrWhyNot = MachineSpeed | { readonly disturbed: string };

/** Largest part of the CPUs that others may take during a measurement: more has changed the curve. */
const mostOthers: Ratio = 0.04;
/** Part of the CPUs that others take in a glance, above which no measurement begins. A glance is shorter and coarser. */
const obviouslyOthers: Ratio = 0.15;
/** Largest distance of the rounds, as part of their median speed, with one thread and with all CPUs in use. */
const mostApart: Ratio = 0.15;
/** Time of each try, in milliseconds. Later ones are shorter: a machine that is busy for ten seconds stays so. */
const budgets = [2000, 1200, 1200];
const what = 'speed of the machine';

/** The functions that look at the machine. */
export interface Means {
  readonly measure: typeof measureCapacity;
  /** Part of the CPUs that others use just now; null where the kernel does not tell. */
  readonly glance: (signal: AbortSignal) => Promise<Ratio | null>;
}

/** Returns the speed that was kept, or measures it: two seconds the first time on a machine. @throws the signal's reason */
export async function machineSpeed(
  signal: AbortSignal,
  { measure, glance }: Means = { measure: measureCapacity, glance: othersNow },
): Promise<SpeedOrWhyNot> {
  const key = keyOf(hostConditions());
  const kept = getVerified(what, key) as MachineSpeed | null;
  if (kept) return kept;
  let why = '';
  for (const [seed, budget] of budgets.entries()) {
    // Two measurements at a time would disturb each other. And beside others that are seen at once none need be begun.
    const others = await glance(signal);
    if (others !== null && others > obviouslyOthers) {
      why = tookOf(others);
      continue;
    }
    const measured = await measure({ signal, budget, seed: seed + 1 });
    const disturbed = disturbance(measured);
    if (disturbed === null) {
      const cpus = Math.max(1, measured.cpus);
      const found = { points: curveOf(measured), cpus, date: new Date().toISOString() };
      setVerified(what, key, found);
      return found;
    }
    why = disturbed;
  }
  return { disturbed: why };
}

async function othersNow(signal: AbortSignal): Promise<Ratio | null> {
  const { affinity, cgroupCpus, logicalCpus } = hostConditions();
  // Under a quota others may have CPUs that are not ours.
  if (cgroupCpus !== null && cgroupCpus < (affinity?.length ?? logicalCpus)) return null;
  const others = watchOthers(affinity);
  await systemClock.sleep(300, signal);
  return others();
}

const tookOf = (others: Ratio) => `other programs took ${wholePercent(others)} of the CPUs`;

function keyOf(host: HostConditions): string {
  return [...systemKeys.map((key) => host[key]), host.affinity?.join(',')].join(' | ');
}

/** @returns what spoiled it, in words; null if nothing did */
export function disturbance({ cpus, points, others }: MeasuredCapacity): string | null {
  if (others !== null && others > mostOthers) return tookOf(others);
  const [one, all] = [points[0], points.find(({ threads }) => threads >= cpus)];
  for (const point of [one, all]) {
    const apart = point ? (point.high - point.low) / point.speed : 0;
    if (point && apart > mostApart) {
      return `its rounds with ${point.threads === 1 ? 'one thread' : `${point.threads} threads`} lie ${wholePercent(apart)} apart`;
    }
  }
  return null;
}

/** Returns the curve of the best rounds: whatever else ran took from the others. More threads never do less together. */
export function curveOf({ cpus, points }: MeasuredCapacity): [number, number][] {
  const alone = points[0]?.high ?? 1;
  let most = 0;
  return points.map(({ threads, high }) => {
    most = Math.max(most, Math.min(high / alone, threads, Math.max(1, cpus)));
    return [threads, most];
  });
}

/** Returns the rate of the fastest round: whatever else the machine does can only slow one down. */
function perMillisecond(): number {
  const iterations = 2000;
  let fastest = Infinity;
  for (let round = 0; round < 2; round++) {
    const begin = performance.now();
    pbkdf2Sync('a', 'b', iterations, 512, 'sha512');
    fastest = Math.min(fastest, performance.now() - begin);
  }
  return iterations / fastest;
}

/** Number of readings, and milliseconds between them. A shared CPU is slow for about a second: close readings all would be. */
const apart = { readings: 6, pause: 90 } as const;

/**
 * pbkdf2-sha512 iterations of a 512-byte key that one CPU does in a millisecond, at its fastest within about half a
 * second. A run that began in a slow moment would have jobs half as long as the next one.
 */
export async function iterationsPerMillisecond(): Promise<number> {
  let most = perMillisecond();
  for (let reading = 1; reading < apart.readings; reading++) {
    await systemClock.sleep(apart.pause);
    most = Math.max(most, perMillisecond());
  }
  return most;
}
