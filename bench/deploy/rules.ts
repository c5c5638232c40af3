/** deploy/prometheus: the alerts as rules, their tests for promtool, and the configuration of the adapter for an HPA. */
import { telemetry, type Instrument } from '../../src/model/telemetry.ts';
import { prometheusName } from '../../src/metrics/prometheus.ts';
import { alerts, type Alert } from './alerts.ts';
import { utilizationName, utilizations, worker } from './expressions.ts';
import { container } from './kubernetes.ts';
import { yaml } from './yaml.ts';

/** In a container of its own, with the process IDs of the one that it looks at: there the service is PID 1. */
const inPod = (namespace: string, pod: string, target: string) =>
  `kubectl debug -it -n ${namespace} ${pod} --target=${target} --profile=general --image=node:26 -- npx --yes chokepoint doctor 1`;
const onMachine = 'npx chokepoint doctor --list';

const severity = (alert: Alert) => (alert.isCritical ? 'critical' : 'warning');

/** How a template writes a value of the unit. */
const written = (unit: string) => ({ s: ' | humanizeDuration', 1: ' | humanizePercentage' })[unit] ?? '';

/** What an alert says where these are its labels. */
const annotations = ({ summary, description }: Alert, words: Labels, command: string) => ({
  summary: summary.replaceAll(/POD|VALUE|QUEUE/g, (word) => words[word] ?? ''),
  description,
  command,
});

export function rulesFile(): string {
  const label = (name: string) => `{{ $labels.${name} }}`;
  const command = inPod(label('namespace'), label('pod'), `{{ or $labels.container "${container}" }}`);
  const rules = alerts.map((alert) => ({
    alert: alert.name,
    expr: alert.expression,
    ...(alert.for && { for: alert.for }),
    labels: { severity: severity(alert) },
    annotations: annotations(
      alert,
      {
        POD: '{{ or $labels.pod $labels.instance }}',
        VALUE: `{{ $value${written(telemetry[alert.metric].unit)} }}`,
        QUEUE: label(alert.queue ?? ''),
      },
      `{{ if $labels.pod }}${command}{{ else }}${onMachine}{{ end }}`,
    ),
  }));
  return yaml(
    `Alerts on waits, one for each pod. With the Prometheus Operator, "groups" goes into the spec of a PrometheusRule.
"command" watches the service for four seconds, from a container beside it.`,
    { groups: [{ name: 'chokepoint', rules }] },
  );
}

/** Seconds between two scrapes, and how many there are. */
const [scrape, scrapes] = [15, 60];
/** When the alerts are read: the first is too early for one that must hold. */
const [early, late] = ['45s', '14m'];

type Labels = Readonly<Record<string, string>>;
const machine = { instance: '10.0.0.7:9464', job: 'shop' };
const pod = { ...machine, container, namespace: 'shop', pod: 'shop-7d9f-x2x' };
const queueOf = ({ metric }: Alert) => (metric.startsWith('connection') ? 'pg 10.0.0.9:5432' : 'fast');
const labelsOf = (alert: Alert, place: Labels) => ({
  ...place,
  ...(alert.queue && { [alert.queue]: queueOf(alert) }),
});

/** A process whose figure stays the same: of a histogram, 20 values of that size in each second. */
function constant(alert: Alert, place: Labels, number: number, value: number) {
  const metric: Instrument = telemetry[alert.metric];
  const one = (more: Labels, values: string, suffix = '') => {
    const all = Object.entries({ ...labelsOf(alert, place), [worker]: String(number), ...more });
    const text = all.map(([key, own]) => `${key}=${JSON.stringify(own)}`).join(',');
    return { series: `${prometheusName(metric)}${suffix}{${text}}`, values: `${values}x${scrapes}` };
  };
  if (!metric.boundaries) return [one({}, `${value}+0`)];
  const above = metric.boundaries.findIndex((limit) => limit >= value);
  // The buckets below and above these have the same counts.
  return [...metric.boundaries.slice(above - 1, above + 1), '+Inf'].map((limit) =>
    one({ le: String(limit) }, `0+${Number(limit) < value ? 0 : 20 * scrape}`, '_bucket'),
  );
}

const asked = ({ name }: Alert, time: string, expected: readonly object[] = []) => ({
  eval_time: time,
  alertname: name,
  exp_alerts: expected,
});

/** One of two processes is ill; of the pod there is one alert. */
function illTest(alert: Alert, place: Labels, name: string, command: string) {
  const { ill, shown, healthy } = alert.example;
  const words = { POD: place['pod'] ?? machine.instance, VALUE: shown, QUEUE: queueOf(alert) };
  const fires = {
    exp_labels: { ...labelsOf(alert, place), severity: severity(alert) },
    exp_annotations: annotations(alert, words, command),
  };
  return {
    name,
    interval: `${scrape}s`,
    input_series: [...constant(alert, place, 0, ill), ...constant(alert, place, 1, healthy)],
    alert_rule_test: [...(alert.for ? [asked(alert, early)] : []), asked(alert, late, [fires])],
  };
}

export function rulesTest(): string {
  const command = inPod(pod.namespace, pod.pod, pod.container);
  return yaml('promtool test rules rules.test.yml', {
    rule_files: ['rules.yml'],
    evaluation_interval: `${scrape}s`,
    tests: [
      ...alerts.map((alert) => illTest(alert, pod, alert.name, command)),
      ...alerts.slice(0, 1).map((alert) => illTest(alert, machine, 'Outside Kubernetes', onMachine)),
      {
        name: 'A healthy process has no alert',
        interval: `${scrape}s`,
        input_series: alerts.flatMap((alert) => constant(alert, pod, 0, alert.example.healthy)),
        alert_rule_test: alerts.map((alert) => asked(alert, late)),
      },
    ],
  });
}

export function adapterFile(): string {
  return yaml(
    `The rules of prometheus-adapter (its config.yaml, or rules.custom of its Helm chart). They serve the three utilisations
to kubernetes/hpa.yaml, by the labels "namespace" and "pod" that Prometheus gives to what it scrapes.`,
    {
      rules: utilizations.map((one) => ({
        seriesQuery: `${prometheusName(telemetry[one.metric])}{namespace!="",pod!=""}`,
        resources: { template: '<<.Resource>>' },
        name: { as: utilizationName(one) },
        metricsQuery: one.query('<<.GroupBy>>', '<<.LabelMatchers>>'),
      })),
    },
  );
}
