/** The panels of the dashboard: one expression each, a line for each process. */
import { telemetry } from '../../src/model/telemetry.ts';
import { labelName } from '../../src/metrics/prometheus.ts';
import { alerts } from './alerts.ts';
import { figure, series, worker, type Metric } from './expressions.ts';

export interface Panel {
  readonly title: string;
  readonly description: string;
  /** As Grafana names it: seconds, a share of 1, a number. */
  readonly unit: 's' | 'percentunit' | 'short';
  readonly expression: string;
  /** The labels by which a line is named. */
  readonly legend: readonly string[];
  /** The limit of its alert, drawn as a line. */
  readonly limit?: number | undefined;
}

const window = '$__rate_interval';
const chosen = 'job=~"$job",instance=~"$instance"';
const ofProcess = ['pod', 'instance', worker];
const [poolName, connectionState] = telemetry.connectionCount.attributes;
const state = labelName(connectionState.key);
const workType = labelName(telemetry.queueLength.attributes[0].key);
const unknown = `Empty where ${series('poolKnown')} is 0.`;

/** What the table says of a metric; `more` replaces a part of it. */
function panel(title: string, metric: Metric, more: Partial<Panel> = {}): Panel {
  const { description, unit, attributes } = telemetry[metric];
  return {
    title,
    description,
    unit: unit === 's' ? 's' : unit === '1' ? 'percentunit' : 'short',
    expression: figure(metric, window, chosen),
    legend: [...attributes.map(({ key }) => labelName(key)), ...ofProcess],
    limit: alerts.find((alert) => alert.metric === metric)?.limit,
    ...more,
  };
}

export const rows: Readonly<Record<string, readonly Panel[]>> = {
  'Thread pool': [
    panel('Wait for a thread, p99', 'queueWait', {
      description: 'One job in a hundred waits at least this long for a thread of the pool.',
    }),
    panel('Wait for a thread, p50', 'queueWait', {
      description: 'Half of the jobs wait at least this long for a thread of the pool.',
      expression: figure('queueWait', window, chosen, 0.5),
      limit: undefined,
    }),
    panel('Threads that are busy', 'threadBusy', {
      description: `Busy threads as a share of the pool. ${unknown}`,
      unit: 'percentunit',
      expression: `${series('threadBusy', chosen)} / ${series('threadCount', chosen)}`,
    }),
    panel('Jobs that wait, by kind', 'queueLength', {
      description: `The queues of all chosen processes together. ${unknown}`,
      expression: `sum by (${workType}) (${series('queueLength', chosen)})`,
      legend: [workType],
    }),
    panel('Age of the oldest probe', 'probeAge', {
      description: 'For how long no thread has taken a tiny job. It grows while the pool is stuck.',
    }),
  ],
  'Event loop': [
    panel('Utilization', 'loopUtilization', {
      description: 'The share of the time in which the loop runs code, and does not wait for events.',
    }),
    panel('Delay, p99', 'loopDelayP99', {
      description: 'One timer in a hundred is at least this late, because other code runs.',
    }),
    panel('Silence', 'loopSilence'),
  ],
  'Connections to databases': [
    panel('Wait for a connection, p99', 'connectionWait', {
      description: 'One request in a hundred waits at least this long for a connection of the pool.',
    }),
    panel('Connections in use', 'connectionCount', {
      description: 'Connections in use as a share of how many the pool may open.',
      unit: 'percentunit',
      expression: `${series('connectionCount', `${chosen},${state}="used"`)} / ignoring (${state}) ${series('connectionMax', chosen)}`,
      legend: [labelName(poolName.key), ...ofProcess],
    }),
    panel('Requests that wait for a connection', 'connectionPending', {
      description: 'How many requests wait for a connection of the pool now.',
      // Its alert is on those that wait while nobody gets one.
      limit: undefined,
    }),
  ],
  CPU: [panel('CPU utilization', 'cpuUtilization'), panel('Throttled periods', 'cpuThrottled')],
};

export const panels: readonly Panel[] = Object.values(rows).flat();
