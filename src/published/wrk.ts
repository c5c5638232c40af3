/** What wrk and wrk2 print, with and without `--latency`. */
import type { PublishedFigures } from '../model/published.ts';
import type { Milliseconds } from '../model/units.ts';
import { answersOf, figuresOf, percentilesOf } from './figures.ts';
import { figureIn } from './untrusted.ts';

export const isWrk = (text: string) => /^Running \S+ test @ /m.test(text) && /^ +Thread Stats /m.test(text);

const units: Readonly<Record<string, Milliseconds>> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Returns a time such as `635.91us` with the step of its last digit; null for other text. */
function timeIn(text: string | undefined): { value: Milliseconds; step: Milliseconds } | null {
  const [, number = '', decimals = '', unit = ''] =
    /^(\d{1,15}(?:\.(\d{1,9}))?)(us|ms|s|m|h)$/.exec(text ?? '') ?? [];
  const value = figureIn(number);
  const factor = Object.hasOwn(units, unit) ? (units[unit] ?? 0) : 0;
  return value === null ? null : { value: value * factor, step: 10 ** -decimals.length * factor };
}

/**
 * wrk2 sends by the clock and times each request from when it was due, without the ten seconds of its calibration; its rate (`-R`) is
 * not printed. @returns null where the report has no end
 */
export function readWrk(text: string): PublishedFigures | null {
  const [, threads, connections] = /^ {2}(\d+) threads? and (\d+) connections?$/m.exec(text) ?? [];
  const [, mean, , max] = /^ +Latency +(\S+) +(\S+) +(\S+)/m.exec(text) ?? [];
  const [, count, runtime] = /^ +(\d+) requests in (\S+), /m.exec(text) ?? [];
  const answered = figureIn(count);
  const [ofThreads, ofConnections] = [figureIn(threads), figureIn(connections)];
  if (answered === null || ofThreads === null || ofConnections === null) return null;
  const isByClock = /^ +Thread calibration:|HdrHistogram/m.test(text);
  const [average, longest, length] = [mean, max, runtime].map(timeIn);
  const lost = /^ +Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$/m.exec(text) ?? [];
  const [connect = 0, read = 0, write = 0, timeout = 0] = lost.slice(1).map((one) => figureIn(one) ?? 0);
  const wrong = figureIn(/^ +Non-2xx or 3xx responses: (\d+)$/m.exec(text)?.[1]) ?? 0;
  return figuresOf({
    source: isByClock ? 'wrk2' : 'wrk',
    load: isByClock ? 'open' : 'closed',
    isTimedFromDue: isByClock,
    // Each thread has as many connections as the others; those that are left over are not opened.
    clients: ofThreads > 0 ? Math.floor(ofConnections / ofThreads) * ofThreads : ofConnections,
    length: length?.value ?? null,
    lengthStep: length?.step ?? null,
    begun: answered,
    answered,
    throughput: figureIn(/^Requests\/sec: +(\S+)$/m.exec(text)?.[1]),
    mean: average?.value ?? null,
    max: longest?.value ?? null,
    step: average?.step ?? null,
    percentiles: percentilesOf(
      // The first distribution: wrk2 may print an uncorrected one behind it, and a spectrum, whose lines have no percent sign.
      Array.from(
        (text.split(/^ +Detailed|^ +\d+ requests in /m, 1)[0] ?? '').matchAll(/^ +([\d.]+)% +(\S+) *$/gm),
        ([, percent, value]) => [figureIn(percent), timeIn(value)?.value ?? null],
      ),
    ),
    answers: answersOf(
      answered,
      [['status 4xx or 5xx', wrong]],
      [
        ['not connected', connect],
        ['read errors', read],
        ['write errors', write],
        ['timeouts', timeout],
      ],
    ),
  });
}
