/** A run that was stored before trials named their block of the search: it is judged as it was then. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { emptyFolder } from '../kit/place.ts';
import { quoted } from '../../src/messages/message.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { HostConditions, Trial } from '../../src/model/sample.ts';
import type { Recommendation } from '../../src/model/tune.ts';
import { judgeStored } from '../../src/run/run.ts';
import { openStore } from '../../src/store/store.ts';
import { recommendationOf, searchOf } from '../../src/tune/run-search.ts';
import { host, trialOf } from '../kit/trials.ts';
import { runOf, searchPlan, shelf, type Server } from './search-by-hand.ts';

/** 34 trials in 11 blocks: three were disturbed and repeated in their block, one server died and got a block of its own. */
interface Recorded {
  readonly reason: string;
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
  /** What was recommended then, without its sentences. */
  readonly recommendation: Partial<Omit<Recommendation, 'settings'>> & {
    readonly settings: readonly Partial<Recommendation['settings'][number]>[];
  };
}

const packed = readFileSync(join(import.meta.dirname, 'recorded-tune.json.gz'));
const recorded = JSON.parse(gunzipSync(packed).toString()) as Recorded;
const folder = emptyFolder('recorded');

/** As a store of then had it. */
function stored(): { readonly file: string; readonly id: string } {
  const file = join(folder, 'runs.db');
  const { plan, host: machine, trials, reason } = recorded;
  using store = openStore(file, 'write');
  const id = store.create(plan, machine);
  for (const trial of trials) store.add(id, trial);
  const database = new DatabaseSync(file);
  database.prepare("UPDATE runs SET status = 'finished', reason = ? WHERE id = ?").run(reason, id);
  database.close();
  return { file, id };
}

/** As earlier versions stored them. */
const olderOf = (trials: readonly Trial[]) =>
  trials.map((trial): Trial => {
    const { search, ...older } = trial;
    assert.ok(search);
    return older;
  });

/** The last digits are those of the order of sums. */
const rounded = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'number' ? Number(one.toPrecision(12)) : one,
  ) as Value;

/** As `found`, with those fields only that are expected. */
const like = (expected: object, found: object) =>
  Object.fromEntries(Object.keys(expected).map((key) => [key, (found as Record<string, unknown>)[key]]));

suite('A search that an earlier version stored', () => {
  test('is judged as it was then, and its reason is the sentence that was stored', () => {
    const { file, id } = stored();
    using store = openStore(file, 'read');
    assert.ok(recorded.trials.every(({ search }) => search === undefined));
    const { recommendation, run } = judgeStored(store, id);
    assert.ok(recommendation);
    const { settings, ...rest } = rounded(recorded.recommendation);
    const found = rounded(recommendation);
    assert.deepEqual(like(rest, found), rest);
    assert.equal(found.settings.length, settings.length);
    for (const [i, one] of settings.entries()) assert.deepEqual(like(one, found.settings[i] ?? {}), one);
    assert.deepEqual(run.reason, quoted('the best setting is certified, after 11 blocks'));
  });

  test('gets for each trial the block that this version stores, repetitions and a half block among them', () => {
    const plan = searchPlan([1, 4, 16, 64]);
    const server: Server = (pool, ordinal) => (ordinal === 2 ? { failed: true } : shelf(pool, ordinal));
    const { trials } = runOf(plan, server);
    assert.deepEqual(
      trials.slice(0, 6).map(({ block, search }) => [block, search?.phase, search?.block]),
      [
        [0, 'bracket', 0],
        [0, 'bracket', 0],
        [0, 'bracket', 0],
        [0, 'bracket', 0],
        [1, 'bracket', 0],
        [2, 'bracket', 1],
      ],
    );
    for (const end of [3, 5, 9, trials.length - 1, trials.length]) {
      const some = trials.slice(0, end);
      const older = olderOf(some);
      const [now, then] = [some, older].map((own) => searchOf({ plan, host, trials: own }));
      assert.deepEqual(then?.history.trials, now?.history.trials, `${end}`);
      assert.deepEqual(
        recommendationOf({ plan, host, trials: older }, 'interrupted'),
        recommendationOf({ plan, host, trials: some }, 'interrupted'),
      );
      // Gone on with by this version.
      const mixed = [...older.slice(0, 2), ...some.slice(2)];
      assert.deepEqual(searchOf({ plan, host, trials: mixed }).history.trials, now?.history.trials);
    }
  });

  test('leaves out trials of blocks that the search never asked for', () => {
    const plan = searchPlan([4, 8]);
    const { trials } = runOf(plan, shelf);
    const older = olderOf(trials);
    const more = { ...trialOf(99, 'pool=4', { throughput: 1 }), ordinal: 999 };
    assert.equal(searchOf({ plan, host, trials: [...older, more] }).history.trials.length, trials.length);
  });
});
