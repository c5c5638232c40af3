/** All rules in one table. */
import type { RuleId } from '../../model/diagnosis.ts';
import { blockingCalls } from './blocking-calls.ts';
import { cpuSaturated, cpuThrottled, tooManyProcesses } from './cpu.ts';
import { downstream } from './downstream.ts';
import { heapLimit } from './heap-limit.ts';
import { loopBlocked } from './loop-blocked.ts';
import { loopSaturated } from './loop-saturated.ts';
import { longGc, memoryGrowth, memoryLeak } from './memory.ts';
import { poolHog } from './pool-hog.ts';
import { poolLock } from './pool-lock.ts';
import { poolSizeNotInForce } from './pool-size-not-in-force.ts';
import { poolStarvedOfCpu } from './pool-starved-of-cpu.ts';
import { poolStuck } from './pool-stuck.ts';
import { poolTooLarge } from './pool-too-large.ts';
import { poolTooSmall } from './pool-too-small.ts';
import type { Rule } from './rule.ts';
import { slowQueue } from './slow-lane.ts';
import { stopped } from './stopped.ts';
import { backlog, workerImbalance } from './traffic.ts';
import { workersSaturated } from './workers-saturated.ts';

/** Of findings of the same weight the earlier is told first. */
const byId: Readonly<Record<RuleId, Rule>> = {
  stopped,
  'memory-growth': memoryGrowth,
  'pool-stuck': poolStuck,
  'slow-lane': slowQueue,
  'pool-size-not-in-force': poolSizeNotInForce,
  'pool-hog': poolHog,
  'pool-too-large': poolTooLarge,
  'pool-starved-of-cpu': poolStarvedOfCpu,
  'pool-lock': poolLock,
  'pool-too-small': poolTooSmall,
  'cpu-throttled': cpuThrottled,
  'blocking-calls': blockingCalls,
  'heap-limit': heapLimit,
  'long-gc': longGc,
  'loop-saturated': loopSaturated,
  'loop-blocked': loopBlocked,
  'too-many-processes': tooManyProcesses,
  'worker-imbalance': workerImbalance,
  'workers-saturated': workersSaturated,
  'cpu-saturated': cpuSaturated,
  backlog,
  downstream,
  'memory-leak': memoryLeak,
};

export const rules: readonly Rule[] = Object.values(byId);
export const ruleIds: readonly RuleId[] = rules.map(({ id }) => id);
