/** The table of all rules. All are asked about all processes; findings that another finding explains are left out. */
import { type Message, message } from '../messages/message.ts';
import type { Diagnosis, Finding, RuleAnswer, RuleId } from '../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../model/vitals.ts';
import { type Rule, type RuleResult, figures, reasonOf } from './rules/rule.ts';
import { byCpu, isServing } from './vitals.ts';
import { blockingCalls } from './rules/blocking-calls.ts';
import { cpuSaturated, cpuThrottled, tooManyProcesses } from './rules/cpu.ts';
import { connectionPool } from './rules/connections.ts';
import { downstream } from './rules/downstream.ts';
import { heapLimit } from './rules/heap-limit.ts';
import { loopBlocked, loopSaturated } from './rules/loop.ts';
import { longGc, memoryGrowth, memoryLeak } from './rules/memory.ts';
import { poolHog } from './rules/pool-hog.ts';
import { poolLock, poolStuck } from './rules/pool-held.ts';
import { poolSizeNotInForce, poolTooLarge, poolTooSmall } from './rules/pool-size.ts';
import { poolStarvedOfCpu } from './rules/pool-starved-of-cpu.ts';
import { slowQueue } from './rules/slow-lane.ts';
import { stopped } from './rules/stopped.ts';
import { backlog, workerImbalance, workersSaturated } from './rules/traffic.ts';

export interface Evaluation {
  readonly findings: readonly Finding[];
  readonly answers: readonly RuleAnswer[];
  readonly status: Diagnosis['status'];
  /** Something that was not seen and could be the bottleneck; null if there is none. */
  readonly open: Message | null;
}

/** Asks all rules. They take plain figures, so that each can be tried on figures written by hand. */
export function evaluateRules(
  processes: readonly Vitals[],
  service: ServiceVitals,
  asked: readonly Rule[] = rules,
): Evaluation {
  const outcomes = asked.map((rule) => evaluateRule(rule, processes, service));
  const all = outcomes.flatMap(({ finding }) => finding ?? []);
  // The listen queue of a primary is filled because its workers are slow.
  const primaries = new Set(processes.filter(({ role }) => role === 'primary').map(({ pid }) => pid));
  const findings = all
    .filter((finding) => !explanation(finding, all, primaries))
    .toSorted(
      (one, other) =>
        ranks[one.severity] - ranks[other.severity] ||
        ruleIds.indexOf(one.rule) - ruleIds.indexOf(other.rule),
    );
  const answers = outcomes.map(({ finding, answer }): RuleAnswer => {
    const by = finding && explanation(finding, all, primaries);
    if (!by) return answer;
    const because = message('finding.follows', { title: finding.title, from: by.rule });
    return { ...answer, because };
  });
  const isBottleneck = findings.some(({ severity }) => severity !== 'info');
  const open = outcomes.find(({ isDecisive }) => isDecisive)?.answer.because ?? null;
  const isOpen = open !== null || processes.length === 0;
  const status = isBottleneck ? 'bottleneck' : isOpen ? 'cannot tell' : 'healthy';
  return { findings, answers, status, open };
}

/** Order of results: the most severe finding of several processes stands for the rule, without one the least certain answer. */
const ranks = { critical: 0, warning: 1, info: 2, 'cannot tell': 3, fine: 4, 'does not apply': 5 } as const;

function compare(one: RuleResult, other: RuleResult): number {
  const rank = (result: RuleResult) => ranks[result.status === 'finding' ? result.severity : result.status];
  const weight = (result: RuleResult) => (result.status === 'finding' ? result.weight : 0);
  return rank(one) - rank(other) || weight(other) - weight(one);
}

/** The finding that this one follows from: about the same processes, and at least as severe. */
function explanation(
  finding: Finding,
  all: readonly Finding[],
  primaries: ReadonlySet<number>,
): Finding | null {
  return (
    all.find(
      (other) =>
        other !== finding &&
        rules.some(({ id, explains }) => id === other.rule && explains.includes(finding.rule)) &&
        ranks[other.severity] <= ranks[finding.severity] &&
        finding.pids.every((pid) => other.pids.includes(pid) || primaries.has(pid)),
    ) ?? null
  );
}

/** Processes with the same finding share it: the heaviest is named, with the numbers of all. */
function evaluateRule(rule: Rule, processes: readonly Vitals[], service: ServiceVitals) {
  const serving = processes.filter(isServing);
  const asked =
    rule.about === 'process' && rule.asksPrimary
      ? processes.filter(({ role }) => role !== 'launcher')
      : serving;
  const results =
    rule.about === 'process'
      ? asked.map((vitals) => ({
          pids: [vitals.pid],
          result: rule.judge(vitals, service),
          signals: rule.signals(vitals, service),
        }))
      : [
          {
            // The first one is shown.
            pids: byCpu(serving).map(({ pid }) => pid),
            result: rule.judge(serving, service),
            signals: rule.signals(serving, service),
          },
        ];
  const sorted = results.toSorted((one, other) => compare(one.result, other.result));
  const [first] = sorted;
  const { id, resource, experiment } = rule;
  const title = message(`${id}.rule`);
  const answer = (status: RuleAnswer['status'], because: Message): RuleAnswer => ({
    rule: id,
    title,
    status,
    because,
  });
  if (!first)
    return { finding: null, answer: answer('does not apply', message('rule.no-process')), isDecisive: false };
  if (first.result.status !== 'finding') {
    const because = reasonOf(first.result, first.signals, rule);
    const isDecisive = results.some(
      ({ result }) => result.status === 'cannot tell' && result.isDecisive === true,
    );
    return { finding: null, answer: answer(first.result.status, because), isDecisive };
  }
  const { status, weight: _, verb = rule.verb, also = [], ...found } = first.result;
  const { evidence = [...figures(first.signals), ...also] } = found;
  const alike = sorted.filter(({ result }) => result.status === 'finding');
  const others = alike.length - 1;
  const pids = alike.flatMap((one) => one.pids);
  const named =
    others === 0
      ? found.title
      : message('finding.alike', { title: found.title, pid: first.pids[0] ?? 0, others });
  const finding: Finding = { ...found, evidence, rule: id, resource, experiment, pids, verb, title: named };
  return { finding, answer: answer(status, message('finding.is', { title: named })), isDecisive: false };
}

/** All rules, by id. Among findings of the same severity, the rule listed first comes first. */
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
  'connection-pool': connectionPool,
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
