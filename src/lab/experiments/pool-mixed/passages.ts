/** The experiment's own page: how long the short requests took at each size, and what the long jobs did meanwhile. */
import { short } from '../../../format/words.ts';
import type { Measured, Section, Picture, Summary } from '../../../model/verdict.ts';
import { left, right } from '../experiment.ts';
import { alone, cellId, free, limited, usualCount, type MixedSetting } from './grid.ts';
import type { LongKind } from './claims.ts';

const names: Readonly<Record<string, string>> = {
  held: 'wait',
  pbkdf2: 'compute',
  none: 'none',
};

/** The longest that a short request waited in any trial of the cell. */
function longest({ trials }: Measured, cell: string): number | null {
  const all = trials
    .filter((trial) => trial.cell === cell && !trial.problem)
    .flatMap(({ sample }) => sample?.outcome.response.max ?? []);
  return all.length > 0 ? Math.max(...all) / 1000 : null;
}

function row(measured: Measured, { cell, setting, metrics }: Summary): string[] {
  const { long, count, pool, limit } = setting;
  const isLimited = Number(limit) < Number(count);
  const most = longest(measured, cell);
  const figures = [metrics.mean, metrics.p50, metrics.p90].map((one) => (one ? short(one.value) : '–'));
  return [
    names[String(long)] ?? String(long),
    String(count),
    String(pool),
    isLimited ? String(limit) : '–',
    ...figures,
    most === null ? '–' : short(most),
    metrics.jobMean ? short(metrics.jobMean.value) : '–',
    metrics.jobRate ? short(metrics.jobRate.value) : '–',
  ];
}

/** Mean response times of the cells that every scale has. */
function picture(measured: Measured): Picture | null {
  const columns: readonly (readonly [string, (long: LongKind) => MixedSetting])[] = [
    ['no long jobs', () => alone],
    [`${usualCount - 1} threads`, (long) => free(long, usualCount, usualCount - 1)],
    [`${usualCount} threads`, (long) => free(long, usualCount, usualCount)],
    [`${usualCount + 1} threads`, (long) => free(long, usualCount, usualCount + 1)],
    [`${usualCount}, long ≤ ${usualCount - 1}`, (long) => limited(long, usualCount)],
  ];
  const lines = (['held', 'pbkdf2'] as const)
    .map((long) => ({
      label: long === 'held' ? 'long jobs wait' : 'long jobs compute',
      points: columns.flatMap(([level, setting]) => {
        const mean = measured.estimate('mean', cellId(setting(long)));
        return mean ? { level, value: mean.value, low: mean.low, high: mean.high } : [];
      }),
    }))
    .filter(({ points }) => points.length > 1);
  if (lines.length === 0) return null;
  const told = lines.map(
    ({ label, points }) =>
      `${label}: ${points.map(({ level, value }) => `${short(value)} ms (${level})`).join(', ')}`,
  );
  return {
    id: 'short-behind-long',
    title: `Mean response time of fs.stat beside ${usualCount} long jobs`,
    sentence: `${told.join('; ')}.`,
    axis: { label: 'pool', scale: 'category' },
    unit: 'ms',
    lines,
  };
}

export function passages(measured: Measured): Section[] {
  const rows = measured.summaries.filter(({ metrics }) => metrics.mean);
  if (rows.length === 0) return [];
  const drawn = picture(measured);
  return [
    {
      title: 'A short job behind long ones',
      paragraphs: [
        'The pool has one queue, and serves it in order. A thread that is held by a long job serves nothing else, so once the long jobs hold every thread, each short one waits until a thread is free again: whatever it is, and however idle the CPUs are.',
        'Two remedies are measured. One thread more than there are long jobs leaves a thread for the short ones, as long as nobody adds a long job. A limit in the application on the long jobs, below the size of the pool, does the same without more threads, and keeps doing it when more long jobs come: they wait in JavaScript, where they block nobody.',
      ],
      tables: [
        {
          title: 'Response times of fs.stat, and what the long jobs did',
          note: 'Milliseconds from when the request was due. A long job’s time is its mean, with its wait for a thread or for the limiter.',
          columns: [
            left('long jobs'),
            ...['concurrent', 'pool', 'limit', 'mean', 'p50', 'p90', 'max', 'long job', 'long jobs/s'].map(
              right,
            ),
          ],
          rows: rows.map((one) => row(measured, one)),
        },
      ],
      pictures: drawn ? [drawn] : [],
    },
  ];
}
