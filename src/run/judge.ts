/** What a stored run means: its trials, judged. */
import { message } from '../messages/message.ts';
import { capacityOf, checksOfRates } from '../capacity/answer.ts';
import { runChecks } from '../judge/checks/checks.ts';
import type { Run } from '../judge/compare-runs.ts';
import { gateOfRun } from '../judge/gate-against-run.ts';
import { gateOfRevision } from '../judge/gate.ts';
import { comparisons, warnings } from '../judge/comparisons.ts';
import { claimVerdicts } from './claims.ts';
import { noise } from '../judge/noise.ts';
import type { NoiseReport } from '../model/noise.ts';
import { median } from '../stats/mean-and-spread.ts';
import type { RunSoFar } from '../predict/calibrate.ts';
import { modelOfRun } from '../predict/predict-run.ts';
import { recommendationOf } from '../tune/run-search.ts';
import { summarize } from '../judge/summarize.ts';
import { withoutRefused } from '../judge/turns.ts';
import { withSpeed } from '../judge/machine-speed.ts';
import { withChecks } from '../tune/apply-checks.ts';
import { limitsOf } from '../tune/limits.ts';
import { isWorthIt, saysOf } from '../tune/messages.ts';
import { lackOf } from '../judge/lack.ts';
import { withholdVerdicts, withoutVoid } from '../judge/withhold-verdicts.ts';
import { withoutAnswer, requestsWithoutJobs } from '../tune/ineffective-factor.ts';
import { noLab } from './experiment.ts';
import { applications } from '../apply/apply.ts';
import type { CheckResult } from '../model/check.ts';
import type { JudgedExperiment, Lab } from '../model/experiment.ts';
import { askedIn, type Plan, type Strategy } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import type { Recommendation, TuneStop } from '../model/tune.ts';
import type { Answer, ClaimVerdict, Measured, Recommended, RunResult, Summary } from '../model/verdict.ts';
import type { Store, StoredRun } from '../store/store.ts';

/** Judges a run of the store, with the run that its gate compares with, if it still exists. @throws Problem RUN_NOT_FOUND */
export function judgeStored(store: Store, id: string, lab: Lab): RunResult {
  const stored = store.read(id);
  const against = askedIn(stored.plan).gate?.against;
  const isThere = against?.kind === 'run' && store.list().some((row) => row.id === against.id);
  return judge(stored, isThere ? store.read(against.id) : null, lab);
}

export const experimentOf = (plan: Plan, { experiments }: Lab) =>
  experiments.find(({ name }) => name === plan.name);

interface Beside {
  /** The run that its gate compares with. */
  readonly base: StoredRun | null;
  /** The experiment of the lab that it is of. */
  readonly known: JudgedExperiment | undefined;
}

/** The parts of a result that depend on what was asked. */
type RunJudgement = Omit<RunResult, 'schema' | 'run' | 'host' | 'plan' | 'trials' | 'warnings'>;

const judgeBy: Readonly<Record<Strategy['kind'], (run: Run, beside: Beside) => RunJudgement>> = {
  all: judgeSettings,
  sequence: judgeSettings,
  gate: judgeSettings,
  leaving: judgeSettings,
  search: judgeSearch,
  capacity: judgeCapacity,
};

/**
 * Judges a stored run: pure, so that the same data always give the same result.
 * @param base run that its gate compares with
 * @param lab needed for a run of one of its experiments
 */
export function judge(stored: StoredRun, base: StoredRun | null = null, lab = noLab): RunResult {
  const { head, plan, host } = stored;
  // Without the trials that a refused turn spoilt.
  const run = { head, plan, host, trials: withoutRefused(stored.trials) };
  const judged = judgeBy[plan.strategy.kind](run, { base, known: experimentOf(plan, lab) });
  const {
    answer,
    measurements,
    summaries,
    comparisons: compared,
    checks,
    noise: seen,
    model,
    passages,
  } = judged;
  // In the order in which the result is written.
  return {
    schema: 2,
    answer,
    run: head,
    host,
    plan,
    trials: run.trials,
    measurements,
    summaries,
    comparisons: compared,
    checks,
    noise: seen,
    ...(model && { model }),
    passages,
    warnings: warnings(plan, run.trials),
  };
}

/** Settings beside each other: a sweep, a gate, or an experiment of the lab with its claims. */
function judgeSettings(run: Run, { base, known }: Beside): RunJudgement {
  const { head, plan, host, trials } = run;
  const checks = runChecks(plan, host, trials);
  const counted = withoutVoid(checks, trials);
  const { data, verdicts } = claimVerdicts(known?.claims ?? [], plan, host, counted, lackOf(checks), checks);
  const judged = withholdVerdicts(checks, comparisons(plan, counted, head.status), verdicts);
  const gate = gateOfRevision(plan, judged.comparisons, checks, head.reason) ?? gateOfRun(run, checks, base);
  return {
    answer: gate ? { kind: 'gate', gate } : known ? ofLab(known, data, judged.claims) : { kind: 'sweep' },
    comparisons: judged.comparisons,
    noise: noise(plan, counted),
    passages: known?.passages(data) ?? [],
    ...measuredOf(run, checks, counted, data.summaries),
  };
}

