/** A trial's requests in the layout of ab's report, so that it can be laid beside the published one. */
import type { Trial } from '../../../model/sample.ts';
import type { Bytes, Milliseconds } from '../../../model/units.ts';
import { published } from '../../../workloads/cluster.ts';
import { answersOf } from './evidence.ts';

interface Row {
  readonly min: Milliseconds;
  readonly mean: Milliseconds;
  readonly sd: Milliseconds;
  readonly median: Milliseconds;
  readonly max: Milliseconds;
}

export interface AbFigures {
  readonly requests: number;
  readonly concurrency: number;
  readonly timeTaken: Milliseconds;
  readonly transferred: Bytes;
  readonly html: Bytes;
  /** Null where opening the connection is part of what follows. */
  readonly connect: Row | null;
  readonly processing: Row;
  readonly waiting: Row;
  readonly total: Row;
  /** Under which so many percent of the requests lie: `percents`. */
  readonly served: readonly Milliseconds[];
}

export const percents = [50, 66, 75, 80, 90, 95, 98, 99, 100] as const;

/** @returns null if the trial has no request that was answered */
export function abFigures(trial: Trial): AbFigures | null {
  const { load, sample } = trial;
  const answers = answersOf(trial);
  if (!sample || answers.length < 2 || load.kind !== 'closed') return null;
  const times = answers.map(({ done, sent }) => done - sent);
  const waits = answers.map(({ firstByte, sent, done }) => (firstByte ?? done) - sent);
  const sorted = times.toSorted((a, b) => a - b);
  const total = row(times);
  return {
    requests: answers.length,
    concurrency: load.clients,
    timeTaken: sample.outcome.window.duration,
    transferred: sample.outcome.bytesReceived,
    html: answers.length * published.body.length,
    connect: null,
    processing: total,
    waiting: row(waits),
    total,
    // ab takes the request behind that share, and the last one for 100 %.
    served: percents.map(
      (percent) => sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0,
    ),
  };
}

/** @param times two or more */
function row(times: readonly Milliseconds[]): Row {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[Math.floor(index)] ?? 0;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
  return {
    min: at(0),
    mean,
    sd: Math.sqrt(squares / (times.length - 1)),
    median: (at((times.length - 1) / 2) + at(times.length / 2)) / 2,
    max: at(times.length - 1),
  };
}

export function abLines(figures: AbFigures): string[] {
  const { requests, concurrency, timeTaken, transferred, html } = figures;
  const seconds = timeTaken / 1000;
  const field = (label: string, value: string) => `${`${label}:`.padEnd(24)}${value}`;
  return [
    field('Document Path', '/'),
    field('Document Length', `${html / requests} bytes`),
    '',
    field('Concurrency Level', String(concurrency)),
    field('Time taken for tests', `${seconds.toFixed(3)} seconds`),
    field('Complete requests', String(requests)),
    field('Failed requests', '0'),
    field('Total transferred', `${transferred} bytes`),
    field('HTML transferred', `${html} bytes`),
    field('Requests per second', `${(requests / seconds).toFixed(2)} [#/sec] (mean)`),
    field('Time per request', `${((timeTaken * concurrency) / requests).toFixed(3)} [ms] (mean)`),
    field(
      'Time per request',
      `${(timeTaken / requests).toFixed(3)} [ms] (mean, across all concurrent requests)`,
    ),
    field('Transfer rate', `${(transferred / 1024 / seconds).toFixed(2)} [Kbytes/sec] received`),
    '',
    'Connection Times (ms)',
    '              min  mean[+/-sd] median   max',
    timesLine('Connect', figures.connect),
    timesLine('Processing', figures.processing),
    timesLine('Waiting', figures.waiting),
    timesLine('Total', figures.total),
    '',
    'Percentage of the requests served within a certain time (ms)',
    ...percents.map((percent, i) => {
      const value = Math.round(figures.served[i] ?? 0);
      return `${String(percent).padStart(4)}%${String(value).padStart(7)}${percent === 100 ? ' (longest request)' : ''}`;
    }),
  ];
}

function timesLine(label: string, times: Row | null): string {
  const { min, mean, sd, median, max } = times ?? {};
  const whole = (value: number | undefined, width: number) =>
    (value === undefined ? '-' : String(Math.round(value))).padStart(width);
  const deviation = (sd === undefined ? '-' : sd.toFixed(1)).padStart(5);
  return `${`${label}:`.padEnd(12)}${whole(min, 5)} ${whole(mean, 4)} ${deviation} ${whole(median, 6)} ${whole(max, 7)}`;
}
