/** A real promtool reads the rules and every query of deploy/, and runs the tests of the alerts. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { alerts } from '../../bench/deploy/alerts.ts';
import { emptyPlace } from '../kit/place.ts';
import { lacksPrometheus } from '../kit/prometheus.ts';
import { queries } from './queries.ts';

const folder = join(import.meta.dirname, '../../deploy/prometheus');

function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

suite('A real Prometheus', { skip: lacksPrometheus }, () => {
  test('takes the rules', () => {
    assert.match(promtool('check', 'rules', 'rules.yml'), new RegExp(`${alerts.length} rules found`));
  });

  test('fires each alert for an ill process, once for its pod, and none for a healthy one', () => {
    promtool('test', 'rules', 'rules.test.yml');
  });

  test('takes every query of the dashboard and of the scalers', () => {
    using here = emptyPlace('queries');
    const rules = queries.map((expr, i) => ({ record: `query:${i}`, expr }));
    const file = here.write('queries.yml', { groups: [{ name: 'queries', rules }] });
    assert.match(promtool('check', 'rules', file), new RegExp(`${queries.length} rules found`));
  });
});
