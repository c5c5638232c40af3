import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { poolSize } from '../../../src/lab/workloads/pool-size.ts';
import { environment } from '../../kit/environment.ts';
import { emptyPlace } from '../../kit/place.ts';
import { until } from '../../kit/until.ts';
import { serving } from './serving.ts';

test('The published server logs into the folder of its run, under no name that another can have made before', async () => {
  using here = emptyPlace('pool-size');
  using _ = environment({ CHOKEPOINT_DIR: here.folder });
  await using server = await serving(poolSize, { iterations: 1, log: 'pool' });
  await server.ask('/test');
  const names = await until(() => {
    const found = readdirSync(here.folder);
    return found.length > 0 && found;
  });
  assert.deepEqual(names, [`pool-size-${process.pid}.log`]);
});
