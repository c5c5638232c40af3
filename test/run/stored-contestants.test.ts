import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contestantIds } from '../../src/model/contestant.ts';
import type { Contestant } from '../../src/model/schema/contestant.ts';
import type { Plan } from '../../src/model/plan.ts';
import { withContestants } from '../../src/run/begin.ts';

test('a stored run starts nothing that only its store names', async () => {
  const launch = { file: '/tmp/planted', args: [], env: {} };
  const contestants: Contestant[] = contestantIds.map((id, index) => ({
    id,
    state: index % 2 === 0 ? 'missing' : 'broken',
    versions: {},
    launch,
  }));
  const stored: Pick<Plan, 'contestants'> = { contestants };
  const plan = await withContestants('20261123', stored as Plan, { builds: true });
  assert.equal(plan.contestants?.length, contestantIds.length);
  assert.ok(plan.contestants.every((one) => one.launch === undefined));
});
