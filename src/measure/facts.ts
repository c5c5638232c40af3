/** What a plan must know of the machine: how many CPUs, how fast they are, and which optional programs there are. */
import type { HostConditions } from '../model/sample.ts';
import { findPm2 } from '../topologies/topology.ts';
import { iterationsPerMillisecond } from './calibrate.ts';
import { wholeCpus } from './host.ts';

/** Takes about 50 ms of one CPU. */
export function facts(host: HostConditions) {
  return {
    host,
    cpus: wholeCpus(host),
    iterationsPerMillisecond: iterationsPerMillisecond(),
    hasPm2: findPm2() !== null,
  };
}
