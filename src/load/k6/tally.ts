/**
 * Makes the record of a window from k6's samples. An iteration of a script may send several requests: times and throughput are those of
 * requests, while the load is made of iterations.
 */
import { endpointOf, reachOf } from '../../format/address.ts';
import type { ErrorKind } from '../../model/error-kind.ts';
import type { EpochMilliseconds, Milliseconds, PerSecond } from '../../model/units.ts';
import { Histogram } from '../../stats/histogram.ts';
import type { K6Sample } from './csv.ts';
import type { K6Ended } from './k6-process.ts';
import { Recorder, withWrong, type Record } from '../recorder.ts';

export interface K6Window {
  readonly start: EpochMilliseconds;
  readonly duration: Milliseconds;
  /** Rate at which iterations of this k6 are due; null: each virtual user begins the next one when it has done one. */
  readonly perSecond: PerSecond | null;
  /** A request that took longer has failed. */
  readonly timeout: Milliseconds;
  /** An iteration that began so much after it was due is late. */
  readonly lateAfter: Milliseconds;
  /** `http://127.0.0.1:3000`: requests to other origins are not counted. */
  readonly origin: string;
  /** URL at which the wrapper asks for the start, which is no request of the script. */
  readonly startUrl?: string | undefined;
}

/** What k6 itself says of its end. */
export type K6End = Pick<K6Ended, 'interrupted' | 'exceptions' | 'exception'>;

export interface K6Seen {
  readonly record: Record;
  /** Failed checks and exceptions beyond the right answers. */
  readonly unplaced: number;
  /** Address of the first request that went elsewhere; null: none did. */
  readonly elsewhere: string | null;
}

/** The metrics that are looked at: k6 writes thirteen samples for an iteration with one request. */
const metrics: ReadonlySet<string> = new Set([
  'checks',
  'data_received',
  'dropped_iterations',
  'http_req_duration',
  'iteration_duration',
]);

/** Whether a line of the CSV can be a sample of one of these metrics: the others need not be read. */
export function isCounted(line: string): boolean {
  return metrics.has(line.slice(0, line.indexOf(',')));
}

/** The most iterations whose begin is kept, to see how late each was. */
const mostStarts = 2_000_000;
const keptExamples = 3;
/** Longest error example, in characters: an address, or the name of a check, may be of any length. */
const longestExample = 200;

export class K6Tally {
  readonly #window: K6Window;
  readonly #recorder: Recorder;
  readonly #starts: number[] = [];
  readonly #checks = { passed: 0, failed: 0 };
  readonly #examples: string[] = [];
  #begun = 0;
  #dropped = 0;
  #bytes = 0;
  #elsewhere: string | null = null;

  constructor(window: K6Window) {
    this.#window = window;
    // k6 begins with the request itself, so it is never late: what is late is the iteration.
    const membership = window.perSecond === null ? 'done' : 'due';
    this.#recorder = new Recorder({ membership, lateAfter: Infinity, traces: 0, seed: 0 });
    this.#recorder.openWindow(0, window.duration);
  }

  add(sample: K6Sample): void {
    const { metric, time, value } = sample;
    const at: Milliseconds = time - this.#window.start;
    const isIn = this.#isIn(at);
    if (metric === 'http_req_duration') this.#request(sample, at);
    else if (metric === 'iteration_duration') this.#iteration(at - value, isIn);
    else if (metric === 'dropped_iterations' && isIn) this.#dropped += value;
    else if (metric === 'checks' && isIn) this.#check(value > 0, sample.tag('check'));
    else if (metric === 'data_received' && isIn) this.#bytes += value;
  }

