/** JSON of a server on this machine, in bounded time and memory. */
import { get } from 'node:http';
import type { Milliseconds } from '../model/units.ts';

interface Bounds {
  readonly timeout: Milliseconds;
  readonly longest: number;
  readonly signal?: AbortSignal | undefined;
}

/** @returns null where it does not answer, or with something else. Never rejects */
export function getJson(url: string | URL, { timeout, longest, signal }: Bounds): Promise<unknown> {
  // For the whole: a limit for silence alone never ends where a byte comes now and then.
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

/** @returns null where it is no JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
