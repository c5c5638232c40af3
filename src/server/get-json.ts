/** JSON of a server on this machine, in bounded time and memory. */
import { parsedJson } from '../model/schema/read.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Facts } from '../model/sample.ts';
import { factsPath } from '../topologies/guest-protocol.ts';

interface AnswerBounds {
  readonly timeout: Milliseconds;
  readonly longest: number;
  readonly signal?: AbortSignal | undefined;
}

/** @returns null where it does not answer, or with something else. Never rejects */
export async function getJson(
  url: string | URL,
  { timeout, longest, signal }: AnswerBounds,
): Promise<unknown> {
  // An import at the start would load Node's fetch as well, with each command: 70 ms.
  const { get } = await import('node:http');
  // A limit for the whole answer: one for silence alone never ends where a byte comes now and then.
  const limit = AbortSignal.timeout(timeout);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  return new Promise((resolve) => {
    // An agent of its own, so that no proxy of the environment comes between.
    const request = get(url, { agent: false, signal: either }, (response) => {
      let text = '';
      response.on('error', () => {}); // it was cut off; `close` tells
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.length > longest) request.destroy();
      });
      response.once('end', () => resolve(response.statusCode === 200 ? parsedJson(text) : null));
    });
    request.on('error', () => {});
    request.once('close', () => resolve(null));
  });
}

const timeout: Milliseconds = 5000;
/** The longest answer, in characters; a longer one is none of ours. */
const longest = 10_000;

/**
 * Asks a server of the lab what it sees of its machine and of its settings: kept with the trial, and held against what was asked for.
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
