/** The experiment for real, where Go is found: Go and Node are measured, and Spring, for which nothing is found, says so. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findContestants } from '../../../src/lab/contestants/contestants.ts';
import { hostConditions, wholeCpus } from '../../../src/host/host.ts';
import { platformsExperiment } from '../../../src/lab/experiments/platforms/experiment.ts';
import type { ContestantId } from '../../../src/model/contestant.ts';
import { foundIn, type RunResult } from '../../../src/model/verdict.ts';
import { emptyFolder } from '../../kit/place.ts';
import { measuredRun } from '../../kit/sweep.ts';
import { capabilities, options } from './two-cpus.ts';

const folder = emptyFolder('platforms');

const find = async (ids: readonly ContestantId[]) => {
  const spring = await findContestants({
    ids: ids.filter((id) => id.startsWith('spring')),
    builds: false,
    // A machine without Java and Maven.
    places: { env: { PATH: folder }, home: folder, system: [], prefixes: [] },
  });
  const others = await findContestants({ ids: ids.filter((id) => !id.startsWith('spring')), builds: true });
  return [...spring, ...others];
};

const [go] = await findContestants({ ids: ['go'], builds: false });
const skip = go?.state === 'ready' ? false : 'Go was not found';

async function measuredHere(): Promise<RunResult> {
  const host = hostConditions();
  const only = [
    { key: 'topology', levels: ['node', 'go', 'spring-mvc'] },
    { key: 'work', levels: ['wait', 'wait+cpu'] },
  ];
  const facts = {
    ...capabilities(),
    host,
    cpus: wholeCpus(host),
    contestants: (ids: readonly ContestantId[] = []) => find(ids),
  };
  const whole = await platformsExperiment.plan({ ...options, blocks: 1, only }, facts);
  const wanted = new Set(['closed:10', 'closed:100']);
  const cells = whole.cells.filter(({ id }) => wanted.has(id.split('/').at(-1) ?? ''));
  const plan = { ...whole, cells, baseline: cells[0]?.id ?? '', duration: 600 };
  return measuredRun(plan);
}

suite('The platforms experiment with Go and without Spring', { skip }, async () => {
  const result = skip === false ? await measuredHere() : null;
  const { plan, trials, checks } = result ?? ({} as RunResult);
  const claims = result === null ? [] : foundIn(result).claims;

  test('measures Go and Node with the same requests, and every answer is proved', () => {
    assert.deepEqual(new Set(trials.map(({ setting }) => setting['topology'])), new Set(['node', 'go']));
    for (const { cell, problem, sample } of trials) {
      assert.equal(problem, null, cell);
      const { verified = 0, answered } = sample?.outcome.counts ?? {};
      assert.ok(verified > 0 && verified === answered, cell);
    }
  });

  test('tells of each server how it became steady, and of the calibrated ones with how much work', () => {
    for (const { cell, sample } of trials) {
      const { windows = [], units } = sample?.settling ?? {};
      assert.ok(windows.length >= 2, cell);
      assert.equal(units !== undefined, cell.startsWith('wait+cpu'), cell);
    }
  });

  test('holds what each says of itself against what was asked for', () => {
    const seen = trials.map(({ setting, facts = [] }) => [setting['topology'], facts[0]?.['platform']]);
    for (const [topology, platform] of seen) assert.equal(platform, topology);
    assert.equal(checks.find(({ id }) => id === 'P1')?.outcome, 'pass');
  });

  test('does not run the claims on Spring, and says what was looked for', () => {
    assert.equal(plan.contestants?.find(({ id }) => id === 'spring-mvc')?.state, 'missing');
    for (const { id, verdict, because } of claims) {
      assert.equal(verdict, 'not run', id);
      assert.ok(
        ['contestant.spring-missing', 'claim.too-few-blocks', 'claim.settings-left-out'].includes(
          because.code,
        ),
        id,
      );
    }
    assert.ok(claims.some(({ because }) => because.code === 'contestant.spring-missing'));
  });
});
