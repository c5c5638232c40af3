/** Every rule has cases. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import type { Cases } from './case.ts';
import { processCases } from './cases-process.ts';
import { poolCases } from './cases-pool.ts';
import { otherCases } from './cases-rest.ts';

export const cases: Readonly<Record<RuleId, Cases>> = { ...poolCases, ...otherCases, ...processCases };
