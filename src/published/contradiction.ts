/** What a user says of a load, against what its file says of it. */
import { message, type Message } from '../messages/message.ts';
import type { PublishedFigures } from '../model/published.ts';

/** What the user says of the load, where the file does not. */
export interface StatedLoad {
  readonly clients: number | null;
  readonly rate: number | null;
}

export interface Contradiction {
  readonly option: '--clients' | '--rate';
  readonly why: Message;
}

/** Most requests that come by a clock, as a multiple of those that were due: a random course of arrivals has some more. */
const mostAboveDue = 1.25;

/** @returns the first option that cannot be true of this file */
export function contradictionOf(
  figures: PublishedFigures,
  { clients, rate }: StatedLoad,
): Contradiction | null {
  const { source, load, begun, length, lengthStep } = figures;
  if (clients !== null && figures.clients !== null && clients !== figures.clients)
    return {
      option: '--clients',
      why: message('published.says-clients', { clients: figures.clients, told: clients }),
    };
  if (rate === null) return null;
  // autocannon can pace its clients, and does not say whether it did.
  if (load === 'closed' && !source.startsWith('autocannon'))
    return { option: '--rate', why: message('published.says-closed') };
  if (begun === null || length === null) return null;
  const due = (rate * (length + (lengthStep ?? 0))) / 1000 + 1;
  return begun <= mostAboveDue * due
    ? null
    : { option: '--rate', why: message('published.above-rate', { sent: (begun / length) * 1000, rate }) };
}
