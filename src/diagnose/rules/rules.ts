/** All rules in one table. */
import { ruleIds, type RuleId } from '../../model/diagnosis.ts';
import { loopSaturated } from './loop-saturated.ts';
import { poolTooSmall } from './pool-too-small.ts';
import type { Rule } from './rule.ts';

const byId: Readonly<Partial<Record<RuleId, Rule>>> = {
  'pool-too-small': poolTooSmall,
  'loop-saturated': loopSaturated,
};

/** In the order of `ruleIds`. */
export const rules: readonly Rule[] = ruleIds.flatMap((id) => byId[id] ?? []);
