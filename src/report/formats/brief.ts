/** What a script or an agent needs to decide: the document of `--json` without trials, measurements and tables. */
import { inEnglish, jsonText, type AnyMessage } from '../../messages/message.ts';
import type { Diagnosis, Finding } from '../../model/diagnosis.ts';
import type { CapacityFinding, CapacityResult } from '../../model/capacity.ts';
import { askedIn } from '../../model/plan.ts';
import type { Proof } from '../../model/proof.ts';
import type { WatchTarget } from '../../model/watch.ts';
import { documentOf, type Estimate, type RunResult, type Summary } from '../../model/verdict.ts';
import { nextStep } from '../next-step.ts';
import { headline } from '../outline/headline.ts';
import { shownRun } from '../outline/shown-run.ts';

export function briefResult(result: RunResult) {
  const { trials: _, measurements: __, passages: ___, model: ____, ...rest } = result;
  const { summaries, plan, answer } = rest;
  const { name, scale, subject, asked, factors, baseline, blocks, seed } = plan;
  const { gate } = askedIn(plan);
  const shown = shownRun(result);
  return {
    ...documentOf(rest),
    ...(answer.kind === 'capacity' && { capacity: briefCapacity(answer.capacity) }),
    headline: headline(shown),
    next: nextStep(shown),
    plan: { name, scale, subject, asked, factors, baseline, blocks, seed, ...(gate && { gate }) },
    summaries: summaries.map(briefSummary),
  };
}

/** The answer without its windows. */
function briefCapacity({ findings, ...answer }: CapacityResult) {
  return { ...answer, findings: findings.map(briefFinding) };
}

function briefFinding({ model, ...finding }: CapacityFinding) {
  const { points: _, ...rest } = finding;
  return { ...rest, model: model && { ...model, curve: [] } };
}

/** A setting with its figures and their intervals. */
function briefSummary({ metrics, ...summary }: Summary) {
  const figures = Object.entries(metrics).map(([metric, { value, low, high }]: [string, Estimate]) => [
    metric,
    { value, low, high },
  ]);
  return {
    ...summary,
    metrics: Object.fromEntries(figures) as Record<string, Pick<Estimate, 'value' | 'low' | 'high'>>,
  };
}

/** Most bytes of a document: a program that reads with care takes no more. */
const mostBytes = 2048;
/** Parts that are left out, in this order, where a document is longer. */
const dispensable = ['because', 'titles', 'expect', 'change'] as const;
type Part = (typeof dispensable)[number];

const mostPids = 4;
const longestTarget = 300;

/**
 * What the doctor says, at the places of its whole document (`diagnosis.findings[0].rule`), in at most 2 kB: the first finding with
 * what to change, the others by their titles.
 * @param beside what else is in the document
 */
export function briefDiagnosis<Beside extends object>(diagnosis: Diagnosis, beside: Beside) {
  for (let left = 0; ; left++) {
    const document = { ...withoutParts(diagnosis, new Set(dispensable.slice(0, left))), ...beside };
    const isShort = Buffer.byteLength(jsonText(document)) <= mostBytes;
    if (isShort || left === dispensable.length) return document;
  }
}

function withoutParts(diagnosis: Diagnosis, without: ReadonlySet<Part>) {
  const { id, target, duration, status, sentence, findings } = diagnosis;
  const [first, ...others] = findings;
  return {
    schema: 2,
    target: shortTarget(target),
    diagnosis: {
      id,
      duration,
      status,
      sentence: textOf(sentence),
      findings: [
        ...(first === undefined ? [] : [firstFinding(first, without)]),
        ...others.map(({ rule, severity, title }) => ({
          rule,
          severity,
          ...(!without.has('titles') && { title: textOf(title) }),
        })),
      ],
    },
  };
}

function firstFinding(finding: Finding, without: ReadonlySet<Part>) {
  const { rule, severity, resource, verb, pids, title, because, changes, expect, gain } = finding;
  const [change] = changes;
  return {
    rule,
    severity,
    resource,
    verb,
    pids: pids.slice(0, mostPids),
    title: textOf(title),
    ...(!without.has('because') && { because: textOf(because) }),
    changes: change === undefined || without.has('change') ? [] : [{ ...change, what: textOf(change.what) }],
    ...(!without.has('expect') && { expect: textOf(expect) }),
    gain,
  };
}

/** A message without its parameters: the text has its figures. */
const textOf = (one: AnyMessage) => ({ code: one.code, text: inEnglish(one) });

function shortTarget(target: WatchTarget): WatchTarget {
  if (target.type === 'pid' || target.command.join(' ').length <= longestTarget) return target;
  const text = target.command.join(' ');
  return { ...target, command: [`${text.slice(0, longestTarget)}…`] };
}

/** The setting that was advised, and whether it was shown to help. */
export function briefProof({ today, setting, verdict, metric, ratio, run, cost }: Proof) {
  return { today, setting, verdict, metric, ratio, run, ...(cost && { cost: textOf(cost) }) };
}
