/** Real servers that leak, stop now and then, or warm up: what is said in place of a rate that would mislead. */
import assert from 'node:assert/strict';
import { suite, type TestContext } from 'node:test';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import { capacity, limited, type Limited } from './limited.ts';
import { measured } from './measured.ts';

const many = limited['exponential'];
assert.ok(many);

async function answered(t: TestContext, args: readonly string[], env: Limited['env']) {
  const found = measured(await capacity(args, env));
  const rates = found.points.flatMap(({ rate, word, isLate }) =>
    rate === null ? [] : { rate, word, isLate },
  );
  const late = rates.filter(({ isLate }) => isLate).length;
  const notes = found.notes.map((note) => note.code);
  t.diagnostic(`${found.word}, ${found.blocks} blocks, ${late} of ${rates.length} late, ${notes.join(' ')}`);
  if (late > rates.length / 3)
    inconclusive(`the load generator was late in ${late} of ${rates.length} windows`);
  return { ...found, codes: notes, late };
}

/** Each takes a minute or two: what that does not decide, another one will not. */
const once = { attempts: 1 };

// They sleep most of the time, and so do their generators: two at once do not disturb each other.
suite('capacity of an ill server', { concurrency: 2 }, () => {
  systemTest('that leaks is no number: its rate falls with its age', once, async (t) => {
    // 2,000 a second when it begins, half of it after 20,000 requests.
    const leaking = { SLOTS: 8, MEAN: 4, TIMES: 'fixed', GROWS: 0.0002 };
    const args = ['--slo', 'p99<400ms', '--budget', '140s', '--seed', '5'];
    const { word, rate, fall, codes, blocks, late } = await answered(t, args, leaking);
    t.diagnostic(JSON.stringify(fall));
    // However few the blocks are, one client alone has seen it.
    const isSeen = codes.includes(word === 'falling' ? 'capacity.note.falls' : 'capacity.note.slower');
    const isShort = word !== 'falling' && blocks < 3;
    if (isShort || (!isSeen && late > 0)) inconclusive(`${word} after ${blocks} blocks, ${late} late`);
    assert.ok(isSeen, codes.join(' '));
    assert.equal(word, 'falling');
    assert.equal(rate, null);
  });

  systemTest('that warms up for 10 s is measured when it is warm', once, async (t) => {
    const args = ['--slo', `p99<${many.limit}ms`, '--budget', '90s', '--seed', '3'];
    const { word, kept, broken, codes } = await answered(t, args, { ...many.env, COLD: 10_000 });
    t.diagnostic(`${kept} to ${broken}, in truth ${many.truth.toFixed(1)}`);
    if (word === 'at least' || !kept || !broken) inconclusive(word);
    assert.ok(kept * 0.9 <= many.truth && many.truth <= broken * 1.1);
    assert.ok(codes.includes('capacity.note.warming'));
  });

  // Twice a request that waits for a stop is over the limit, at every rate; half of the requests never meet one.
  const stopping = { SLOTS: 8, MEAN: 4, TIMES: 'fixed', STOPS: 300 };
  systemTest('that stops keeps no p99 below its stops, and says why', once, async (t) => {
    const { word, codes } = await answered(t, ['--slo', 'p99<200ms', '--budget', '45s'], stopping);
    assert.equal(word, 'never');
    assert.ok(codes.includes('capacity.note.stalls'));
  });

  systemTest('that stops keeps a p50 all the same, and says that it stops', once, async (t) => {
    const { word, kept, codes, late } = await answered(
      t,
      ['--slo', 'p50<300ms', '--budget', '45s'],
      stopping,
    );
    if (!kept) inconclusive(word);
    assert.ok(kept > 400, `${kept}`);
    // A window in which the generator was late shows no stop: there are three at light load.
    const isSeen = codes.includes('capacity.note.stalls');
    if (!isSeen && late > 0) inconclusive(`the load generator was late in ${late} windows`);
    assert.ok(codes.includes('capacity.note.stalls'));
  });
});
