import { problem } from '../../messages/problem.ts';
import { clusterExperiment } from './cluster/experiment.ts';
import type { Experiment } from './experiment.ts';
import { loopOrThreadsExperiment } from './loop-or-threads/experiment.ts';
import { platformsExperiment } from './platforms/experiment.ts';
import { poolClassesExperiment } from './pool-classes/experiment.ts';
import { poolMapExperiment } from './pool-map/experiment.ts';
import { poolMixedExperiment } from './pool-mixed.ts';
import { poolMechanicsExperiment } from './pool-mechanics/experiment.ts';
import { poolSizeExperiment } from './pool-size/experiment.ts';
import { processesOrThreadsExperiment } from './processes-or-threads.ts';
import { sameOrNotExperiment } from './same-or-not.ts';
import { others } from './subjects.ts';

/** Every experiment of the lab, in the order in which it lists them. */
export const experiments: readonly Experiment[] = [
  poolSizeExperiment,
  poolClassesExperiment,
  poolMixedExperiment,
  poolMapExperiment,
  poolMechanicsExperiment,
  loopOrThreadsExperiment,
  clusterExperiment,
  processesOrThreadsExperiment,
  sameOrNotExperiment,
  platformsExperiment,
];

/** @throws Problem EXPERIMENT_UNKNOWN */
export function findExperiment(name: string): Experiment {
  const found = experiments.find((experiment) => experiment.name === name);
  const known = experiments.map((experiment) => experiment.name);
  if (!found) throw problem('EXPERIMENT_UNKNOWN', others(name, known, 'lab'));
  return found;
}
