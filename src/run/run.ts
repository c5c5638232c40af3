/** The whole way on one page: plan → trials → samples → summaries → comparison → verdict. */
import { runChecks } from '../judge/checks/checks.ts';
import { cellToHold, gateOfRun, requireAlike } from '../judge/gate-against-run.ts';
import { gateOfRevision, gatePassage } from '../judge/gate.ts';
import { primaryMetric } from '../judge/groups.ts';
import { comparisons, warnings } from '../judge/judge.ts';
import { nextBlock } from './next-block.ts';
import { measured } from '../judge/measured.ts';
import { noise } from '../judge/noise.ts';
import { pair } from '../judge/pair.ts';
import { modelOfRun } from '../predict/of-run.ts';
import { isGuidable, isVain, recommendationOf, windowProblem } from '../tune/next-plan.ts';
import { measurement } from '../judge/summarize.ts';
import { gridOf, poolFactor } from '../tune/grid.ts';
import { withChecks } from '../tune/validity.ts';
import { tunePassages } from '../tune/passage.ts';
import { watched, weigh, withoutVoid } from '../judge/weigh.ts';
import { withoutAnswer, withoutEffect } from '../tune/without-effect.ts';
import { comingExperiments, experiments, findExperiment } from '../lab/experiments/catalogue.ts';
import { tooFewBlocks } from '../lab/experiments/evidence.ts';
import type { PlanOptions } from '../lab/experiments/experiment.ts';
import { gatePlan, type GateOptions } from './plans/gate.ts';
import { constant, findSubject, subjects, topologyOf } from '../lab/experiments/subjects.ts';
import { sweepPlan, type SweepOptions } from './plans/sweep.ts';
import { tunePlan, type TunePlanOptions } from './plans/tune.ts';
import { created, requireTrusted, resumed, type Consent } from './begin.ts';
import { checkOut } from '../server/base.ts';
import { experiment, type ExperimentOptions } from './experiment.ts';
import { facts } from './facts.ts';
import { hostConditions, wholeCpus } from '../host/host.ts';
import { findNodes } from '../host/node-versions.ts';
import { partCpus, preflight } from '../server/preflight.ts';
import { serve, type ServeEvent } from '../server/serve.ts';
import { applications } from '../model/apply/apply.ts';
import type { CheckResult } from '../model/check.ts';
import type { RunEvent } from '../model/event.ts';
import type { Plan } from '../model/plan.ts';
import { Problem } from '../model/problem.ts';
import { hiddenError, hiddenPlan } from '../model/redact/redact-plan.ts';
import { isDisturbed } from '../model/sample.ts';
import type { Recommendation, TuneStop } from '../model/tune.ts';
import type { ClaimVerdict, RunPair, RunResult } from '../model/verdict.ts';
import type { Store, StoredRun } from '../store/store.ts';

export {
  cellToHold,
  checkOut,
  experiments,
  findExperiment,
  findNodes,
  primaryMetric,
  requireAlike,
  withoutEffect,
};
export { constant, findSubject, poolFactor, serve, subjects, topologyOf, type ServeEvent };

export type RunOptions = Partial<Omit<ExperimentOptions, 'run' | 'done' | 'real' | 'secrets'>> &
  Consent & { readonly signal: AbortSignal };

/** One experiment as `lab --list` shows it. */
export interface ExperimentRow {
  readonly name: string;
  readonly question: string;
  readonly sources: readonly string[];
  readonly needs: readonly string[];
  /** Keys that `--vary` knows for it. */
  readonly keys: readonly string[];
  readonly claims: readonly { readonly id: string; readonly text: string; readonly source: string }[];
  /** Milliseconds that a quick run takes on this machine; null if it cannot be run, and then why. */
  readonly expected: number | null;
  readonly why?: string;
}

/** Every experiment, those that are still to come among them. */
export async function listExperiments(): Promise<ExperimentRow[]> {
  const known = facts(hostConditions());
  const options = { scale: 'quick', seed: 1, blocks: null, only: [], node: null } as const;
  const rows: ExperimentRow[] = [];
  for (const { name, question, sources, needs, keys, claims, plan } of experiments) {
    const told = claims.map(({ id, text, source }) => ({ id, text, source }));
    const row = { name, question, sources, needs, keys, claims: told };
    try {
      const { expected, limit } = await plan(options, known);
      rows.push({ ...row, expected: Math.min(expected, limit ?? Infinity) });
    } catch (error) {
      // What this machine lacks for one experiment is no reason to hide the others.
      if (!(error instanceof Problem)) throw error;
      rows.push({ ...row, expected: null, why: `${error.what} ${error.todo}` });
    }
  }
  return [...rows, ...comingExperiments.map((row) => ({ ...row, keys: [], claims: [], expected: null }))];
}

