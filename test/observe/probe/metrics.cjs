/** A service with OpenTelemetry: it sets its provider for metrics some time after its start. */
const fs = require('node:fs');
const { createPool } = require('generic-pool');
const { metrics } = require('@opentelemetry/api');
const {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} = require('@opentelemetry/sdk-metrics');

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
setInterval(() => fs.stat('/', () => {}), 20);
const pool = createPool({ create: async () => ({}), destroy: async () => {} }, { max: 2 });
setInterval(() => void pool.use(async () => {}), 20);

const tasks = {
  provide: () => metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] })),
  async collect() {
    exporter.reset();
    await reader.forceFlush();
    const told = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
    return told.flatMap(({ scope, metrics: all }) =>
      all.map(({ descriptor, dataPoints }) => ({
        scope: scope.name,
        name: descriptor.name,
        unit: descriptor.unit,
        description: descriptor.description,
        boundaries: dataPoints[0]?.value.buckets?.boundaries,
        points: dataPoints.map(({ attributes, value }) => ({ attributes, value })),
      })),
    );
  },
};

process.on('message', ({ task }) => {
  void Promise.resolve(tasks[task]()).then((value) => process.send({ did: task, value }));
});
process.send({ did: 'start' });
