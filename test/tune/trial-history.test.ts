import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ask, begin, tell } from '../../src/tune/search.ts';
import { gridOf } from '../../src/tune/grid.ts';
import { scoreTable, searchTrials, trialHistory } from '../../src/tune/trial-history.ts';
import type { Trial } from '../../src/model/sample.ts';
import { ranking } from '../../src/stats/ranking.ts';
import { seeded } from '../../src/stats/random.ts';
import { optionsOf } from './simulated-servers.ts';
import { histogramOf, notBeside, trialOf } from '../kit/trials.ts';
import { assertEach } from '../kit/assert.ts';

test('the trials of a run are a history for the search', () => {
  const history = searchTrials([
    trialOf(1, 'pool=8', { failed: true }),
    trialOf(0, 'pool=4', { throughput: 250 }),
  ]);
  assertEach(history, ({ setting, block, ok }) => [setting, block, ok], [
    ['pool=4', 0, true],
    ['pool=8', 1, false],
  ]);
  assert.equal(history[0]?.figures.throughput, 250);
  assert.equal(history[0]?.figures.errors, 0);
  // One request: a median of one has no meaning that could be compared.
  assert.equal(history[0]?.figures.p50, undefined);
});

test('a search goes on from what a run has stored', () => {
  const options = optionsOf({ factors: [{ key: 'pool', levels: [2, 4, 8] }] });
  const stored = ['pool=2', 'pool=4', 'pool=8'].flatMap((id) => [trialOf(0, id), trialOf(1, id)]);
  const asked = ask(tell(begin(options), searchTrials(stored)));
  assert.equal(asked?.phase, 'certify');
  assertEach(asked.blocks, ({ block }) => block, [2]);
});

suite('Scores on a machine that changes its speed', () => {
  /** Two CPUs that are at half their speed in some trials, which the probe sees and the throughput feels. */
  const random = seeded(3);
  const trials = Array.from({ length: 8 }, (_, block) =>
    [2, 4, 8].map((pool, i): Trial => {
      const speed = random() < 0.4 ? 0.55 : 1;
      const times = (base: number) =>
        histogramOf(Array.from({ length: 30 }, () => (base / speed) * (1 + 0.02 * random())));
      const cpus = [0, 1].map((cpu) => ({
        cpu,
        readings: { hash: times(0.32), table: times(0.41) },
        beside: notBeside,
      }));
      const trial = trialOf(block, `pool=${pool}`, {
        throughput: 100 * pool * speed * (1 + 0.01 * random()),
      });
      return { ...trial, ordinal: 3 * block + i, host: { ...trial.host, window: { cpus, cpu: 10 } } };
    }),
  ).flat();
  const options = optionsOf({ factors: [{ key: 'pool', levels: [2, 4, 8] }] });
  const { settings } = gridOf(options);
  const blocks = [0, 1, 2, 3];
  const tableOf = (some: readonly Trial[]) =>
    scoreTable(trialHistory(searchTrials(some), options), 'throughput', settings, blocks);

  test('have it taken out', () => {
    const { y, covariate } = tableOf(trials);
    const [raw, adjusted] = [ranking(y)?.deviation ?? 0, ranking(y, covariate)?.deviation ?? 1];
    assert.ok(raw > 0.1 && adjusted < 0.03, `${raw} and ${adjusted}`);
    const { y: costs, covariate: same } = scoreTable(
      trialHistory(searchTrials(trials), options),
      'p50',
      settings,
      blocks,
    );
    assert.deepEqual([costs.length, same?.sign], [4, 1], 'a score of a time grows with the speed as well');
  });

  test('are those of their blocks, whatever was measured later: a resumed run decides as it did', () => {
    assert.deepEqual(tableOf(trials), tableOf(trials.filter(({ block }) => block < 4)));
  });
});
