import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import { experiments } from '../../../src/lab/experiments/catalogue.ts';
import { requireDiskSpace } from '../../../src/lab/experiments/experiment.ts';
import { host } from '../../kit/trials.ts';
import { capabilities, options, words } from './two-cpus.ts';

test('those that run without being named take fifteen minutes at most on two CPUs', async () => {
  const able = capabilities('pm2', 'piscina', 'handed-sockets');
  const plans = experiments.filter(({ byNameOnly }) => !byNameOnly).map(({ plan }) => plan(options, able));
  const expected = (await Promise.all(plans)).reduce((sum, plan) => sum + plan.expected, 0);
  assert.ok(expected > 60_000 && expected < 15 * 60_000, `${expected} ms`);
});

for (const experiment of experiments) {
  const { name, keys, passages, plan } = experiment;

  test(`${name} has nothing to say without trials`, async () => {
    const planned = await plan(options, capabilities());
    for (const [claim, word] of Object.entries(words(experiment, planned, [])))
      assert.equal(word, 'not run', claim);
    const figures = passages(measured(planned, host, [])).flatMap(({ tables, pictures = [] }) => [
      ...tables,
      ...pictures,
    ]);
    assert.deepEqual(figures, []);
  });

  test(`${name} refuses a level that it does not have`, async () => {
    const only = [{ key: keys.find((key) => key !== 'pool') ?? 'pool', levels: ['kubernetes'] }];
    await assert.rejects(plan({ ...options, only }, capabilities()), { code: 'VARY_LEVEL_INVALID' });
  });
}

test('files that have no room are refused before anything starts, with how much is missing', () => {
  assert.doesNotThrow(() => requireDiskSpace(1));
  assert.throws(() => requireDiskSpace(2 ** 60), { code: 'ROOM_MISSING', what: / \d{9,} MiB / });
});
