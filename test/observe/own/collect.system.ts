/** The metrics in a registry of the application's own: the client of today, and the one that most have. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite, test } from 'node:test';
import { telemetry, type Instrument } from '../../../src/model/telemetry.ts';
import { prometheusName, prometheusType } from '../../../src/metrics/prometheus.ts';
import { onEachNode, whyNoSockets as skip } from '../../kit/nodes.ts';
import { emptyFolder } from '../../kit/place.ts';
import { until } from '../../kit/until.ts';
import { root } from '../../cli/chokepoint.ts';
import { Target } from '../probe/probes.ts';

const folder = emptyFolder('collect');
const probe = join(root, 'dist/observe/probe/register.cjs');
const collector = pathToFileURL(join(root, 'dist/observe/own/collect.js')).href;
const instruments: readonly Instrument[] = Object.values(telemetry);

suite('collect(registry)', { skip, concurrency: 2 }, async () => {
  await onEachNode(({ label, binary, major }) => {
    for (const client of ['prom-client', '@prometheus-io/client']) {
      const isFromStart = client === 'prom-client';
      const why = client !== 'prom-client' && major < 22 ? `${client} needs Node 22` : false;
      test(`adds them to a registry of ${client}: Node ${label}`, { skip: why }, async () => {
        await using target = await Target.start(binary, {
          script: join(import.meta.dirname, 'registry.cjs'),
          // With it from the start it sees the connections too; else it begins with the call.
          flags: isFromStart ? ['--require', probe] : [],
          args: [client, collector],
          env: { TMPDIR: folder },
        });
        const wait = prometheusName(telemetry.queueWait);
        const counted = [wait, ...(isFromStart ? [prometheusName(telemetry.connectionWait)] : [])];
        const page = await until(async () => {
          const text = await target.do<string>('metrics');
          return counted.every((name) => new RegExp(`^${name}_count\\S* [1-9]`, 'm').test(text)) && text;
        });
        assert.match(page, /^jobs 7$/m);
        const heads = Array.from(
          page.matchAll(/^# TYPE (\S+) (\w+)$/gm),
          ([, name, type]) => `${type} ${name}`,
        );
        const asked = instruments.filter(({ from }) => from !== 'look');
        const names = asked.map((one) => `${prometheusType(one)} ${prometheusName(one)}`);
        assert.deepEqual(heads.toSorted(), ['gauge jobs', ...names].toSorted());
        for (const one of [telemetry.loopUtilization, telemetry.loopSilence, telemetry.poolKnown])
          assert.match(page, new RegExp(`^${prometheusName(one)} \\d`, 'm'));
        assert.equal(target.errors, '');
      });
    }
  });
});
