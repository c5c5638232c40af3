/** What a server of another platform said of itself at `/facts`, beside what was asked for. */
import { javaHeap } from '../model/contestant.ts';
import type { Agreement } from '../model/observation.ts';
import type { Plan } from '../model/plan.ts';
import type { Facts, HostConditions, Trial } from '../model/sample.ts';

/** Some collectors leave out what a survivor space takes. */
const heapTolerance = 0.05;

/** @returns empty where the plan asks no server, or this one did not answer */
export function platformInForce(
  plan: Plan,
  host: HostConditions,
  { setting, facts: all = [] }: Pick<Trial, 'setting' | 'facts'>,
): Agreement[] {
  const [facts] = all;
  if (!plan.contestants || !facts) return [];
  const topology = String(setting['topology']);
  const contestant = plan.contestants.find(({ id }) => id === topology);
  const version = contestant?.versions[String(facts['platform'])];
  return [
    ...agreement('version', version, facts['version']),
    ...agreement('processors', processors(plan, host), facts['processors']),
    ...agreement('GOMAXPROCS', processors(plan, host), facts['goMaxProcs']),
    ...agreement('virtual threads', onVirtual[topology], facts['virtualThreads']),
    ...heapInForce(facts),
  ];
}

const onVirtual: Readonly<Record<string, string>> = { 'spring-mvc': 'false', 'spring-virtual': 'true' };

/** Whole ones; under a quota of a part of a CPU every runtime rounds in its own way. */
function processors({ affinity }: Plan, { effectiveCpus }: HostConditions): number | undefined {
  const cpus = affinity?.server.length ?? effectiveCpus;
  return Number.isInteger(cpus) ? cpus : undefined;
}

function agreement(
  what: string,
  expected: string | number | undefined,
  found: Facts[string] | undefined,
): Agreement[] {
  if (expected === undefined || found === undefined || found === null) return [];
  return [{ what, expected, found: typeof found === 'number' ? found : String(found) }];
}

function heapInForce({ platform, heapMax }: Facts): Agreement[] {
  if (platform !== 'java' || typeof heapMax !== 'number') return [];
  const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  const isThere = Math.abs(heapMax / javaHeap - 1) <= heapTolerance;
  return [
    { what: 'heap, MiB', expected: mebibytes(javaHeap), found: mebibytes(isThere ? javaHeap : heapMax) },
  ];
}
