import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  above,
  agreedWord,
  allAbove,
  allWithin,
  below,
  beyond,
  need,
  outcomesOf,
  undecidedOf,
  type Estimated,
  type Outcome,
} from '../../../src/lab/experiments/outcome.ts';
import { measured } from '../../../src/judge/comparisons.ts';
import { host, planOf, trialsOf } from '../../kit/trials.ts';

/** A ratio with a half-width of logarithms that shrinks as √n from four blocks on, and grows with the confidence. */
function figure(value: number, half: number): Estimated {
  const at = (confidence: number) => {
    const factor = Math.exp(half * Math.sqrt(Math.log(0.05) / Math.log(1 - confidence)) ** -1);
    return { value, low: value / factor, high: value * factor };
  };
  const blocksFor = (bound: number) => {
    const distance = Math.abs(Math.log(value / bound));
    if (distance > half) return 4;
    return distance < half / 4 ? 'on the line' : Math.ceil(4 * (half / distance) ** 2);
  };
  return { text: 'a ÷ b', unit: '×', n: 4, cells: ['a', 'b'], ...at(0.95), at, blocksFor };
}

const word = (outcomes: readonly Outcome[]) => agreedWord([outcomes]);
const allAre = (bound: number, ...figures: Estimated[]) => outcomesOf(allAbove(bound), figures);

suite('The word of a claim', () => {
  test('holds only if every figure lies where it must, with its whole interval', () => {
    assert.equal(word(allAre(1.1, figure(1.5, 0.1), figure(1.3, 0.1))), 'holds');
    assert.equal(word(allAre(1.1, figure(1.5, 0.1), figure(1.3, 0.2))), 'undecided');
    assert.equal(word(allAre(1.1, figure(0.9, 0.1), figure(0.8, 0.1))), 'refuted');
  });

  test('of "the same" is refuted by one figure that is shown to differ', () => {
    const outcomes = (value: number, half: number) =>
      outcomesOf(allWithin(1.25), [figure(1, 0.05), figure(value, half)]);
    assert.equal(word(outcomes(1.02, 0.1)), 'holds');
    assert.equal(word(outcomes(0.5, 0.1)), 'refuted');
    assert.equal(word(outcomes(1.25, 0.1)), 'undecided');
  });

  test('asks more of a figure that is one of several ways to be right', () => {
    const one: Outcome = { word: 'refuted', when: [[need(beyond(1.1))(figure(1.33, 0.18))]] };
    const ofFour: Outcome = { word: 'refuted', when: Array.from({ length: 4 }, () => one.when[0] ?? []) };
    assert.equal(word([one]), 'refuted');
    assert.equal(word([ofFour]), 'undecided');
  });

  test('of parts is theirs if they agree', () => {
    const holds = allAre(1, figure(2, 0.1));
    const refuted = allAre(1, figure(0.5, 0.1));
    assert.equal(agreedWord([holds, holds]), 'holds');
    assert.equal(agreedWord([holds, refuted]), 'undecided');
    assert.equal(agreedWord([]), 'undecided');
  });

  test('is never given by a rule without figures', () => {
    assert.equal(word(allAre(1)), 'undecided');
  });
});

suite('An undecided claim', () => {
  const cells = ['a', 'b', 'table'];
  const all = planOf(...cells);
  const plan = {
    ...all,
    cells: all.cells.map((cell) => (cell.id === 'table' ? { ...cell, blocks: 2 } : cell)),
  };
  // A trial takes 1.1 s: a block of the two cells that claims rest on, 2.2 s.
  const data = measured(plan, host, trialsOf({ a: [1, 2, 3, 4], b: [1, 2, 3, 4], table: [1, 2] }));

  test('in noise has a price: blocks, and the seconds that they take', () => {
    const outcomes = allAre(1.1, figure(1.3, 0.2));
    assert.equal(word(outcomes), 'undecided');
    assert.deepEqual(undecidedOf([outcomes], data), { kind: 'noise', blocks: 2, seconds: 5 });
  });

  test('takes the way that needs the fewest blocks, and of what must hold together the longest', () => {
    const near = need(above(1.1))(figure(1.3, 0.2));
    const far = need(above(1.1))(figure(1.2, 0.2));
    const blocks = (outcomes: Outcome[]) => {
      const found = undecidedOf([outcomes], data);
      return found.kind === 'noise' ? found.blocks : found.kind;
    };
    assert.equal(blocks([{ word: 'holds', when: [[near, far]] }]), 18);
    assert.equal(blocks([{ word: 'holds', when: [[near], [far]] }]), 2);
  });

  test('too close to its bound, or between two bounds, is on the line', () => {
    assert.deepEqual(undecidedOf([allAre(1.1, figure(1.12, 0.2))], data), { kind: 'on the line' });
    const gap: Outcome[] = [
      { word: 'holds', when: [[need(above(2))(figure(1.5, 0.05))]] },
      { word: 'refuted', when: [[need(below(1.2))(figure(1.5, 0.05))]] },
    ];
    assert.deepEqual(undecidedOf([gap], data), { kind: 'on the line' });
  });

  test('whose parts disagree is not helped by more blocks', () => {
    const parts = [allAre(1, figure(2, 0.1)), allAre(1, figure(0.5, 0.1))];
    assert.deepEqual(undecidedOf(parts, data), { kind: 'on the line' });
  });
});