/** The plan of a named experiment for this machine. @throws Problem EXPERIMENT_UNKNOWN, EXPERIMENT_COMING, VARY_LEVEL_INVALID */
export function planExperiment(name: string, options: PlanOptions): Promise<Plan> {
  return findExperiment(name).plan(options, facts(hostConditions()));
}

/** The plan of a sweep over the user's own server; the CPUs are parted where there are enough. */
export function planSweep(options: Omit<SweepOptions, 'affinity'>): Plan {
  return sweepPlan({ ...options, affinity: partCpus(hostConditions()) });
}

/** The plan of a gate: base and head in common blocks, or the working tree alone against a stored run. */
export function planGate(options: Omit<GateOptions, 'affinity'>): Plan {
  return gatePlan({ ...options, affinity: partCpus(hostConditions()) });
}

/** The plan of a search over the user's own server. */
export function planTune(options: Omit<TunePlanOptions, 'affinity' | 'settings' | 'today'>): Plan {
  const { search, factors } = options;
  const anchored = factors.map(({ key, levels }) => ({ key, levels, anchors: search.anchors[key] ?? [] }));
  const grid = gridOf({ factors: anchored, default: search.default });
  const affinity = partCpus(hostConditions());
  const isGuided = isGuidable(grid, search.objective, options.load);
  return tunePlan({
    ...options,
    search: { ...search, ...(isGuided && { isGuided }) },
    affinity,
    settings: grid.settings,
    today: grid.default.id,
  });
}

/** Whole CPUs of this machine: what the level `cores` means. */
export function cpus(): number {
  return wholeCpus(hostConditions());
}

/**
 * Runs a plan, or goes on with a stored run, and judges it. Each trial is stored before anybody hears of it.
 * @param what a plan, or a run that `store.read` returned
 * @throws Problem what `Store` and `preflight` throw, RUN_NOT_RESUMABLE, RUN_FOREIGN, SECRETS_NEEDED; a trial's own problem is part
 * of the trial
 */
export async function* run(
  what: Plan | StoredRun,
  store: Store,
  options: RunOptions,
): AsyncGenerator<RunEvent> {
  const real = 'head' in what ? what.plan : what;
  const { plan: shown, secrets } = hiddenPlan(real, process.env);
  const stored = 'head' in what ? { ...what, plan: shown } : null;
  if (stored) requireTrusted(stored, store, options);
  await preflight(real).catch((error) => Promise.reject(hiddenError(error, secrets)));
  const { plan, host, id, done } = stored ? resumed(stored, store, options) : created(shown, store);
  const counted = done.filter((trial) => !isDisturbed(trial)).length;
  const spent = done.reduce((sum, { duration }) => sum + duration, 0);
  yield { type: 'planned', run: id, plan, host, done: counted, spent };
  let reason = 'all blocks done';
  let hasEnded = false;
  try {
    for await (const event of experiment(plan, {
      ...options,
      run: id,
      done,
      real,
      secrets,
      nextBlock: nextBlock(plan, host),
    })) {
      if (event.type === 'trial-ended') store.add(id, event.trial);
      if (event.type === 'stopped') reason = event.reason;
      yield event;
      if (event.type !== 'trial-ended') continue;
      const tooShort = windowProblem(plan, event.trial);
      if (tooShort) throw tooShort;
      if (!isVain(plan, event.trial)) continue;
      reason = 'what runs today gave no result';
      break;
    }
    if (options.signal.aborted) store.finish(id, 'interrupted', 'interrupted by the user');
    else store.finish(id, 'finished', reason);
    hasEnded = true;
  } finally {
    if (!hasEnded) abandon(store, id);
  }
  yield { type: 'judged', result: judgeStored(store, id) };
}

/** What ended the run is what has to be told, also where the store can no longer be written. */
function abandon(store: Store, id: string): void {
  try {
    store.finish(id, 'failed', 'ended by an error');
  } catch {
    // The run reads as interrupted once this process has ended.
  }
}

