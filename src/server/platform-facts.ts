/** Asks a server of the lab what it sees of its machine and of its settings: kept with the trial, and held against what was asked for. */
import { getJson } from './get-json.ts';
import type { Facts } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { factsPath } from '../topologies/guest-protocol.ts';

const timeout: Milliseconds = 5000;
/** Of an answer; a longer one is none of ours. */
const longest = 10_000;

/**
 * @param url of the server
 * @returns one value for each question; empty where it does not answer, or with something else. Never rejects
 */
export async function askFacts(url: string, signal: AbortSignal): Promise<Facts[]> {
  const told = await getJson(new URL(factsPath, url), { timeout, longest, signal });
  if (typeof told !== 'object' || told === null) return [];
  const plain = Object.entries(told).filter(
    ([, value]) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
  );
  return plain.length > 0 ? [Object.fromEntries(plain)] : [];
}
