/** What is tried of a rule. */
import assert from 'node:assert/strict';
import { evaluateRules, rules } from '../../../src/doctor/evaluate-rules.ts';
import { isMessage, say, type Message } from '../../../src/messages/message.ts';
import type { Finding, RuleId } from '../../../src/model/diagnosis.ts';
import type { ServiceVitals } from '../../../src/model/vitals.ts';
import { serviceByHand, vitalsByHand, type Parts } from './vitals-by-hand.ts';

/** What was seen of a process, and of the service beside it. */
export type Seen = Parts & { readonly service?: Partial<ServiceVitals> };

export interface Case {
  /** Of the rule; `fine` stands for `does not apply` as well. */
  readonly answer: 'finding' | 'fine' | 'cannot tell';
  readonly about: string;
  /** One for each process. */
  readonly processes: readonly Parts[];
  readonly service?: Partial<ServiceVitals>;
}

/** @returns all of it together: of pool, loop, CPUs and memory the later figure counts */
export const both = (...all: readonly Seen[]): Seen =>
  all.reduce((one, other) => {
    const parts = ['pool', 'loop', 'cpu', 'memory', 'service'] as const;
    const nested = parts.flatMap((name) =>
      name in one || name in other ? [[name, { ...one[name], ...other[name] }] as const] : [],
    );
    return { ...one, ...other, ...Object.fromEntries(nested) };
  });

/** A row of a rule. Several processes are workers with numbers from 100 on. */
const row =
  (answer: Case['answer']) =>
  (about: string, first: Seen | readonly Seen[] = {}, ...more: readonly Seen[]): Case => {
    const all =
      'map' in first ? first.map((one, i) => ({ pid: 100 + i, role: 'worker' as const, ...one })) : [first];
    const { service } = both({}, ...all, ...more);
    const processes = all.map((one) => {
      const { service: _, ...parts } = both(one, ...more);
      return parts;
    });
    return { answer, about, processes, ...(service && { service }) };
  };
export const [fires, fine, cannotTell] = [row('finding'), row('fine'), row('cannot tell')] as const;

export const on = (service: Partial<ServiceVitals>): Seen => ({ service });

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

/** @returns what the rules say together */
export function judged({ processes, service }: Pick<Case, 'processes' | 'service'>, asked = rules) {
  const vitals = processes.map(vitalsByHand);
  return evaluateRules(vitals, serviceByHand(vitals, service), asked);
}

/** @returns what each rule says by itself: what another one explains is left out otherwise */
export const alone = (one: Pick<Case, 'processes' | 'service'>) => rules.map((rule) => judged(one, [rule]));

/** @returns the finding of one rule, whatever the others say */
export function resultOf(id: RuleId, ...seen: readonly Seen[]): Finding {
  const { service, ...parts } = both({}, ...seen);
  const asked = rules.filter((rule) => rule.id === id);
  return judged({ processes: [parts], ...(service && { service }) }, asked).findings[0] ?? assert.fail(id);
}

export const changesOf = (...given: Parameters<typeof resultOf>) => resultOf(...given).changes;
export const codesOf = (...given: Parameters<typeof resultOf>) =>
  changesOf(...given).map(({ what }) => what.code);

/** All that a finding says, one line for each text, with its place in front: `change 1: `. */
export function wordsOf(finding: Finding): string {
  const { title, because, evidence, changes, expect } = inWords(finding);
  const figures = evidence.map(({ label, value }) => `${label}: ${value}`);
  const todo = changes.flatMap(({ what, text }, i) => [
    `change ${i + 1}: ${what}`,
    `text ${i + 1}: ${text.replaceAll('\n', ' ⏎ ')}`,
  ]);
  return [`title: ${title}`, `because: ${because}`, ...figures, ...todo, `expect: ${expect}`].join('\n');
}