/** Judges a run of the store, with the run that its gate holds it to, if that is still there. @throws Problem RUN_NOT_FOUND */
export function judgeStored(store: Store, id: string): RunResult {
  const stored = store.read(id);
  const against = stored.plan.gate?.against;
  const isThere = against?.kind === 'run' && store.list().some((row) => row.id === against.id);
  return judge(stored, isThere ? store.read(against.id) : null);
}

/**
 * Judges a stored run: pure, so that the same data always give the same words.
 * @param base the run that its gate holds it to
 */
export function judge(stored: StoredRun, base: StoredRun | null = null): RunResult {
  const { head, plan, host, trials } = stored;
  const checks = runChecks(plan, host, trials);
  const counted = withoutVoid(checks, trials);
  const data = measured(plan, host, counted);
  const known = experiments.find(({ name }) => name === plan.name);
  const { claims = [], passages = () => [] } = known ?? {};
  const verdicts = claims.map(({ id, text, source, judge: rule }): ClaimVerdict => {
    const { measured: asked, cells, metrics } = watched(data);
    const verdict = rule(asked);
    const because =
      leftOut(plan, cells) && verdict.because === tooFewBlocks ? settingsLeftOut : verdict.because;
    return { id, text, source, ...verdict, because, cells: [...cells], metrics: [...metrics] };
  });
  // A search compares by itself: what it looked at while it chose is no evidence.
  const weighed = weigh(checks, plan.search ? [] : comparisons(plan, counted), verdicts);
  const tuned = plan.search ? tunedBy(stored, checks) : null;
  const gate = gateOfRevision(plan, weighed.comparisons, head.reason) ?? gateOfRun(stored, checks, base);
  const model = modelOfRun({ ...stored, trials: counted }, data.summaries);
  return {
    schema: 1,
    ...(known && { question: known.question }),
    run: head,
    host,
    plan,
    trials,
    measurements: counted.flatMap((trial) => measurement(trial) ?? []),
    summaries: data.summaries,
    ...weighed,
    checks,
    noise: noise(plan, counted),
    ...(gate && { gate }),
    ...(model && { model }),
    ...(tuned && { recommendation: tuned.recommendation }),
    passages: [...passages(data), ...(gate ? [gatePassage(gate)] : []), ...(tuned?.passages ?? [])],
    warnings: warnings(plan, trials),
  };
}

/** What a search recommends, from all its trials: it asked for the next ones without knowing of any check. */
function tunedBy(stored: StoredRun, checks: readonly CheckResult[]) {
  const { head, plan, host, trials } = stored;
  const stop = head.status === 'finished' ? 'budget' : 'interrupted';
  const found = answerOf(stored, checks, stop);
  const command = plan.subject.kind === 'command' ? plan.subject.command : [];
  // What stays as it is today is where it is today.
  const today = plan.cells.find(({ id }) => id === plan.baseline)?.setting ?? {};
  const changed = Object.entries(found.setting ?? {}).filter(([key, level]) => level !== today[key]);
  const apply =
    changed.length > 0 ? applications(Object.fromEntries(changed), command, plan.search?.script) : null;
  return {
    recommendation: { ...found, apply },
    passages: tunePassages(found, apply, plan, host, trials),
  };
}

/** Of trials that a validity check voids altogether there is no answer, whatever their figures say. */
function answerOf(stored: StoredRun, checks: readonly CheckResult[], stop: TuneStop): Recommendation {
  const { plan, trials } = stored;
  const found = recommendationOf(stored, stop);
  const isVoid = withoutVoid(checks, trials).every(({ problem: why }) => why !== null);
  const flaw = checks.find(({ outcome, effect }) => outcome === 'fail' && effect === 'void');
  if (found.stopped !== 'not in force' && isVoid && flaw)
    return withoutAnswer(found, `Check ${flaw.id} failed: ${flaw.sentence}`);
  return withChecks(found, checks, plan.baseline);
}

/** More blocks would not help a claim whose settings nobody measured. */
const settingsLeftOut =
  'This run has not all of the settings that it rests on: it was narrowed with --vary, or measured as published.';

function leftOut(plan: Plan, asked: ReadonlySet<string>): boolean {
  const planned = new Set(plan.cells.map(({ id }) => id));
  return [...asked].some((cell) => !planned.has(cell));
}

/** Two stored runs side by side: what differs in their conditions, and every cell that both measured. */
export function judgePair(a: StoredRun, b: StoredRun): RunPair {
  return pair(a, b);
}
