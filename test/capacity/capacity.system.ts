/** Real servers of known truth, loaded for real: the rate, its interval, and what is said where there is none. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { place } from '../cli/chokepoint.ts';
import { limited } from './limited.ts';

const one = limited['exponential'];
assert.ok(one);

async function capacity(args: readonly string[], env: Readonly<Record<string, string | number>>) {
  using here = place();
  const texts = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]));
  const { code, stdout, stderr } = await here.run(
    ['capacity', ...args, '--json', '--', ...(one?.command ?? [])],
    texts,
  );
  return { code, stderr, result: JSON.parse(stdout) as RunResult };
}

suite('capacity', () => {
  systemTest(
    'finds the rate of M/M/40 within 10% of the closed form, and its interval holds it',
    {},
    async (t) => {
      const { result, code, stderr } = await capacity(
        ['--slo', `p99<${one.limit}ms`, '--budget', '120s', '--precision', '10%', '--seed', '3'],
        one.env,
      );
      assert.equal(code, 0, stderr);
      const [found] = result.capacity?.findings ?? [];
      assert.ok(found);
      if (found.word !== 'bounded' || !found.rate) inconclusive(`${found.word} after ${found.blocks} blocks`);
      const { value, low, high } = found.rate;
      t.diagnostic(
        `${value.toFixed(1)} (${low.toFixed(1)}–${high?.toFixed(1)}) of ${one.truth.toFixed(1)}, ${found.blocks} blocks`,
      );
      if ((high ?? Infinity) / low > 1.25)
        inconclusive(`the interval is ${low.toFixed(0)}–${high?.toFixed(0)}`);
      assert.ok(low <= one.truth && one.truth <= (high ?? Infinity));
      assert.ok(Math.abs(value / one.truth - 1) <= 0.1);
    },
  );

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
    const { result, code } = await capacity(['--slo', 'p99<2s', '--budget', '100s'], {
      ...one.env,
      MOST: 60,
    });
    assert.equal(code, 0);
    const [found] = result.capacity?.findings ?? [];
    assert.ok(found?.notes.some((note) => note.code === 'capacity.note.died'));
    assert.ok((found?.kept ?? 0) > 100 && (found?.broken ?? 0) < 1600);
  });
});