const ofLab = (known: JudgedExperiment, data: Measured, claims: readonly ClaimVerdict[]): Answer => ({
  kind: 'lab',
  question: known.question,
  design: known.design,
  answer: known.answer?.(data) ?? null,
  claims,
});

/** A search compares by itself: trials with which it chose are no evidence. */
function judgeSearch(run: Run): RunJudgement {
  const { head, plan, host, trials } = run;
  const checks = checksOfSearch(plan, trials, runChecks(plan, host, trials));
  const counted = withoutVoid(checks, trials);
  const recommendation = recommended(run, checks, head.status === 'finished' ? 'budget' : 'interrupted');
  return {
    answer: { kind: 'tune', recommendation },
    comparisons: [],
    noise: noiseOf(recommendation, noise(plan, counted)),
    passages: [],
    ...measuredOf(run, checks, counted, summarize(plan, counted)),
  };
}

/** Trials that were loaded at different rates: an average over them has no meaning. */
function judgeCapacity({ plan, host, trials }: Run): RunJudgement {
  const checks = checksOfRates(runChecks(plan, host, trialsToCheck(trials)));
  const summaries = summarize(plan, withoutVoid(checks, trials));
  return {
    answer: { kind: 'capacity', capacity: capacityOf(plan, host, trials, checks) },
    checks,
    comparisons: [],
    measurements: [],
    noise: null,
    passages: [],
    summaries: summaries.map((one) => ({ ...one, metrics: {} })),
  };
}

/** What settings that were loaded alike show, and the model of their server. */
function measuredOf(
  run: Run,
  checks: readonly CheckResult[],
  counted: readonly Trial[],
  summaries: readonly Summary[],
) {
  const model = modelOfRun({ ...run, trials: counted }, summaries);
  return { checks, summaries, measurements: withSpeed(counted).measurements, ...(model && { model }) };
}

/** The noise report of a search. Its intervals hold together and are wider than those of two settings: it shows theirs. */
function noiseOf({ settings }: Recommendation, report: NoiseReport): NoiseReport {
  const halves = settings.flatMap(({ ratio }) => (ratio ? ratio.high / ratio.value - 1 : []));
  return halves.length === 0 ? report : { ...report, resolution: median(halves) };
}

/** Checks of a search. An unused pool shows in a single trial, so it needs no check of spread. */
function checksOfSearch(
  plan: Plan,
  trials: readonly Trial[],
  checks: readonly CheckResult[],
): readonly CheckResult[] {
  const isUnused = requestsWithoutJobs(plan, trials) !== null;
  return checks.map((check) => (isUnused && check.id === 'R1' ? { ...check, effect: 'note' } : check));
}

/** Trials to check: without the first of a setting, which searches for rates, unless there is no other. */
function trialsToCheck(trials: readonly Trial[]): readonly Trial[] {
  const later = trials.filter(({ block }) => block > 0);
  return later.length > 0 ? later : trials;
}

/** The recommendation of a search, from all its trials: the search itself knows no checks. */
function recommended(measured: RunSoFar, checks: readonly CheckResult[], stop: TuneStop): Recommended {
  const { plan, host, trials } = measured;
  const found = answerOf(measured, checks, stop);
  const { baseline, cells, subject } = plan;
  const { script, within = 0 } = askedIn(plan).search ?? {};
  const command = subject.kind === 'command' ? subject.command : [];
  // Levels that stay as they are today need no line to apply them.
  const today = cells.find(({ id }) => id === baseline)?.setting ?? {};
  const changed = Object.entries(found.setting ?? {}).filter(([key, level]) => level !== today[key]);
  const others = found.keepsDefault || found.id === null ? [] : [found.id];
  return {
    ...found,
    apply: isWorthIt(found, baseline) ? applications(Object.fromEntries(changed), command, script) : null,
    limits: limitsOf(trials, host, [baseline, ...others]),
    says: saysOf(found, within),
  };
}

/** The recommendation, without an answer if a validity check voids all trials. */
function answerOf(measured: RunSoFar, checks: readonly CheckResult[], stop: TuneStop): Recommendation {
  const found = recommendationOf(measured, stop);
  const isVoid = withoutVoid(checks, measured.trials).every(({ problem: why }) => why !== null);
  const flaw = checks.find(({ outcome, effect }) => outcome === 'fail' && effect === 'void');
  if (found.stopped !== 'not in force' && isVoid && flaw)
    return withoutAnswer(found, message('tune.check-voids', { check: flaw.id, sentence: flaw.sentence }));
  return withChecks(found, checks, measured.plan.baseline);
}
