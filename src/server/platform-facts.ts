/** Asks a server of the lab what it sees of its machine and of its settings: kept with the trial, and held against what was asked for. */
import { get } from 'node:http';
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
export function askFacts(url: string, signal: AbortSignal): Promise<Facts[]> {
  return new Promise((resolve) => {
    const options = { agent: false, signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) };
    const request = get(new URL(factsPath, url), options, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
          if (text.length > longest) response.destroy();
        })
        .once('error', () => resolve([]))
        .once('close', () => resolve(response.statusCode === 200 && response.complete ? factsOf(text) : []));
    });
    request.on('error', () => resolve([]));
  });
}

function factsOf(text: string): Facts[] {
  try {
    const told: unknown = JSON.parse(text);
    if (typeof told !== 'object' || told === null) return [];
    const plain = Object.entries(told).filter(
      ([, value]) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
    );
    return plain.length > 0 ? [Object.fromEntries(plain)] : [];
  } catch {
    return [];
  }
}
