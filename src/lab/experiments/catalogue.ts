import { nearest, problem } from '../../model/problem.ts';
import { clusterExperiment } from './cluster/experiment.ts';
import type { Experiment } from './experiment.ts';
import { loopOrThreadsExperiment } from './loop-or-threads/experiment.ts';
import { poolClassesExperiment } from './pool-classes/experiment.ts';
import { poolMapExperiment } from './pool-map/experiment.ts';
import { poolMixedExperiment } from './pool-mixed/experiment.ts';
import { poolMechanicsExperiment } from './pool-mechanics/experiment.ts';
import { poolSizeExperiment } from './pool-size/experiment.ts';
import { processesOrThreadsExperiment } from './processes-or-threads/experiment.ts';

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
];

/** Experiments that are specified and cannot be run yet: listed, so that nobody looks for them in vain. */
export const comingExperiments: readonly (Pick<Experiment, 'name' | 'question' | 'sources' | 'needs'> & {
  readonly why: string;
})[] = [
  {
    name: 'platforms',
    question: 'Would multi-threaded Spring beat Node under many concurrent requests?',
    sources: ['event loop against worker threads: the question that the document leaves open'],
    needs: ['Java and Maven for Spring', 'Go'],
    why: 'Its servers in Java and Go are not part of this version.',
  },
];

/** @throws Problem EXPERIMENT_UNKNOWN, EXPERIMENT_COMING */
export function findExperiment(name: string): Experiment {
  const found = experiments.find((experiment) => experiment.name === name);
  if (found) return found;
  const known = experiments.map((experiment) => experiment.name);
  const coming = comingExperiments.find((experiment) => experiment.name === name);
  if (coming) throw problem('EXPERIMENT_COMING', { name, why: coming.why, known: known.join(', ') });
  const near = nearest(name, known);
  const hint = near ? `Did you mean "${near}"?` : 'See "chokepoint lab --list".';
  throw problem('EXPERIMENT_UNKNOWN', { name, known: known.join(', '), hint });
}
