/**
 * A variable that changes nothing: whatever is asked for, the server has its own, or nothing of it is used. A search over it compares
 * a setting with itself.
 */
import { message, type Message } from '../messages/message.ts';
import type { Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import type { Recommendation } from '../model/tune.ts';
import { settingInForce } from '../judge/setting-in-force.ts';

export interface IneffectiveFactor {
  /** What was asked for, and what is in force instead. */
  readonly sentence: Message;
  readonly todo: Message;
}

/** Different settings that were asked for in vain: one alone may be what its size is, too large or too small for the server. */
const fewestAsked = 2;

/** @returns null unless two settings at least were not in force, and all trials had one and the same. */
export function ineffectiveFactor({ factors }: Plan, trials: readonly Trial[]): IneffectiveFactor | null {
  const readable = trials.filter((trial) => trial.problem === null);
  for (const { key } of factors.filter(({ levels }) => levels.length > 1)) {
    if (key !== 'pool' && !key.startsWith('env:')) continue;
    const seen = readable.flatMap(
      (trial) =>
        // Of one variable at a time.
        settingInForce({ ...trial, setting: { [key]: trial.setting[key] ?? 'default' } }, null) ?? [],
    );
    const found = new Set(seen.map((one) => String(one.found)));
    const inVain = new Set(
      seen.filter((one) => String(one.expected) !== String(one.found)).map((one) => String(one.expected)),
    );
    const [inForce] = found;
    if (found.size === 1 && inForce !== undefined && inVain.size >= fewestAsked)
      return described(key, [...inVain], inForce);
  }
  return null;
}

function described(key: string, asked: readonly string[], found: string): IneffectiveFactor {
  if (key === 'pool')
    return {
      sentence: message('tune.pool-not-in-force', { asked, found }),
      todo: message('tune.pool-not-in-force.todo'),
    };
  const name = key.slice('env:'.length);
  return {
    sentence: message('tune.variable-not-in-force', { name, asked, found }),
    todo: message('tune.variable-not-in-force.todo'),
  };
}

/** Of a job in one of ten requests, that many show one; with fewer nothing is known. */
const enoughRequests = 50;

/**
 * A pool that no job enters has no size that could matter. Known from the threads of the server inside the window, under load: what
 * it read when it started, and what other processes do, is not in it.
 * @returns requests that were answered without a job; null where there was one, nobody could look, or another variable is varied too
 */
export function requestsWithoutJobs({ factors }: Plan, trials: readonly Trial[]): number | null {
  const varied = factors.filter(({ levels }) => levels.length > 1);
  const counted = trials.filter(({ problem }) => problem === null);
  const isUnused = ({ sample }: Trial) =>
    sample?.usage?.poolHeld === 0 && sample.usage.queued === 0 && sample.usage.poolCpu === 0;
  if (varied.length !== 1 || varied[0]?.key !== 'pool' || !counted.every(isUnused)) return null;
  const requests = counted.reduce((sum, { sample }) => sum + (sample?.outcome.counts.verified ?? 0), 0);
  return requests < enoughRequests ? null : requests;
}

/** @returns the recommendation to leave a pool as it is that no job enters */
export function withUnusedPool(found: Recommendation, requests: number): Recommendation {
  return {
    ...found,
    stopped: 'pool unused',
    kept: message('tune.pool-unused'),
    certainty: message('tune.pool-unused-seen', { requests }),
  };
}

/** @returns the recommendation of nothing: no figure of such trials is one of the setting that they are named after */
export function withoutAnswer(found: Recommendation, why: Message): Recommendation {
  return {
    ...found,
    verdict: 'nothing measured',
    id: null,
    setting: null,
    keepsDefault: true,
    kept: null,
    atMost: null,
    certainty: message('tune.no-answer', { why }),
    among: [],
    scope: null,
    gain: null,
    band: [],
    settings: [],
    warnings: [],
  };
}
