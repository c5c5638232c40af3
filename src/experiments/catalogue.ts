import { nearest, problem } from '../model/problem.ts';
import type { Experiment } from './experiment.ts';
import { poolSizeExperiment } from './pool-size/experiment.ts';

/** Every experiment of the lab, in the order in which it lists them. */
export const experiments: readonly Experiment[] = [poolSizeExperiment];

/** @throws Problem EXPERIMENT_UNKNOWN */
export function findExperiment(name: string): Experiment {
  const found = experiments.find((experiment) => experiment.name === name);
  if (found) return found;
  const known = experiments.map((experiment) => experiment.name);
  const near = nearest(name, known);
  const hint = near ? `Did you mean "${near}"?` : 'See "chokepoint lab --list".';
  throw problem('EXPERIMENT_UNKNOWN', { name, known: known.join(', '), hint });
}
