/** What a plan must know of the machine: how many CPUs, how fast they are, and which optional programs there are. */
import type { HostConditions } from '../model/sample.ts';
import { findPackage } from '../topologies/packages.ts';
import { iterationsPerMillisecond } from '../host/calibrate.ts';
import { wholeCpus } from '../host/host.ts';
import { whyNoOwnNames } from '../server/own-names.ts';
import { findProgram } from '../server/preflight.ts';

const packages = ['pm2', 'piscina'] as const;
const programs = ['ab', 'taskset'] as const;

/** Takes about 50 ms of one CPU. */
export function facts(host: HostConditions) {
  return {
    host,
    cpus: wholeCpus(host),
    iterationsPerMillisecond: iterationsPerMillisecond(),
    has: new Set<string>([
      ...packages.filter((name) => findPackage(name) !== null),
      ...programs.filter((name) => findProgram(name) !== null),
    ]),
    whyNoOwnNames,
  };
}
