/** What ApacheBench prints and writes, as figures: its report, and the table of its requests (`-g`). */
import type { Bytes, Milliseconds, PerSecond } from '../model/units.ts';

export interface AbReport {
  readonly concurrency: number;
  readonly timeTaken: Milliseconds;
  /** Requests that were done, the failed ones included. */
  readonly complete: number;
  /** Failed requests by reason; one request may have two. `length`: the answer is not as long as the first one. */
  readonly failed: {
    readonly connect: number;
    readonly receive: number;
    readonly length: number;
    readonly exceptions: number;
  };
  readonly non2xx: number;
  readonly transferred: Bytes;
  /** Bytes of the bodies, which are part of `transferred`. */
  readonly html: Bytes;
  readonly perSecond: PerSecond;
  /** Times of whole requests, connecting included; null if ab had no answer to time. */
  readonly times: {
    readonly min: Milliseconds;
    readonly mean: Milliseconds;
    readonly max: Milliseconds;
  } | null;
  readonly percentiles: readonly (readonly [percent: number, Milliseconds])[];
}

/** @returns null if it is no whole report: ab ends without one at the first connection that is refused or reset */
export function parseAbReport(text: string): AbReport | null {
  const field = (label: string) => {
    const found = new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
  const concurrency = field('Concurrency Level');
  const seconds = field('Time taken for tests');
  const complete = field('Complete requests');
  if (concurrency === null || seconds === null || complete === null) return null;
  const reasons = /Connect: (\d+), Receive: (\d+), Length: (\d+), Exceptions: (\d+)/.exec(text) ?? [];
  const [connect = 0, receive = 0, length = 0, exceptions = 0] = reasons.slice(1).map(Number);
  const mean = Number(/^Time per request:\s+([\d.]+) \[ms\] \(mean\)/m.exec(text)?.[1] ?? 0);
  return {
    concurrency,
    // The mean has three digits more than the line "Time taken for tests".
    timeTaken: mean > 0 ? (mean * complete) / concurrency : seconds * 1000,
    complete,
    failed: { connect, receive, length, exceptions },
    non2xx: field('Non-2xx responses') ?? 0,
    transferred: field('Total transferred') ?? 0,
    html: field('HTML transferred') ?? 0,
    perSecond: field('Requests per second') ?? 0,
    times: timesIn(text),
    percentiles: [...text.matchAll(/^ *(\d+)% +(\d+)/gm)].map(
      ([, percent, value]) => [Number(percent), Number(value)] as const,
    ),
  };
}

/** The line `Total:` has the least, the mean, its deviation, the median and the longest. */
function timesIn(text: string): AbReport['times'] {
  const [, min, mean, max] = /^Total:\s+(\d+)\s+(\d+)\s+[\d.]+\s+\d+\s+(\d+)/m.exec(text)?.map(Number) ?? [];
  return min === undefined || mean === undefined || max === undefined ? null : { min, mean, max };
}

/** How many requests had been answered when ab gave up. */
export function completedAtEnd(text: string): number {
  return Number(/Total of (\d+) requests completed/.exec(text)?.[1] ?? 0);
}

/** Time of each request in whole milliseconds, sorted by ab; when each began is known to a second only. */
export function parseAbTable(text: string): Milliseconds[] {
  const [head = '', ...rows] = text.trimEnd().split('\n');
  const column = head.split('\t').indexOf('ttime');
  return rows.flatMap((row) => {
    const cell = row.split('\t')[column];
    return cell === undefined || cell === '' ? [] : Number(cell);
  });
}