  #isIn(at: Milliseconds): boolean {
    return at >= 0 && at < this.#window.duration;
  }

  /** @param done since the begin of the window */
  #request(sample: K6Sample, done: Milliseconds): void {
    const { value, status } = sample;
    const url = sample.tag('url');
    if (url === this.#window.startUrl) return;
    if (!isOf(this.#window.origin, url)) {
      this.#elsewhere ??= url;
      return;
    }
    const sent = done - value;
    const request = {
      client: 0,
      due: sent,
      sent,
      firstByte: Number.NaN,
      status: status ?? 0,
      bytesReceived: 0,
      excerpt: () => `status ${status} at ${url}`,
    };
    this.#recorder.ended(request, errorOf(sample, this.#window.timeout), done);
  }

  #iteration(start: Milliseconds, isDone: boolean): void {
    const isDue = this.#isIn(start);
    if (this.#window.perSecond === null ? isDone : isDue) this.#begun++;
    if (isDue && this.#starts.length < mostStarts) this.#starts.push(start);
  }

  #check(isPassed: boolean, name: string): void {
    this.#checks[isPassed ? 'passed' : 'failed']++;
    const example = `the check "${name}" failed`;
    if (!isPassed && this.#examples.length < keptExamples && !this.#examples.includes(example))
      this.#examples.push(example);
  }

  finish({ interrupted: cutOff, exceptions, exception }: K6End): K6Seen {
    const interrupted = cutOff ?? 0;
    const { duration, perSecond, lateAfter } = this.#window;
    const record = this.#recorder.finish(duration);
    const { counts, errors } = record;
    // Two faults may be of one request, and nobody knows: then too few answers are called right, and never too many.
    const faults = this.#checks.failed + exceptions;
    const wrong = Math.min(counts.verified, faults);
    const late =
      perSecond === null || this.#dropped > 0 ? [] : lateness(this.#starts, 1000 / perSecond, interrupted);
    const histogram = new Histogram();
    for (const time of late) histogram.record(time * 1000);
    const examples = [...record.errorExamples, ...this.#examples, ...(exception === null ? [] : [exception])];
    const seen = {
      ...record,
      counts: { ...counts, due: counts.due + interrupted, sent: counts.sent + interrupted },
      errors: { ...errors, timeout: errors.timeout + interrupted },
      errorExamples: examples.slice(0, keptExamples).map((one) => one.slice(0, longestExample)),
      lateness: histogram.toData(),
      lateShare: late.length === 0 ? 0 : late.filter((time) => time > lateAfter).length / late.length,
      bytesReceived: this.#bytes,
      iterations: {
        due: this.#begun + this.#dropped + interrupted,
        begun: this.#begun + interrupted,
        checks: { ...this.#checks },
      },
    };
    return {
      record: withWrong(seen, wrong, duration),
      unplaced: faults - wrong,
      elsewhere: this.#elsewhere,
    };
  }
}

/** Resolution of k6's timers: Go waits for them with epoll_wait, in whole milliseconds. */
const timerStep: Milliseconds = 1;

/**
 * How late each iteration of a constant rate began, beyond the resolution of k6's timers. k6 does not say when its schedule began:
 * the iteration that was least late stands for that, so a lateness that all share is not seen.
 * @param missing the most iterations that began without being among the starts: k6 writes none that it cuts off. All behind it seem later
 * by an interval, and stay so; k6 catches up after a delay of its own. So each is compared with the least late one from it on.
 */
function lateness(starts: readonly number[], interval: Milliseconds, missing: number): Milliseconds[] {
  const sorted = Float64Array.from(starts).toSorted();
  const [first = 0] = sorted;
  const shifts = Array.from(sorted, (start, i) => start - first - i * interval);
  const least = shifts.reduce((min, shift) => Math.min(min, shift), 0);
  const most = least + missing * interval;
  let behind = Infinity;
  return shifts.toReversed().map((shift) => {
    behind = Math.min(behind, shift);
    return Math.max(0, shift - Math.min(behind, most) - timerStep);
  });
}

/** The kind of error, by k6's list of codes (lib/netext/httpext/error_codes.go); null: the answer is right. */
function errorOf({ value, status, tag }: K6Sample, timeout: Milliseconds): ErrorKind | null {
  if (value > timeout) return 'timeout';
  // `expected_response` is what the script's own http.setResponseCallback says, 200 to 399 without one.
  const expected = tag('expected_response');
  if (status !== null && status > 0)
    return expected === 'true' || (expected === '' && status < 400) ? null : 'status';
  const code = Number(tag('error_code'));
  if (code === 1050) return 'timeout';
  if ((code >= 1100 && code < 1200) || (code >= 1210 && code < 1220) || (code >= 1300 && code < 1400))
    return 'connect';
  return code === 1020 || code >= 1600 ? 'protocol' : 'reset';
}

/** Whether a request went to the server. One that the script has given a name shows that instead of its address: it counts as one. */
function isOf(origin: string, url: string): boolean {
  if (url.startsWith(`${origin}/`) || !URL.canParse(url) || !/^https?:/i.test(url)) return true;
  const [server, asked] = [endpointOf(origin), endpointOf(url)];
  // For a server that is not on loopback, loopback may be another machine.
  const isThere =
    reachOf(server.host) === 'loopback' ? reachOf(asked.host) === 'loopback' : asked.host === server.host;
  return isThere && asked.port === server.port;
}
