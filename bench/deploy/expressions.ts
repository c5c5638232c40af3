/** PromQL over what a process serves of itself. The names come from the table of metrics, so none is written here. */
import { telemetry, workerAttribute, type Telemetry } from '../../src/model/telemetry.ts';
import { labelName, prometheusName } from '../../src/metrics/prometheus.ts';

type Keys<Has> = { [Key in keyof Telemetry]: Telemetry[Key] extends Has ? Key : never }[keyof Telemetry];
/** What is on the page of a process itself; the rest is only seen from outside. */
export type Metric = Keys<{ readonly from: 'probe' | 'look or probe' }>;

export const worker = labelName(workerAttribute.key);

/** The series of a metric that match: `matchers` are as in `job="app"`. */
export function series(key: Metric, matchers = '', suffix = ''): string {
  return `${prometheusName(telemetry[key])}${suffix}${matchers && `{${matchers}}`}`;
}

/** The figure of each process: of a histogram a percentile, 0.99 for p99. */
export function figure(key: Metric, window: string, matchers = '', part = 0.99): string {
  if (telemetry[key].instrument !== 'histogram') return series(key, matchers);
  return `histogram_quantile(${part}, rate(${series(key, matchers, '_bucket')}[${window}]))`;
}

/** How many values a histogram gets in a second. */
export const growth = (key: Metric, window: string) => `rate(${series(key, '', '_count')}[${window}])`;

interface Utilization {
  /** The metric by which the adapter knows which pods have it. */
  readonly metric: Metric;
  /** One figure for each group of `by`, over so long that a single scrape does not decide. */
  readonly query: (by: string, matchers: string) => string;
}

const mean = (how: 'avg' | 'sum', key: Metric, by: string, matchers: string) =>
  `${how} by (${by}) (avg_over_time(${series(key, matchers)}[2m]))`;

/** The utilisations of a pod. Workers of a cluster have loops and pools of their own, and share the CPUs of the pod. */
export const utilizations: readonly Utilization[] = [
  { metric: 'loopUtilization', query: (...at) => mean('avg', 'loopUtilization', ...at) },
  {
    metric: 'threadBusy',
    // A pool without a thread was never used: it is 0 busy, where a division by 0 would stop the scaler.
    query: (...at) =>
      `${mean('sum', 'threadBusy', ...at)} / clamp_min(${mean('sum', 'threadCount', ...at)}, 1)`,
  },
  { metric: 'cpuUtilization', query: (...at) => mean('sum', 'cpuUtilization', ...at) },
];

/** The name that an HPA asks the adapter for: all three are shares. */
export const utilizationName = ({ metric }: Utilization) =>
  prometheusName({ ...telemetry[metric], instrument: 'gauge', unit: '1' });

/** What Grafana puts into the expression of a panel: then any Prometheus takes it. */
export const withoutVariables = (expression: string, window = '1m') =>
  expression.replaceAll('$__rate_interval', window).replaceAll(/\$(?:job|instance)\b/g, '.*');
