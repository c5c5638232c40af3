/** A variable that changes nothing: whatever is asked for, the server has its own. A search over it compares a setting with itself. */
import type { Plan } from '../model/plan.ts';
import { isDisturbed, type Trial } from '../model/sample.ts';
import type { Recommendation } from '../model/tune.ts';
import { settingInForce } from '../judge/observe-setting.ts';

export interface WithoutEffect {
  /** What was asked for, and what is in force instead; without its full stop. */
  readonly sentence: string;
  readonly todo: string;
}

/** Different settings that were asked for in vain: one alone may be what its size is, too large or too small for the server. */
const fewestAsked = 2;

/** Null unless two settings at least were not in force, and all trials had one and the same. */
export function withoutEffect({ factors }: Plan, trials: readonly Trial[]): WithoutEffect | null {
  const readable = trials.filter((trial) => trial.problem === null || isDisturbed(trial));
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
      return told(key, [...inVain], inForce);
  }
  return null;
}

function told(key: string, asked: readonly string[], found: string): WithoutEffect {
  const several = `${asked.slice(0, -1).join(', ')} and ${asked.at(-1)}`;
  if (key === 'pool') {
    return {
      sentence: `Pools of ${several} were asked for, and ${found} is in force in every trial: the server sets its pool size itself, at its start`,
      todo: `Take that out of its code or its start script, and tune again; or let it read the size from a variable of its own, and tune that: --vary env:NAME=4,8,16.`,
    };
  }
  const name = key.slice('env:'.length);
  return {
    sentence: `${name} was asked to be ${several}, and ${found} is in force in every trial: what starts the server sets it itself`,
    todo: 'Take that out of the command or the script that starts it, and tune again.',
  };
}

/** No figure of such trials is one of the setting that they are named after. */
export function withoutAnswer(found: Recommendation, why: string): Recommendation {
  return {
    ...found,
    verdict: 'nothing measured',
    id: null,
    setting: null,
    keepsDefault: true,
    atMost: null,
    certainty: `Nothing is recommended. ${why}`,
    among: [],
    scope: null,
    gain: null,
    band: [],
    settings: [],
    cautions: [],
  };
}
