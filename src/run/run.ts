/** The way of a plan on one page: checked, carried out trial by trial, each stored before it is told, then judged. */
import { message, type Message } from '../messages/message.ts';
import { experimentOf, judgeStored } from './judge.ts';
import { nextBlock } from './next-block.ts';
import { isVain, windowProblem } from '../tune/run-search.ts';
import { requestsWithoutJobs } from '../tune/ineffective-factor.ts';
import { created, goneOn, requireTrusted, resumed, withContestants, type Consent } from './begin.ts';
import { requireEngines } from './engines.ts';
import { experiment, noLab, type ExperimentOptions } from './experiment.ts';
import { openGenerators } from './generators.ts';
import { hostConditions, wholeCpus } from '../host/host.ts';
import { preflight, topologiesOf } from '../server/preflight.ts';
import { usersPackages } from '../topologies/topology.ts';
import type { RunEvent } from '../model/event.ts';
import type { Plan } from '../model/plan.ts';
import { hiddenError, hiddenPlan } from '../redact/redact-plan.ts';
import type { Store, StoredRun } from '../store/store.ts';

export type RunOptions = Partial<Omit<ExperimentOptions, 'run' | 'done' | 'round' | 'real' | 'secrets'>> &
  Consent & {
    readonly signal: AbortSignal;
    /** Called about builds, if a stored run needs one again. */
    readonly tell?: (line: Message) => void;
  };

/** Number of whole CPUs of this machine: the level `cores`. */
export function cpus(): number {
  return wholeCpus(hostConditions());
}

/**
 * Runs a plan, or goes on with a stored run, and judges it. Each trial is stored before its event is sent.
 * @param what a plan, or a run that `store.read` returned
 * @throws Problem as `Store`, `requireEngines` and `preflight`, RUN_NOT_RESUMABLE, RUN_FOREIGN, SECRETS_NEEDED; a trial's own
 * problem is part of the trial
 */
export async function* run(
  what: Plan | StoredRun,
  store: Store,
  options: RunOptions,
): AsyncGenerator<RunEvent> {
  const asked = 'head' in what ? what.plan : what;
  const { plan: shown, secrets } = hiddenPlan(asked, process.env);
  const stored = 'head' in what ? { ...what, plan: shown } : null;
  if (stored) requireTrusted(stored, store, options);
  const { signal, tell = () => {}, lab = noLab } = options;
  const real = stored ? await withContestants(stored.head.id, asked, { tell, signal }, lab) : asked;
  requireEngines(real);
  await preflight(real).catch((error) => Promise.reject(hiddenError(error, secrets)));
  for (const file of real.subject.kind === 'command' ? [] : usersPackages(topologiesOf(real)))
    tell(message('tool.of-folder', { file }));
  const { allowsPublic = false } = options;
  await using generators = await openGenerators(real, shown, { signal, allowsPublic, tell }).catch(
    (error: unknown) => Promise.reject(hiddenError(error, secrets)),
  );
  const begun = stored ? resumed(stored, store, options) : created(shown, store);
  const { host, id, done } = begun;
  const { plan, round } = stored ? goneOn(begun.plan, stored.head, done) : { plan: begun.plan, round: 0 };
  const spent = done.reduce((sum, { duration }) => sum + duration, 0);
  yield { type: 'planned', run: id, plan, host, done: done.length, spent };
  let reason: Message = message('stop.all-blocks');
  let hasEnded = false;
  const seen = [...done];
  try {
    for await (const event of experiment(plan, {
      ...options,
      ...(generators && { engine: generators.engine }),
      run: id,
      done,
      round,
      real,
      secrets,
      nextBlock: nextBlock(plan, host, round, experimentOf(plan, lab)?.claims),
    })) {
      if (event.type === 'trial-ended') store.add(id, event.trial);
      if (event.type === 'stopped') reason = event.reason;
      yield event;
      if (event.type !== 'trial-ended') continue;
      seen.push(event.trial);
      const tooShort = windowProblem(plan, seen);
      if (tooShort) throw tooShort;
      const isUnused = plan.strategy.kind === 'search' && requestsWithoutJobs(plan, seen) !== null;
      if (!isUnused && !isVain(plan, event.trial)) continue;
      reason = message(isUnused ? 'stop.pool-unused' : 'stop.current-failed');
      break;
    }
    if (options.signal.aborted) store.finish(id, 'interrupted', message('stop.interrupted'));
    else store.finish(id, 'finished', reason);
    hasEnded = true;
  } finally {
    if (!hasEnded) abandon(store, id);
  }
  yield { type: 'judged', result: judgeStored(store, id, lab) };
}

/** Marks a run as failed. The error that ended it is the one to report, even if the store can no longer be written. */
function abandon(store: Store, id: string): void {
  try {
    store.finish(id, 'failed', message('stop.error'));
  } catch {
    // The run reads as interrupted once this process has ended.
  }
}
