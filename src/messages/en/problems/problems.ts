/** The closed catalogue of what can go wrong, in English. */
import { attachProblems } from './attach.ts';
import { commandLineProblems } from './command-line.ts';
import { contestantProblems } from './contestants.ts';
import { gateProblems } from './gate.ts';
import { generatorProblems } from './generators.ts';
import { k6Problems } from './k6.ts';
import { lookProblems } from './look.ts';
import { predictProblems } from './predict.ts';
import { publishedProblems } from './published.ts';
import { reachProblems } from './reach.ts';
import { storeProblems } from './store.ts';
import { trialProblems } from './trial.ts';

export const englishProblems = {
  ...attachProblems,
  ...commandLineProblems,
  ...contestantProblems,
  ...gateProblems,
  ...generatorProblems,
  ...k6Problems,
  ...lookProblems,
  ...predictProblems,
  ...publishedProblems,
  ...reachProblems,
  ...storeProblems,
  ...trialProblems,
};
