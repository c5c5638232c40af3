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
      const told = metrics.filter(({ points }) => points.length > 0);
      // The names, units and descriptions are those of the table, and no other; what cannot be known is not told.
      const published = Object.values(telemetry).filter(
        ({ inOpenTelemetry, name }) => inOpenTelemetry && (areNamed || name !== threadCount.name),
      );
      assert.deepEqual(told.map(({ name }) => name).toSorted(), published.map(({ name }) => name).toSorted());
      const toldOf = ({ name }: { readonly name: string }) => told.find((one) => one.name === name);
      for (const one of published)
        assert.partialDeepStrictEqual(toldOf(one), { unit: one.unit, description: one.description });
      const [lane] = queueWait.attributes;
      for (const metric of [queueWait, probeAge]) {
        const lanes = toldOf(metric)?.points.map(({ attributes }) => attributes[lane.key]);
        assert.deepEqual(new Set(lanes), new Set(lane.values));
      }
      assert.deepEqual(toldOf(queueWait)?.boundaries, [...queueWait.boundaries]);
      for (const { value } of toldOf(queueWait)?.points ?? [])
        assert.ok(typeof value === 'object' && value.count > 0 && value.sum >= 0);
      const [pool, state] = connectionCount.attributes;
      const named = { [pool.key]: 'generic-pool' };
      assert.deepEqual(toldOf(connectionMax)?.points, [{ attributes: named, value: 2 }]);
      const counted = toldOf(connectionCount)?.points.map(({ attributes }) => attributes[state.key]);
      assert.deepEqual(new Set(counted), new Set(state.values));
      assert.deepEqual(toldOf(connectionWait)?.points[0]?.attributes, named);
      if (areNamed) assert.deepEqual(toldOf(threadCount)?.points, [{ attributes: {}, value: 4 }]);
    });
  });
});
