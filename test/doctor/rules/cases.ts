/** Every rule has cases. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import type { Case } from './case.ts';
import { processCases } from './cases-process.ts';
import { poolCases } from './cases-pool.ts';
import { otherCases } from './cases-rest.ts';

export const cases: Readonly<Record<RuleId, readonly Case[]>> = {
  ...poolCases,
  ...otherCases,
  ...processCases,
};
/** Those in which the rule speaks. */
export const firing = (id: RuleId) => cases[id].filter(({ answer }) => answer === 'finding');
