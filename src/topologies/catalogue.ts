import { platforms } from './platform.ts';
import { nodeTopologies, type Topology } from './topology.ts';

/** Every way to bring up a server of the lab, by name. */
export const topologies: ReadonlyMap<string, Topology> = new Map(
  [...nodeTopologies, ...platforms].map((topology) => [topology.id, topology]),
);
