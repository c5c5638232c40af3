/** A generator on the server's CPUs takes from every setting: what that leaves of a search's certainty, and of its page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '../../src/messages/message.ts';
import type { Trial } from '../../src/model/sample.ts';
import { seeded } from '../../src/stats/random.ts';
import { text } from '../../src/report/report.ts';
import { judged, runOf, searchPlan, type Server } from './search-by-hand.ts';
import { host, withOutcome } from '../kit/trials.ts';

/** Computes: two CPUs give no more than twice of one. */
const server: Server = (pool, ordinal) => ({
  throughput: (pool < 4 ? 100 : pool < 16 ? 140 : 190) * (1 + 0.01 * (seeded(ordinal)() - 0.5)),
});
const plan = searchPlan([1, 4, 16, 64]);
const { trials } = runOf(plan, server);

/** @param shareOf of all CPUs, by cell: what the generator took, and the server all the rest; 0 leaves the CPUs half idle */
function loaded(shareOf: (cell: string) => number) {
  const changed = trials.map((trial): Trial => {
    const share = shareOf(trial.cell);
    // Windows of a second.
    const time = 1000 * host.effectiveCpus;
    const cpu = Math.max(share, 0.03) * time;
    return {
      ...withOutcome(trial, ({ generator }) => ({ generator: { ...generator, cpu } })),
      effective: trial.effective.map((one) => ({ ...one, cpu: share === 0 ? time / 2 : time * (1 - share) })),
    };
  });
  const reason = message('stop.after-blocks', { reason: message('stop.certificate'), blocks: 5 });
  const { result, found } = judged(plan, changed, 'finished', reason);
  return {
    result,
    found,
    words: text(result, { columns: 100, color: false, detail: 'verbose' }).replaceAll(/\s+/g, ' '),
  };
}

test('what it takes from all settings alike takes no certificate, and the page says so once', () => {
  const { result, found, words } = loaded(() => 0.067);
  assert.equal(result.checks.find(({ id }) => id === 'G1')?.outcome, 'fail');
  assert.equal(found.verdict, 'certified');
  assert.match(
    words,
    /Check G1 failed, but the certificate stays valid: .* at most 6\.7% of the CPUs in use/,
  );
  assert.doesNotMatch(words, /took that certainty/);
});

test('what it takes from a rival alone may be what the rival lacks: the certificate is taken, and the end says by whom', () => {
  const recommendation = loaded(() => 0).found;
  assert.equal(recommendation.verdict, 'certified');
  const rivals = recommendation.settings.filter(
    ({ id, left }) => id !== recommendation.id && left?.phase !== 'bracket',
  );
  assert.ok(rivals.length > 0);
  // Whatever a rival was measured to have, with nine tenths of the CPUs more it would be ahead.
  const { found, words } = loaded((cell) => (cell === recommendation.id ? 0 : 0.9));
  assert.equal(found.verdict, 'not certified');
  assert.equal(found.withheld?.params.check, 'G1');
  assert.match(
    words,
    /Ended a setting close to the best that was tried is certified, after 5 blocks; withheld, since check G1 failed/,
  );
});

test('what it takes from the recommended setting more than from its rivals makes the gain smaller than it is', () => {
  const best = loaded(() => 0).found.id;
  const { found } = loaded((cell) => (cell === best ? 0.2 : 0));
  assert.equal(found.verdict, 'certified');
  assert.equal(found.id, best);
});
