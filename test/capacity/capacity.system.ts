/** Real servers of known truth, loaded for real: the rate, its interval, and what is said where there is none. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import { capacity, limited } from './limited.ts';
import { measured } from './measured.ts';

const one = limited['exponential'];
assert.ok(one);

// The servers sleep most of the time, and so do the generators: two at once do not disturb each other.
suite('capacity', { concurrency: 2 }, () => {
  // A p99 of one window is known to a tenth, and is steep there. How close whole searches come is counted by `bench -- slo-capacity`.
  systemTest('has the rate of M/M/40 between what was kept and what was broken', {}, async (t) => {
    const { word, kept, broken } = measured(
      await capacity(['--slo', `p99<${one.limit}ms`, '--budget', '60s', '--seed', '3'], one.env),
    );
    t.diagnostic(`${word}: ${kept} to ${broken}, in truth ${one.truth.toFixed(1)}`);
    if (word === 'at least' || !kept || !broken) inconclusive(word);
    assert.ok(kept * 0.9 <= one.truth && one.truth <= broken * 1.1);
  });

  systemTest('says what one client alone takes where no rate keeps the objective', {}, async () => {
    const { result, code } = await capacity(['--slo', 'p99<20ms', '--expect', '10/s'], one.env);
    assert.equal(result.capacity?.findings[0]?.word, 'never');
    const { word, sentence } = result.capacity?.expect ?? {};
    // A check of the machine may withhold the word.
    if (word === 'undecided') inconclusive(`undecided: ${sentence?.code}`);
    assert.equal(word, 'missed');
    assert.equal(code, 1);
  });

  systemTest('names the rate at which a server dies', {}, async () => {
    const { result, code } = await capacity(['--slo', 'p99<2s', '--budget', '50s'], {
      ...one.env,
      MOST: 60,
    });
    assert.equal(code, 0);
    const [found] = result.capacity?.findings ?? [];
    assert.ok(found?.notes.some((note) => note.code === 'capacity.note.died'));
    assert.ok((found?.kept ?? 0) > 100 && (found?.broken ?? 0) < 1600);
  });
});
