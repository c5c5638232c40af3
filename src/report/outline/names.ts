/** Names of metrics, words of a verdict and heads of columns, in the language of the report. */
import { message, say, type WordCode } from '../../messages/message.ts';
import { percentiles } from '../../model/metric.ts';
import type { Setting } from '../../model/plan.ts';
import { metrics, type ClaimVerdict, type ClaimWord, type Metric, type Word } from '../../model/verdict.ts';

export type Column = WordCode extends `word.${infer Name}` ? Name : never;

export const columnName = (name: Column) => say(message(`word.${name}`));

/** @returns a name that the program itself gives: a metric, a state */
export const nameOf = (name: string) => say(message('report.name', { name }));

export const metricName = (metric: Metric) => nameOf(metrics[metric].label);

/** @returns the short name of a metric, where only response times stand beside it: `p99` */
export function shortMetricName(metric: Metric): string {
  if (metric in percentiles) return metric;
  return metric === 'mean' ? columnName('mean') : metricName(metric);
}

/** Verdicts of claims, in the order in which they are counted. */
export const claimWords: readonly ClaimWord[] = ['holds', 'refuted', 'misread', 'undecided', 'not run'];
export const countOf = (claims: readonly ClaimVerdict[], word: ClaimWord) =>
  claims.filter(({ verdict }) => verdict === word).length;

export const wordName = (word: Word | ClaimWord) => columnName(word === 'not run' ? 'not-run' : word);

/** A setting as a server is started with it (`UV_THREADPOOL_SIZE=8 --limit=4`); other keys as they are (`processes=2`). */
export function assigned(setting: Setting): string {
  return Object.entries(setting)
    .map(([key, level]) => {
      if (key === 'pool') return `UV_THREADPOOL_SIZE=${level}`;
      if (key.startsWith('arg:')) return `--${key.slice('arg:'.length)}=${level}`;
      return key.startsWith('env:') ? `${key.slice('env:'.length)}=${level}` : `${key}=${level}`;
    })
    .join(' ');
}

/** @returns the anchor of a title: it stays the same for as long as the title does */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
