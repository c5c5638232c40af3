/** All rules are asked about all processes, and what another finding explains is left out. */
import { ruleIds, type Diagnosis, type Finding, type RuleAnswer, type Severity } from '../model/diagnosis.ts';
import type { FleetVitals, Vitals } from '../model/vitals.ts';
import type { Found, NotFound, Rule } from './rules/rule.ts';
import { rules } from './rules/rules.ts';
import { isServing } from './vitals.ts';

export interface Judged {
  readonly findings: readonly Finding[];
  readonly answers: readonly RuleAnswer[];
  readonly word: Diagnosis['word'];
}

/** Asks all rules; pure figures in, so that every rule can be tried on figures by hand. */
export function judgeAll(
  processes: readonly Vitals[],
  fleet: FleetVitals,
  asked: readonly Rule[] = rules,
): Judged {
  const said = asked.map((rule) => ask(rule, processes, fleet));
  const all = said.flatMap(({ finding }) => finding ?? []);
  // What a primary's listen queue shows is made by its workers.
  const primaries = new Set(processes.filter(({ role }) => role === 'primary').map(({ pid }) => pid));
  const told = all.filter((finding) => !explanation(finding, all, primaries));
  const findings = told.toSorted(
    (one, other) =>
      weights[one.severity] - weights[other.severity] ||
      ruleIds.indexOf(one.rule) - ruleIds.indexOf(other.rule),
  );
  const answers = said.map(({ rule, finding, answer }): RuleAnswer => {
    const by = finding && explanation(finding, all, primaries);
    const because = by ? `${answer.because} This follows from ${by.rule}.` : answer.because;
    return { rule: rule.id, title: rule.title, word: answer.word, because };
  });
  const isChoked = findings.some(({ severity }) => severity !== 'info');
  const isOpen = said.some(({ isDecisive }) => isDecisive) || processes.length === 0;
  return { findings, answers, word: isChoked ? 'choke point' : isOpen ? 'cannot tell' : 'healthy' };
}

const weights: Readonly<Record<Severity, number>> = { critical: 0, warning: 1, info: 2 };

/** The finding that this one follows from: about the same processes, and of no less weight. */
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
        weights[other.severity] <= weights[finding.severity] &&
        finding.pids.every((pid) => other.pids.includes(pid) || primaries.has(pid)),
    ) ?? null
  );
}

interface Said {
  readonly rule: Rule;
  readonly finding: Finding | null;
  readonly answer: Pick<RuleAnswer, 'word' | 'because'>;
  readonly isDecisive: boolean;
}

function ask(rule: Rule, processes: readonly Vitals[], fleet: FleetVitals): Said {
  const serving = processes.filter(isServing);
  if (rule.about === 'fleet') {
    const word = rule.judge(serving, fleet);
    if (word.word !== 'finding') return quiet(rule, [word]);
    return together(rule, [{ pids: serving.map(({ pid }) => pid), word }]);
  }
  const about = rule.asksPrimary ? processes.filter(({ role }) => role !== 'launcher') : serving;
  const words = about.map((vitals) => ({ pids: [vitals.pid], word: rule.judge(vitals, fleet) }));
  const found = words.flatMap(({ pids, word }) => (word.word === 'finding' ? [{ pids, word }] : []));
  return found.length > 0
    ? together(rule, found)
    : quiet(
        rule,
        words.flatMap(({ word }) => (word.word === 'finding' ? [] : [word])),
      );
}

/** Processes with the same finding share it: the heaviest is told, with the numbers of all. */
function together(rule: Rule, found: readonly { pids: readonly number[]; word: Found }[]): Said {
  const sorted = found.toSorted(
    (one, other) =>
      weights[one.word.severity] - weights[other.word.severity] || other.word.weight - one.word.weight,
  );
  const [first] = sorted as [(typeof sorted)[number]];
  const { severity, verb = rule.verb, title, because, evidence, changes, expect, gain } = first.word;
  const others = sorted.length - 1;
  const finding: Finding = {
    rule: rule.id,
    severity,
    resource: rule.resource,
    pids: sorted.flatMap(({ pids }) => pids),
    verb,
    title: others === 0 ? title : `${title} (process ${first.pids.join(', ')}; ${others} more alike)`,
    because,
    evidence,
    changes,
    expect,
    gain,
    experiment: rule.experiment,
  };
  return { rule, finding, answer: { word: 'finding', because: `${finding.title}.` }, isDecisive: false };
}

/** Of several processes the least certain answer is the rule's. */
function quiet(rule: Rule, words: readonly NotFound[]): Said {
  const order = ['cannot tell', 'fine', 'does not apply'] as const;
  const answer = words.toSorted((one, other) => order.indexOf(one.word) - order.indexOf(other.word))[0];
  return {
    rule,
    finding: null,
    answer: answer ?? { word: 'does not apply', because: 'No process was seen that answers requests.' },
    isDecisive: words.some(({ isDecisive }) => isDecisive === true),
  };
}
