/** "Sizes 2 to 128 give the same within 10%": who is called so, and how often that is false. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TunedSetting } from '../../src/model/tune.ts';
import { sameAsDefault } from '../../src/tune/recommend.ts';
import { begin, ask, tell } from '../../src/tune/search.ts';
import { assertEach } from '../kit/assert.ts';
import { gridOf } from '../../src/tune/grid.ts';
import { scoreTable, searchTrials, trialHistory } from '../../src/tune/trial-history.ts';
import type { Trial } from '../../src/model/sample.ts';
import { ranking } from '../../src/stats/ranking.ts';
import { seeded } from '../../src/stats/random.ts';
import { probeOf, trialOf } from '../kit/trials.ts';
import { optionsOf, sizeOf, throughputOf, tune } from './simulated-servers.ts';

const levels = Array.from({ length: 11 }, (_, i) => 2 ** i);
const factors = [{ key: 'pool', levels }];

/** What a search says of the sizes that are as good as the current one; null: nothing. */
function sameIn(rate: (pool: number) => number, noise: number, seed: number, budget: number) {
  const { recommendation } = tune(throughputOf(rate), optionsOf({ seed, factors }), noise, seed, budget);
  const { kept } = recommendation;
  return { recommendation, same: kept?.code === 'tune.same' ? kept.params : null };
}

test('A search that is cut off keeps the current setting, and names the sizes that give the same, and those that do not', () => {
  const halved = (pool: number) => (pool === 1 ? 500 : 1000);
  const { recommendation, same } = sameIn(halved, 0.005, 3, 28);
  assert.deepEqual([recommendation.id, recommendation.stopped], ['pool=4', 'budget']);
  assert.equal(recommendation.certainty.code, 'tune.same-certainty');
  assert.ok(same);
  assert.deepEqual([same.key, same.label], ['pool', 'throughput']);
  assert.ok(same.names.includes('2') && !same.names.includes('1'));
  assert.ok(same.within > 0 && same.within <= 0.2, `${same.within}`);
  assertEach(same.others, ({ name, ratio }) => [name, Math.round(10 * ratio) / 10], [['1', 0.5]]);
});

test('A setting that is worse with confidence is none of them, also where it has not left the search yet', () => {
  const state = begin(optionsOf({ factors: [{ key: 'pool', levels: [1, 4, 16] }] }));
  const tried = state.grid.settings;
  const rates: Readonly<Record<string, number>> = { 'pool=1': 600, 'pool=4': 1000, 'pool=16': 1010 };
  const rate = (id: string) => Math.log(rates[id] ?? NaN);
  const settings = tried.map(({ id, setting }): TunedSetting => ({
    id,
    setting,
    trials: 2,
    failed: 0,
    left: null,
    standing: id === 'pool=1' ? 'worse' : id === 'pool=4' ? 'best' : 'undecided',
    ratio: id === 'pool=4' ? null : { value: (rates[id] ?? NaN) / 1000, low: 0.5, high: 1.5 },
    isFresh: false,
    constraints: [],
  }));
  const race = {
    degrees: 4,
    has: () => true,
    difference: (one: string, other: string) => ({ value: rate(one) - rate(other), error: 0.02, half: 0.2 }),
  };
  const told = sameAsDefault({ ...state, tried }, settings, race)?.params;
  assert.deepEqual([told?.names, told?.others], [['4', '16'], [{ name: '1', ratio: 0.6 }]]);
});

test('What lies between the sizes and was tried once is not called the same, and then they are no range', () => {
  const found = Array.from({ length: 20 }, (_, seed) => sameIn(() => 1000, 0.02, seed, 24));
  const spoken = found.flatMap(({ recommendation, same }) => (same ? [{ ...same, recommendation }] : []));
  assert.ok(spoken.length > 10, `${spoken.length}`);
  for (const { range, recommendation, ...told } of spoken) {
    const names = told.names.map(String);
    const [low, high] = [Math.min(...names.map(Number)), Math.max(...names.map(Number))];
    const between = recommendation.settings.filter(({ id }) => sizeOf(id) >= low && sizeOf(id) <= high);
    assert.deepEqual(range, between.length === names.length ? { low, high } : null);
    for (const { id, trials } of between) if (names.includes(String(sizeOf(id)))) assert.ok(trials > 1);
  }
});

test('Where another size is better with confidence, that is what is recommended', () => {
  const { recommendation, same } = sameIn((pool) => (pool < 16 ? 600 : 1000), 0.01, 1, 60);
  assert.equal(recommendation.keepsDefault, false);
  assert.equal(same, null);
});

suite('With 95% confidence no size is further from the current one than is said', () => {
  /** All other sizes lie a little beyond a round share: one that is called closer by luck alone makes the sentence false. */
  const beyond = [0.9, 0.84, 0.79, 1.11];
  const budgets = [16, 24];
  for (const far of beyond) {
    test(`of a search over sizes that give ${far} times as much`, () => {
      const runs = 100;
      let [said, wrong] = [0, 0];
      for (let run = 0; run < runs; run++) {
        const budget = budgets[run % budgets.length] ?? 0;
        const rate = (pool: number) => (pool === 4 ? 1000 : 1000 * far);
        const { same } = sameIn(rate, [0.005, 0.048][run % 4 < 2 ? 0 : 1] ?? 0, 17 * run + 5, budget);
        if (!same) continue;
        said++;
        if (Math.abs(Math.log(far)) > Math.log1p(same.within)) wrong++;
      }
      // 5 of 100 may be false; of so many seeds 10 would be a chance of 1 in 90.
      assert.ok(wrong <= 5, `${wrong} of ${said}`);
      assert.ok(said > 0, 'it says something in some of them');
    });
  }
});

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
        Array.from({ length: 30 }, () => (base / speed) * (1 + 0.02 * random()));
      const window = probeOf([0, 1].map(() => ({ hash: times(0.32), table: times(0.41) })));
      const trial = trialOf(block, `pool=${pool}`, {
        throughput: 100 * pool * speed * (1 + 0.01 * random()),
      });
      return { ...trial, ordinal: 3 * block + i, host: { ...trial.host, window } };
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
