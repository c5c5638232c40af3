/** What the doctor's rules say of every case that they are tried with. */
import { evaluateRules, rules } from '../../../src/doctor/evaluate-rules.ts';
import { isMessage, type AnyMessage } from '../../../src/messages/message.ts';
import { cases } from './cases.ts';
import { serviceByHand, vitalsByHand } from './vitals-by-hand.ts';

/** Names of the figures that the findings rest on. */
export const evidenceLabels = new Set<string>();

function messagesIn(data: unknown): AnyMessage[] {
  const found: AnyMessage[] = [];
  JSON.stringify(data, (key, value: unknown) => {
    if (key === 'label' && typeof value === 'string') evidenceLabels.add(value);
    if (isMessage(value)) found.push(value);
    return value;
  });
  return found;
}

export const findingMessages = Object.values(cases).flatMap(({ fires, fine, cannotTell }) =>
  [...fires, ...fine, ...cannotTell].flatMap(({ processes, service }) => {
    const vitals = processes.map(vitalsByHand);
    // Each by itself: what another one explains is left out otherwise.
    return rules.flatMap((rule) => messagesIn(evaluateRules(vitals, serviceByHand(vitals, service), [rule])));
  }),
);
