import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { telemetry } from '../../../src/model/telemetry.ts';
import { onEachNode, whyNoSockets as skip } from '../../kit/nodes.ts';
import { until } from '../../kit/until.ts';
import { Folder, Target } from './probes.ts';

const folder = new Folder();

const script = join(import.meta.dirname, 'metrics.cjs');
const { queueWait, threadCount, probeAge, connectionCount, connectionMax, connectionWait } = telemetry;

interface Metric {
  readonly scope: string;
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** Of a histogram. */
  readonly boundaries?: readonly number[];
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, string>>;
    readonly value: number | { readonly count: number; readonly sum: number };
  }[];
}

suite('In a service with OpenTelemetry, the probe', { skip, concurrency: 3 }, async () => {
  await onEachNode(({ label, binary, major }) => {
    const areNamed = process.platform === 'linux' && major >= 22;

    test(`publishes how long jobs wait, once there is a provider: Node ${label}`, async () => {
      await using target = await Target.start(binary, {
        flags: ['--require', folder.register],
        env: { TMPDIR: mkdtempSync(join(folder.path, 'tmp-')) },
        script,
      });
      await target.do('provide');
      const metrics = await until(async () => {
        const all = await target.do<Metric[]>('collect');
        const has = (metric: string, count: number) =>
          all.some(({ name, points }) => name === metric && points.length === count);
        const isWhole = has(queueWait.name, 2) && has(connectionWait.name, 1);
        return isWhole && all;
      });
      assert.deepEqual(new Set(metrics.map(({ scope }) => scope)), new Set(['chokepoint']));
      const published = Object.values(telemetry).filter(({ inOpenTelemetry }) => inOpenTelemetry);
      const rows = published.map(({ name, unit, description }) => ({ name, unit, description }));
      const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
        one.name.localeCompare(other.name);
      assert.deepEqual(
        metrics
          .filter(({ points }) => points.length > 0)
          .map(({ name, unit, description }) => ({ name, unit, description }))
          .toSorted(byName),
        rows.filter(({ name }) => areNamed || name !== threadCount.name).toSorted(byName),
        'the names, units and descriptions are those of the table, and no other',
      );
      const wait = metrics.find(({ name }) => name === queueWait.name);
      const [lane] = queueWait.attributes;
      const lanes = (metric?: Metric) =>
        new Set(metric?.points.map(({ attributes }) => attributes[lane.key]));
      assert.ok(wait);
      assert.deepEqual(lanes(wait), new Set(lane.values));
      assert.deepEqual(wait.boundaries, [...queueWait.boundaries]);
      for (const { value } of wait.points) {
        assert.ok(typeof value === 'object' && value.count > 0 && value.sum >= 0);
      }
      const [pool, state] = connectionCount.attributes;
      const named = { [pool.key]: 'generic-pool' };
      const pointsOf = (metric: string) => metrics.find(({ name }) => name === metric)?.points ?? [];
      assert.deepEqual(pointsOf(connectionMax.name), [{ attributes: named, value: 2 }]);
      const counted = pointsOf(connectionCount.name).map(({ attributes }) => attributes[state.key]);
      assert.deepEqual(new Set(counted), new Set(state.values));
      assert.deepEqual(pointsOf(connectionWait.name)[0]?.attributes, named);
      const threads = metrics.find(({ name }) => name === threadCount.name);
      if (areNamed) assert.deepEqual(threads?.points, [{ attributes: {}, value: 4 }]);
      else assert.equal(threads?.points.length ?? 0, 0, 'what cannot be known is not told');
      const age = metrics.find(({ name }) => name === probeAge.name);
      assert.deepEqual(lanes(age), new Set(lane.values));
    });
  });
});
