/** docs/metrics.md: the names of the metrics, from their table, as a proposal for the conventions of OpenTelemetry. */
import {
  processAttribute,
  telemetry,
  workerAttribute,
  type Attribute,
  type Instrument,
} from '../../src/model/telemetry.ts';
import { labelName, prometheusName } from '../../src/metrics/prometheus.ts';
import { row } from './row.ts';

const instruments: readonly Instrument[] = Object.values(telemetry);
const attributes: readonly Attribute[] = [
  ...new Map(instruments.flatMap((one) => one.attributes).map((one) => [one.key, one])).values(),
];
const code = (text: string) => `\`${text}\``;

const sources: Readonly<Record<Instrument['from'], string>> = {
  look: 'from outside',
  probe: 'the probe',
  'look or probe': 'from outside, or the probe',
};

function table(prefix: string): string {
  const rows = instruments
    .filter(({ name }) => name.startsWith(prefix))
    .map((one) =>
      row(
        code(one.name),
        one.instrument,
        code(one.unit),
        one.description,
        one.attributes.map(({ key }) => code(key)).join(', ') || '–',
        code(prometheusName(one)),
        sources[one.from],
        one.inOpenTelemetry ? 'yes' : '–',
      ),
    );
  return [
    row(
      'OpenTelemetry',
      'instrument',
      'unit',
      'description',
      'attributes',
      'Prometheus',
      'seen',
      'in your OpenTelemetry SDK',
    ),
    row(...Array.from({ length: 8 }, () => '---')),
    ...rows,
  ].join('\n');
}

