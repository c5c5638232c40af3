/** A watch of which a part was held back: the verdict is of that part. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { Stretches } from '../../src/doctor/doctor.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import type { Watch } from '../../src/model/watch.ts';
import { heldInReads, watchByHand } from '../kit/watches.ts';

const idle = watchByHand();
const letters: Readonly<Record<string, Diagnosis['status']>> = {
  B: 'bottleneck',
  b: 'bottleneck',
  q: 'bottleneck',
  h: 'healthy',
  n: 'no traffic',
  '?': 'cannot tell',
};

/** Requests in flight; null: nobody asks. */
const inFlight: Readonly<Record<string, number | null>> = { b: 4, B: 40, q: null };

/** Looks two seconds apart, each with a letter; what each saw lasts as long as its number. */
function worstOf(looks: string): string | null {
  const stretches = new Stretches(5000);
  for (const [index, letter] of looks.split('').entries()) {
    const mean = inFlight[letter] ?? null;
    const requests = mean === null ? null : { rate: 1000, mean, p99: null, alone: null };
    const service = { ...diagnose(idle).service, requests, used: index };
    const found = { status: letters[letter] ?? 'healthy', service };
    stretches.take(2000 * (index + 1), found, { ...idle, duration: index + 1 });
  }
  const { worst } = stretches;
  const seconds = (ms: number) => Math.round(ms / 100) / 10;
  return worst && `${seconds(worst.from)}-${seconds(worst.to)} by ${worst.seen.duration}`;
}

suite('The worst part of a watch', () => {
  const rows: readonly [looks: string, worst: string | null][] = [
    ['', null],
    ['hhhh', null],
    ['nnnn', null],
    // One look may be an accident.
    ['hBhhBh', null],
    ['hBBh', '2-6 by 2'],
    ['BBBBBBnn', '0-12 by 1'],
    ['hhBBnBBBBh', '10-18 by 6'],
    ['BBBhBB', '0-6 by 1'],
    ['BB?BBB', '6-12 by 4'],
    // The first and the last look are of what lies beside it, too.
    ['nbBBb', '3.6-8 by 3'],
    ['nbB', '3.6-6 by 3'],
    ['nqqqn', '2.7-8 by 4'],
  ];
  for (const [looks, worst] of rows)
    test(`${looks || 'without a look'}: ${worst}`, () => assert.equal(worstOf(looks), worst));
});

suite('A watch that was held back in a part of its time', () => {
  const held = watchByHand({ look: heldInReads() });
  const whole = { ...idle, duration: 31_000 };
  const judged = (watch: Watch, from: number, to: number) =>
    diagnose({ ...watch, worst: { from, to, seen: held } });

  test('has the verdict and the figures of that part, with its times', () => {
    const alone = diagnose(held);
    const { status, sentence, findings, stretch, duration } = judged(whole, 1000, 22_000);
    assert.equal(status, 'bottleneck');
    assert.equal(duration, 31_000);
    assert.deepEqual(stretch, { from: 1000, to: 22_000 });
    assert.deepEqual(findings, alone.findings);
    assert.equal(sentence.code, 'diagnosis.stretch');
    const { held: time, of, until } = sentence.params as unknown as Record<string, number>;
    assert.deepEqual([time, of, until], [21_000, 31_000, whole.startedAt + 22_000]);
  });

  test('is that of the whole, where the part is nearly all of it', () => {
    const long = { ...held, duration: 31_000 };
    assert.equal(judged(long, 1000, 30_000).stretch, undefined);
    assert.deepEqual(judged(long, 1000, 12_000).stretch, { from: 1000, to: 12_000 });
  });
});
