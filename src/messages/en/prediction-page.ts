/** What stands on the page of a prediction in a terminal, beside what the model itself says. */
import { counted, percent } from '../../format/number.ts';
import { rounded, time } from '../../format/words.ts';
import type { Nested, Numbers } from '../nested.ts';

/** Measured: requests a second, milliseconds, and the setting. */
type Now = Numbers<'throughput' | 'mean'> & { readonly setting: string };

/** Predicted over measured: above 1 is better, whether it is the throughput or the inverse of the response time. */
type Gain = Now & Numbers<'value' | 'low' | 'high'> & { label: string; isTime: boolean };

const nowText = ({ throughput, mean, setting }: Now) =>
  `Measured with ${setting}: ${rounded(throughput)}/s, ${time(mean)}.`;

const ratio = (value: number) => value.toFixed(2);
const factor = ({ value, low, high, isTime }: Gain) =>
  isTime
    ? `a mean response time ${ratio(value)} times shorter (${ratio(low)} to ${ratio(high)})`
    : `${ratio(value)} times the throughput (${ratio(low)} to ${ratio(high)})`;

export const predictionPage = {
  'predict.subject': ({ server, load, cpus }: { server: string; load: string; cpus: number }) =>
    `${server} · ${load} · ${counted(cpus, 'CPU')}`,
  'predict.basis': ({ run, cell, trials }: { run: string; cell: string; trials: number }) =>
    `from ${counted(trials, 'trial')} of ${cell} in run ${run}`,
  'predict.setting': ({ pool, processes }: Numbers<'pool' | 'processes'>) =>
    `pool ${pool}${processes > 1 ? `, ${processes} processes` : ''}`,
  'predict.nothing': (now: Now) => `Nothing is predicted. ${nowText(now)}`,
  'predict.as-measured': ({ limit, ...now }: Now & { limit: Nested }) => `${nowText(now)} It is ${limit}.`,
  'predict.other-load': (now: Now) => `What another load would give. ${nowText(now)}`,
  'predict.better': (gain: Gain) => `${gain.label} gives ${factor(gain)}. ${nowText(gain)}`,
  'predict.perhaps': (gain: Gain) =>
    `${gain.label} may give ${factor(gain)}: the range includes no change. ${nowText(gain)}`,
  'predict.none-better': ({ label, limit, ...now }: Now & { label: string; limit: Nested }) =>
    `No better setting is predicted. What limits ${label}: ${limit}. ${nowText(now)}`,
  'predict.column.setting': 'setting',
  'predict.column.rate': 'requests/s',
  'predict.column.range': '90% range',
  'predict.column.mean': 'mean',
  'predict.column.limit': 'limit',
  'predict.column.measured': 'measured',
  'predict.now': 'now',
  'predict.too-wide': 'too far from the measured setting for a useful estimate: measure it',
  'predict.further': ({ count }: Numbers<'count'>) => `${counted(count, 'further setting')}: --verbose`,
  'predict.model': ({
    throughput,
    mean,
    modelThroughput,
    modelMean,
  }: Numbers<'throughput' | 'mean' | 'modelThroughput' | 'modelMean'>) =>
    `gives ${rounded(modelThroughput)}/s for the measured ${rounded(throughput)}/s, ${time(modelMean)} for ${time(mean)}`,
  'predict.accuracy': ({ throughput, mean }: Numbers<'throughput' | 'mean'>) =>
    `accuracy there: throughput ±${percent(throughput)}, mean ±${percent(mean)}; ranges widen with distance`,
  'predict.verbose': '--verbose: percentiles, utilisations, inputs',

  'limit-name.clients': 'clients',
  'limit-name.none': 'none',
  'limit-name.cpu': 'CPU',
  'limit-name.event-loop': 'event loop',
  'limit-name.slow-io-queue': 'slow I/O queue',
  'limit-name.pool': 'pool',
  'limit-name.load-generator': 'load generator',
  'limit-name.nearly-cpu': 'nearly CPU',
  'limit-name.pool-and-cpu': 'pool, nearly CPU',
  'limit-name.event-loop-and-cpu': 'event loop, nearly CPU',
};
