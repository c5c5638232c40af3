/** Titles, axes and sentences of the figures. What a mark says is in marks.ts. */
import { counted, percent } from '../../format/number.ts';
import { capital } from '../../format/words.ts';
import type { Nested, Numbers, Strings } from '../nested.ts';

type Bounds = Strings<'low' | 'high' | 'setting'>;

export const figures = {
  'figure.requests-unit': 'requests per second',
  'figure.against': ({ title, axis }: { title: Nested } & Strings<'axis'>) =>
    `${capital(title)} against ${axis}`,
  'figure.throughput': 'throughput',
  'figure.latency': 'latency',
  'figure.jobs': 'job completion',
  'figure.log': ({ unit }: Strings<'unit'>) => `${unit} (log scale)`,
  'figure.log2': ({ axis }: Strings<'axis'>) => `${axis} (log₂ scale)`,
  'figure.measured': 'measured',
  'figure.modelled': ({ line }: Strings<'line'>) => `${line} model`.trim(),
  'figure.hollow': 'Hollow marks have too few trials for an interval.',
  'figure.arrow': 'An arrow: the interval goes on beyond the plot.',
  'figure.model-line': "The dashed line is the model's.",
  'figure.model-median': 'The dashed line without marks is the median as the same model has it.',
  'figure.panels-left': ({ panels }: Numbers<'panels'>) =>
    `${counted(panels, 'further panel')} in the table only.`,
  'figure.groups-left': ({ groups }: Numbers<'groups'>) =>
    `${counted(groups, 'further group')} in the table only.`,

  'figure.forest': 'Each setting against its baseline',
  'figure.forest-group': ({
    metric,
    better,
    common,
    rows,
    all,
  }: { metric: Nested } & Strings<'better' | 'common'> & Numbers<'rows' | 'all'>) =>
    `${metric}, ${better} is better${common === '' ? '' : ` (${common})`}${rows < all ? `, the first ${rows} of ${all}` : ''}`,
  'figure.ratio-to': ({ baseline }: Strings<'baseline'>) => `ratio to ${baseline} (log scale)`,
  'figure.counted': ({ n, word }: Numbers<'n'> & Strings<'word'>) => `${n} ${word}`,
  'figure.own-baselines': ({ counts }: Strings<'counts'>) => `${counts}, each against its own baseline.`,
  'figure.metric-against': ({
    metric,
    baseline,
    counts,
  }: { metric: Nested } & Strings<'baseline' | 'counts'>) => `${metric} against ${baseline}: ${counts}`,

  'figure.order': 'The trials in their order',
  'figure.order-sentence': ({ most, drift }: Numbers<'most' | 'drift'>) =>
    `No trial is further than ${percent(most)} from the mean of its setting; the second half of the run is ` +
    `${percent(Math.abs(drift))} ${drift < 0 ? 'slower' : 'faster'} than the first.`,
  'figure.order-label': 'rate ÷ mean of its setting',
  'figure.order-axis': 'trial, in the order of the run; lines part the blocks',
  'figure.order-note': 'Rate: requests, or jobs where the server answers before its work is done.',

  'figure.requests': ({ common }: Strings<'common'>) =>
    `Requests over time${common === '' ? '' : ` (${common})`}`,
  'figure.requests-sample': ({ common }: Strings<'common'>) =>
    `A sample of requests, each from the moment it was due${common === '' ? '' : ` (${common})`}`,
  'figure.slowest': ({ slowest }: { slowest: readonly (Strings<'time' | 'setting'> & Numbers<'shown'>)[] }) =>
    `The slowest request took ${slowest.map(({ time, setting, shown }) => `${time} at ${setting}, of ${shown} shown`).join('; ')}.`,
  'figure.since-window': 'ms since the start of the window',
  'figure.since-due': 'ms since each request was due',
  'figure.window-note': 'Milliseconds since the start of the window.',
  'figure.jobs-over-time': ({ common }: Strings<'common'>) =>
    `Jobs over time, as the server timed them${common === '' ? '' : ` (${common})`}`,
  'figure.first-last': ({ settings }: { settings: readonly Bounds[] }) =>
    `First and last job are done after ${settings.map(({ low, high, setting }) => `${low} and ${high} at ${setting}`).join('; ')}.`,
  'figure.jobs-note':
    'Milliseconds since the start of the window; each tenth of the jobs, in the order in which they ended.',
  'figure.span.wait': 'due, not yet sent',
  'figure.span.server': 'sent, no answer yet',
  'figure.span.receive': 'answer arriving',
  'figure.span.job': 'job: submitted to done',
  'figure.span.failed': 'failed',
};
