/** What a script or an agent needs to decide: the document of `--json --brief`, at the places of the whole one. */
import { briefBytes } from '../../messages/brief.ts';
import { inEnglish, jsonText, type AnyMessage } from '../../messages/message.ts';
import type { CheckResult } from '../../model/check.ts';
import type { Diagnosis, Finding } from '../../model/diagnosis.ts';
import type { Calibration, PredictedSetting, RefusedSetting } from '../../model/prediction.ts';
import type { Proof } from '../../model/proof.ts';
import type { PublishedCheck } from '../../model/published.ts';
import type { WatchTarget } from '../../model/watch.ts';
import type { Answer, Estimate, RunResult, Summary } from '../../model/verdict.ts';
import { nextStep } from '../next-step.ts';
import { headline } from '../outline/headline.ts';
import { shownRun } from '../outline/shown-run.ts';
import type { Page } from '../page.ts';

/** One sentence, the answer with its intervals, what to change, and the next command. */
export function briefResult(result: RunResult) {
  const shown = shownRun(result);
  const { run, plan, answer, summaries, checks, warnings, focus } = shown;
  return {
    schema: 2,
    run: { id: run.id, status: run.status },
    plan: { name: plan.name, baseline: plan.baseline },
    headline: answer.kind === 'gate' ? answer.gate.sentence : headline(shown),
    next: nextStep(shown),
    ...briefAnswer(answer),
    comparisons: focus.comparisons.map((one) => ({
      ...picked(one, 'cell', 'baseline', 'metric', 'ratio', 'word'),
      ratio: interval(one.ratio),
    })),
    summaries: summaries.flatMap(briefSummary),
    checks: checks.flatMap(failedCheck),
    warnings,
  };
}

/** A check that failed and takes something away: the others are notes for whoever reads everything. */
const failedCheck = ({ id, outcome, effect, sentence }: CheckResult) =>
  outcome === 'fail' && effect !== 'note' ? [{ id, effect, sentence }] : [];

/** Some members, in this order. */
const picked = <From, Name extends keyof From>(from: From, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
const interval = (one: Pick<Estimate, 'value' | 'low' | 'high'>) => picked(one, 'value', 'low', 'high');

function briefAnswer(answer: Answer) {
  switch (answer.kind) {
    case 'sweep':
      return {};
    case 'lab':
      return { claims: answer.claims.map((one) => picked(one, 'id', 'verdict')) };
    case 'gate': {
      const { verdict, metric, loss, threshold, because } = answer.gate;
      return { gate: { verdict, metric, loss: loss && interval(loss), threshold, because } };
    }
    case 'tune': {
      const { verdict, id, setting, keepsDefault, gain, apply } = answer.recommendation;
      const [change = null] = apply?.ways ?? [];
      return {
        recommendation: { verdict, id, setting, keepsDefault, gain: gain && interval(gain.ratio), change },
      };
    }
    case 'capacity': {
      const findings = answer.capacity.findings.map((one) =>
        picked(one, 'cell', 'word', 'about', 'rate', 'kept', 'broken', 'limit'),
      );
      return { capacity: { sentence: answer.capacity.sentence, findings } };
    }
  }
}

/** A setting with the figures that are asked for most, and their intervals; none where nothing is known of it. */
function briefSummary({ cell, failed, problems, metrics }: Summary) {
  const { throughput, mean, p99 } = metrics;
  const figures = Object.entries({ throughput, mean, p99 }).flatMap(([metric, figure]) =>
    figure ? [[metric, interval(figure)] as const] : [],
  );
  if (failed === 0 && figures.length === 0) return [];
  return [{ cell, ...(failed > 0 && { failed, problems }), metrics: Object.fromEntries(figures) }];
}

/** @param page whose sentence is the answer */
export function briefPrediction(
  { from, setting, measured }: Calibration,
  settings: readonly (PredictedSetting | RefusedSetting)[],
  page: Page,
) {
  return {
    schema: 1,
    from: picked(from, 'run', 'cell'),
    headline: page.verdict.sentence,
    next: page.next,
    setting,
    measured,
    settings: settings.map((one) => {
      if ('refused' in one) return picked(one, 'label', 'refused');
      const range = picked(one.range, 'throughput', 'mean');
      return { ...picked(one, 'label', 'throughput', 'mean', 'range', 'limit'), range };
    }),
  };
}

export const briefCheck = (found: PublishedCheck) => ({
  schema: 1,
  ...picked(found, 'sentence', 'canCompare', 'ratios', 'checks', 'differences', 'repairs'),
  checks: found.checks.flatMap(failedCheck),
});

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
    const others = Math.max(0, (diagnosis.findings[0]?.changes.length ?? 0) - 1);
    const document = {
      ...withoutParts(diagnosis, new Set(dispensable.slice(0, left))),
      ...beside,
      ...(left + others > 0 && { leftOut: left + others }),
    };
    const isShort = Buffer.byteLength(jsonText(document)) <= briefBytes;
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
        ...others.map((one) => ({
          ...picked(one, 'rule', 'severity'),
          ...(!without.has('titles') && { title: textOf(one.title) }),
        })),
      ],
    },
  };
}

function firstFinding(finding: Finding, without: ReadonlySet<Part>) {
  const { pids, title, because, changes, expect, gain } = finding;
  const [change] = changes;
  return {
    ...picked(finding, 'rule', 'severity', 'resource', 'verb'),
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
export const briefProof = (proof: Proof) => ({
  ...picked(proof, 'today', 'setting', 'verdict', 'metric', 'ratio', 'run'),
  ...(proof.cost && { cost: textOf(proof.cost) }),
});
