/** What the whole of a prediction says in a terminal: headings, columns, and what it was made from. */
import { columnFormat, counted, date } from '../../format/number.ts';
import { time as duration } from '../../format/words.ts';
import type { Maybe, Nested, Numbers, Strings } from '../nested.ts';

const rate = (value: number) => `${columnFormat([value])(value)}/s`;
const bound = (value: number) => columnFormat([value])(value);

export const predictionReport = {
  'prediction-report.predicted': 'Prediction',
  'prediction-report.out-of-range': 'Out of range',
  'prediction-report.interval': 'Prediction interval',
  'prediction-report.accuracy': 'Model accuracy',
  'prediction-report.inputs': 'Inputs',

  'prediction-report.setting': ({
    load,
    processes,
    pool,
    cpus,
  }: Strings<'load'> & Numbers<'processes' | 'pool' | 'cpus'>) =>
    `${load} on ${processes === 1 ? 'one process' : `${processes} processes`} with a pool of ${pool} and ${Number(cpus.toFixed(1))} CPUs`,
  'prediction-report.none': ({
    setting,
    throughput,
    mean,
  }: { setting: Nested } & Numbers<'throughput' | 'mean'>) =>
    `${setting} gives ${rate(throughput)} and ${duration(mean)} on average, measured. Nothing else is predicted.`,
  'prediction-report.answer': ({
    setting,
    throughput,
    mean,
    best,
    bestThroughput,
    range,
    bestMean,
    limit,
  }: { setting: Nested; range: Nested; limit: Nested } & Strings<'best'> &
    Numbers<'throughput' | 'mean' | 'bestThroughput' | 'bestMean'>) =>
    `${setting} gives ${rate(throughput)} and ${duration(mean)} on average, measured. Predicted: ${best} gives ${rate(bestThroughput)} (${range}) and ${duration(bestMean)}; ${limit}.`,
  'prediction-report.range': ({ low, high }: Numbers<'low' | 'high'>) => `${bound(low)} to ${bound(high)}`,
  'prediction-report.limit-note': ({ limit, note }: { limit: Nested; note: Nested }) => `${limit}. ${note}`,

  'prediction-report.column.setting': 'setting',
  'prediction-report.column.throughput': 'requests/s',
  'prediction-report.column.mean': 'mean ms',
  'prediction-report.column.median': 'median ms',
  'prediction-report.column.loop': 'loop',
  'prediction-report.column.pool': 'pool',
  'prediction-report.column.cpus': 'CPUs',
  'prediction-report.column.fit': 'as it was',
  'prediction-report.measured': 'measured',
  'prediction-report.model': 'the model',
  'prediction-report.measured-there': ({ trials }: Numbers<'trials'>) =>
    `measured, ${counted(trials, 'trial')}`,

  'prediction-report.from': 'measured',
  'prediction-report.from-run': ({
    cell,
    run,
    at,
    trials,
  }: Strings<'cell' | 'run'> & Numbers<'at' | 'trials'>) =>
    `${cell} of run ${run}, ${date(at)}, ${counted(trials, 'trial')}`,
  'prediction-report.server': 'server',
  'prediction-report.its-setting': 'setting',
  'prediction-report.machine': 'machine',
  'prediction-report.request': 'one request asks',
  'prediction-report.loop-cpu': ({ time }: Numbers<'time'>) => `event loop ${duration(time)}`,
  'prediction-report.pool-cpu': ({ time, jobs }: Numbers<'time' | 'jobs'>) =>
    `pool CPU${jobs > 1 ? ` of ${jobs} jobs` : ''} ${duration(time)}`,
  'prediction-report.pool-wait': ({ time }: Numbers<'time'>) => `pool wait ${duration(time)}`,
  'prediction-report.other-cpu': ({ time }: Numbers<'time'>) => `other threads ${duration(time)}`,
  'prediction-report.delay': ({ time }: Numbers<'time'>) => `sockets and timers ${duration(time)}`,
  'prediction-report.generator-cpu': ({ time }: Numbers<'time'>) => `load generator ${duration(time)}`,
  'prediction-report.or-else': 'or else',
  'prediction-report.variants': ({ variants }: { variants: readonly Nested[] }) => variants.join('; or '),
  'prediction-report.speed': 'speed of the CPUs',
  /** `threads` do the work of `alone`; null: not known. `at`: when it was measured. `isStretched`: the curve is needed beyond its end. */
  'prediction-report.speed-of': ({
    threads,
    alone,
    at,
    isMeasured,
    isStretched,
  }: Maybe<'threads' | 'alone' | 'at'> & { isMeasured: boolean; isStretched: boolean }) => {
    const curve =
      threads === null || alone === null
        ? ''
        : `${threads} threads do the work of ${alone.toFixed(2)} that run alone `;
    const source = isMeasured ? 'measured' : 'guessed from the number of CPUs';
    return `${curve}(${at === null ? source : `measured ${date(at)}`})${isStretched ? '; for more CPUs than that the same curve, stretched' : ''}`;
  },
  'prediction-report.load': 'the load',
  'prediction-report.load-elsewhere': 'comes from another machine: its CPU is left out',
  'prediction-report.load-here':
    'comes from the same CPUs, as when it was measured; --load-elsewhere leaves it out',
  'prediction-report.load-apart': 'has CPUs of its own',
};
