/** What the doctor's rules say of every case that they are tried with. */
import { isMessage, type AnyMessage } from '../../../src/messages/message.ts';
import { alone } from './case.ts';
import { cases } from './cases.ts';

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

export const findingMessages = Object.values(cases).flat().flatMap(alone).flatMap(messagesIn);
