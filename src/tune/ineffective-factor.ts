/**
 * A variable that has no effect: the server overrides it, or nothing uses it. A search over it compares a setting with
 * itself.
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

/** Fewest settings asked for in vain: a single one may just be too large or too small for the server. */
const fewestAsked = 2;

/** @returns null unless at least two requested values were not in force, and all trials ran with one and the same value */
export function ineffectiveFactor({ factors }: Plan, trials: readonly Trial[]): IneffectiveFactor | null {
  const readable = trials.filter((trial) => trial.problem === null);
  for (const { key } of factors.filter(({ levels }) => levels.length > 1)) {
    if (key !== 'pool' && !key.startsWith('env:')) continue;
    const seen = readable.flatMap(
      (trial) =>
        // One variable at a time.
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

/** With so many requests a job shows up even if only one request in ten sends one; with fewer nothing is known. */
const enoughRequests = 50;

/**
 * The number of requests without any job in the pool: its size cannot matter then. It is read from the threads of the server during
 * the window, so the start of the server and other processes do not count.
 * @returns null where there was a job, requests were too few, threads could not be read, or another variable is varied too
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

/** @returns the recommendation to leave the pool as it is, since no job enters it */
export function withUnusedPool(found: Recommendation, requests: number): Recommendation {
  return {
    ...found,
    stopped: 'pool unused',
    kept: message('tune.pool-unused'),
    certainty: message('tune.pool-unused-seen', { requests }),
  };
}

/** @returns the recommendation without a setting: the figures of these trials say nothing of the settings that they name */
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