export function metricsPage(): string {
  const { threadCount, queueWait, queueLength, threadTime, probeAge } = telemetry;
  const wait = prometheusName(queueWait);
  return `# Metrics

<!-- Written by bench/pages.ts from src/model/telemetry.ts; do not edit. -->

A process publishes its metrics in one of three ways, if it is started with \`node --require chokepoint/probe\` (or by \`NODE_OPTIONS\`):

- **A page of its own**: \`CHOKEPOINT_METRICS=9464\` serves it on \`http://127.0.0.1:9464/metrics\`, \`0.0.0.0:9464\` to other hosts too.
  It is served by a thread of the probe, so it answers while the event loop hangs, and shows the hang. Processes with the same port share
  one page. It opens when the process listens for requests. A process that does not listen, such as a queue worker, has it after ten
  seconds. So a build step or a tool takes no port. The page has no metrics of requests: your framework has them. On Node 20 it is loaded
  through the thread pool, and opens late if the pool is saturated from the start.
- **OpenTelemetry**: with \`@opentelemetry/api\` and a meter provider, the metrics marked in the last column go through your own SDK.
- **Your registry** (\`@prometheus-io/client\` or prom-client 15): \`import { collect } from 'chokepoint/metrics'\`, then
  \`collect(registry)\`. It loads the probe if the process started without it. Your page does not answer while the loop hangs.

From outside, \`chokepoint doctor PID --watch --prometheus 9464\` serves the same for as long as it watches. The column _seen_ says which of
the two knows a metric: the threads' time in jobs is seen from outside alone. Gauges show the moment; those of the loop and
the CPU show the last second. From inside, queue and busy threads are known for official builds of Node on Linux. For another build
\`${prometheusName(telemetry.poolKnown)}\` is 0, and these two have no series.

## The thread pool

No convention has names for libuv's thread pool yet. These follow the rules of the [semantic conventions](https://opentelemetry.io/docs/specs/semconv/general/naming/), and can be
[proposed there](#a-proposal-for-the-semantic-conventions).

${table('nodejs.thread_pool.')}

## The event loop

The names and definitions are those of the [convention for Node.js](https://opentelemetry.io/docs/specs/semconv/runtime/nodejs-metrics/). The probe does not publish them through your
SDK: \`@opentelemetry/instrumentation-runtime-node\` does, and a second source would count twice.

${table('nodejs.eventloop.')}

## Connections to databases

The names are those of the [convention for database clients](https://opentelemetry.io/docs/specs/semconv/database/database-metrics/). Where the application has a package that
publishes connections of the same client (\`@opentelemetry/instrumentation-pg\`), the probe leaves out the two metrics of that package.

${table('db.client.')}

## The CPU

${table('process.cpu.')}

The name is that of the [convention for processes](https://opentelemetry.io/docs/specs/semconv/system/process-metrics/). No convention has the next ones, so they have a name of
their own.

${table('chokepoint.')}

## Attributes

| attribute | label in Prometheus | values | meaning |
| --- | --- | --- | --- |
${[...attributes, processAttribute, workerAttribute]
  .map(({ key, values, description }) =>
    row(code(key), code(labelName(key)), values.map(code).join(', ') || 'a number', description),
  )
  .join('\n')}

\`${processAttribute.key}\` is on every series of the doctor's page, and \`${workerAttribute.key}\` on every one of the page that processes serve themselves: as many series after
a hundred restarts as before. Its counters begin at 0 with each process, which \`rate\` knows. While workers are replaced one by one, there may be one more. In OpenTelemetry the process is an attribute of the resource, and your SDK sets it.

## From one name to the other

Dots become underscores. Seconds add \`_seconds\`, a counter \`_total\`, a gauge of the unit 1 \`_ratio\`; units in braces add nothing. These are the
rules of OpenTelemetry's own exporters, but for one name: Prometheus reserves \`_count\` for histograms and its linter refuses it elsewhere, so
\`${threadCount.name}\` is \`${prometheusName(threadCount)}\` on chokepoint's page. Behind an OpenTelemetry collector it is \`nodejs_thread_pool_thread_count\`.

A figure that is not known has no series: a zero would be a claim. Counters and the histogram keep growing for as long as the
process, or the watch: there those of a process that has ended stay until its end.

## Questions for a dashboard

[scaling.md](scaling.md) has a dashboard, alerts and files for Kubernetes, made from these names.

\`\`\`promql
histogram_quantile(0.99, sum by (le, process_pid) (rate(${wait}_bucket{nodejs_thread_pool_lane="fast"}[1m])))
\`\`\`

is how long the slowest hundredth of the jobs waits for a thread. Above some 100 ms, requests wait for the pool.

\`\`\`promql
sum by (process_pid) (rate(${prometheusName(threadTime)}{nodejs_thread_pool_thread_state="runnable"}[1m]))
  / sum by (process_pid) (rate(${prometheusName(threadTime)}[1m]))
\`\`\`

is the share of their time in which busy threads had no CPU. Above a half, more threads make it worse.

## A proposal for the semantic conventions

**Why.** A Node process hands files, DNS lookups, crypto, zlib and native add-ons to a pool of four threads (\`UV_THREADPOOL_SIZE\`). When all are
busy, requests wait while the event loop is idle, so \`nodejs.eventloop.*\` and the CPU look healthy. No metric of today's convention shows it.

**Precedent.** .NET has the same kind of pool and stable names for it: \`dotnet.thread_pool.thread.count\` (\`{thread}\`),
\`dotnet.thread_pool.queue.length\` (\`{work_item}\`). These names are theirs with another first word, and the same units.

**What is new.** .NET counts how long the queue is; this proposal adds how long a job waits in it (\`${queueWait.name}\`). A queue of 60 jobs is nothing where
each takes 10 µs, and 300 ms where each takes 20 ms. A wait can be compared between services, and an alert can rest on it.

**Definitions.**

- \`${threadCount.name}\`: threads that the pool has started. libuv starts all of them with the first job, and never more or fewer.
- \`${queueLength.name}\`: jobs that were given to the pool and that no thread has begun. Jobs in a thread are not in it.
- \`${queueWait.name}\`: from when a job is given to the pool until a thread begins it. chokepoint measures it by tiny jobs of its own, at a
  steady rate, so the histogram says what a job that came at any moment would have waited. A runtime that timed every job would count what jobs did wait.
- \`${probeAge.name}\`: for how long the oldest of these tiny jobs has no answer. It grows while the pool is stuck and no wait ends.
- \`${threadTime.name}\`: time in jobs, of all threads together. Its rate is the number of busy threads. The states say what limits them: \`blocked\`
  ones want more threads, \`runnable\` ones want more CPU, and those at a \`lock\` want less of one call.

**Attributes.** \`nodejs.thread_pool.work.type\` has few values, so it costs few series; an add-on is named by its package. \`nodejs.thread_pool.lane\` is
needed because libuv lets name resolution have half of the threads at most: its queue can be long while the other one is empty.

**Cost.** The probe sends some twenty tiny jobs a second, from a thread of its own. Reading the queue from outside costs the process nothing.

**Status.** Until a convention exists, these names are those of chokepoint. If one comes with other names, chokepoint takes them over.
`;
}
