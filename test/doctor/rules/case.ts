/** What is tried of a rule. */
import assert from 'node:assert/strict';
import { evaluateRules, rules } from '../../../src/doctor/evaluate-rules.ts';
import { isMessage, message, say, type Message } from '../../../src/messages/message.ts';
import type { Finding, RuleId } from '../../../src/model/diagnosis.ts';
import type { ServiceVitals } from '../../../src/model/vitals.ts';
import { serviceByHand, vitalsByHand, type Parts } from './vitals-by-hand.ts';

export interface Case {
  readonly about: string;
  /** One for each process. */
  readonly processes: readonly Parts[];
  readonly service?: Partial<ServiceVitals>;
}

export interface Cases {
  readonly fires: readonly Case[];
  readonly fine: readonly Case[];
  readonly cannotTell: readonly Case[];
}

export const one = (about: string, parts: Parts, service?: Partial<ServiceVitals>): Case => ({
  about,
  processes: [parts],
  ...(service && { service }),
});

export const several = (
  about: string,
  processes: readonly Parts[],
  service?: Partial<ServiceVitals>,
): Case => ({
  about,
  processes: processes.map((parts, index) => ({ pid: 100 + index, role: 'worker', ...parts })),
  ...(service && { service }),
});

export const noProbe: Parts = {
  loop: { delay: null, stalls: null, silent: null },
  gc: null,
  withoutProbe: message('unseen.probe-not-wanted'),
};

export const twoCpus = { used: 1.95, available: 2, waited: 3 };

type InWords<Data> = Message extends Data
  ? string
  : Data extends readonly (infer Item)[]
    ? readonly InWords<Item>[]
    : Data extends object
      ? { readonly [Name in keyof Data]: InWords<Data[Name]> }
      : Data;

/** @returns the same data with the text of each message in its place, as a reader sees it */
export function inWords<Data>(data: Data): InWords<Data> {
  return JSON.parse(JSON.stringify(data, (_key, value: unknown) => (isMessage(value) ? say(value) : value)));
}

/** @returns the finding of one rule, whatever the others say */
export function resultOf(
  id: RuleId,
  parts: Parts | readonly Parts[],
  service: Partial<ServiceVitals> = {},
): Finding {
  const vitals = [parts].flat().map((each) => vitalsByHand(each));
  const asked = rules.filter((rule) => rule.id === id);
  const [finding] = evaluateRules(vitals, serviceByHand(vitals, service), asked).findings;
  return finding ?? assert.fail(id);
}

/** The same as a reader sees it. */
export const findingOf = (...given: Parameters<typeof resultOf>) => inWords(resultOf(...given));
