import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decide } from '../../src/judge/sequence.ts';
import { blocksLost, turnsRefusal, withoutRefused } from '../../src/judge/turns.ts';
import { message } from '../../src/messages/message.ts';
import { problemData } from '../../src/messages/problem.ts';
import type { Trial } from '../../src/model/sample.ts';
import { inRound, refused, Round } from '../../src/run/in-turn.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { planOf, trialOf, withSample } from '../kit/trials.ts';

const turns = { warmup: 700, window: 250, measured: 1000 };

/** Members that start, are warmed, are loaded in turn, and end. @returns what they did, in order, and what each learned */
async function played(members: number, window: number, leaves?: number) {
  const done: string[] = [];
  const round = new Round(members, turns);
  const learned = await Promise.all(
    Array.from({ length: members }, async (_, member) => {
      const turn = round.turn(member);
      const act = async (what: string, work = () => {}) => {
        await turn.begin();
        done.push(`${what}${member}`);
        await Promise.resolve();
        work();
        done.push('.');
        turn.end();
      };
      await act('start');
      if (member === leaves) return turn.leave();
      await act('warm', () => turn.agree(window));
      await act('');
      for (let at = 1; at < turn.afterOwn.length; at++) await act('');
      if (turn.afterOwn.length === 0) return turn.leave();
      await act('end');
      return turn.afterOwn;
    }),
  );
  return { done: done.join(' '), learned };
}

suite('Servers in turn', () => {
  test('are two whose windows mirror each other, one at a time', async () => {
    const { done, learned } = await played(2, 0);
    const alone = '0 . 1 . 1 . 0 . 1 . 0 . 0 . 1 .';
    assert.equal(done, `start0 . start1 . warm0 . warm1 . ${alone} end0 . end1 .`);
    assert.deepEqual(learned, [
      [false, false, false, true],
      [false, true, false, false],
    ]);
  });

  test('have longer windows, and fewer, where one of them asks for it', async () => {
    assert.match((await played(2, 500)).done, /warm1 \. 0 \. 1 \. 1 \. 0 \. end0/);
  });

  test('are three of which each follows each', async () => {
    const windows = (await played(3, 0)).done.split('warm2 . ')[1]?.split(' end')[0];
    assert.equal(windows, '0 . 1 . 2 . 2 . 1 . 0 . 1 . 2 . 0 . 0 . 2 . 1 .');
  });

  test('end where one has left, and none waits for ever', async () => {
    const { learned } = await played(2, 0, 1);
    assert.deepEqual(learned, [undefined, undefined]);
  });
});

suite('A round', () => {
  const [one, other] = [trialOf(0, 'a'), trialOf(0, 'b')];

  test('shares its time', () => {
    assert.deepEqual(
      inRound([one, other]).map(({ duration }) => duration),
      [550, 550],
    );
    assert.deepEqual(inRound([one]), [one]);
  });

  test('is refused as a whole, by the reason and not by what followed from it', () => {
    const failed = trialOf(0, 'a', { failed: true });
    const left = { ...other, problem: problemData(refused(message('warning.turns-alone'))) };
    for (const trials of [
      [failed, left],
      [left, failed],
      [failed, other],
    ]) {
      const whys = inRound(trials).map(({ problem }) => problem?.details?.['why']);
      assert.deepEqual(
        new Set(whys.map((why) => (typeof why === 'object' ? why.code : why))),
        new Set(['warning.turns-failed']),
      );
    }
  });
});

/** Trials of two settings in so many rounds, at 6% of noise a window. @param after how much faster a window of the second is after one of the first */
function rounds(count: number, seed: number, { after = 0, idle = 0 } = {}): Trial[] {
  const draw = seeded(seed);
  const orders = {
    a: [false, false, false, true, false, true, false, false],
    b: [false, true, false, false, false, false, false, true],
  };
  return Array.from({ length: count }, (_, block) =>
    (['a', 'b'] as const).map((cell): Trial => {
      const luck = 0.03 * normal(draw);
      const rates = orders[cell].map((isOwn) =>
        Math.exp(luck + 0.06 * normal(draw) + (cell === 'b' && !isOwn ? after : 0)),
      );
      return withSample(trialOf(block, cell), () => ({
        turns: { rates, afterOwn: orders[cell], idle: cell === 'b' ? idle : 0 },
      }));
    }),
  ).flat();
}

suite('Trials in turn are refused', () => {
  const codes = (trials: readonly Trial[]) => turnsRefusal(trials)?.code ?? null;

  test('where a server works while the other one is loaded, and all of them at once', () => {
    const busy = rounds(4, 1, { idle: 0.1 });
    assert.equal(codes(busy), 'warning.turns-idle');
    assert.ok(withoutRefused(busy).every(({ problem }) => problem?.code === 'TURNS_REFUSED'));
    assert.equal(codes(rounds(4, 1, { idle: 0.01 })), null);
    // A collection in one round of five is no server that works.
    assert.equal(codes([...rounds(5, 1).slice(0, -2), ...rounds(5, 1, { idle: 0.05 }).slice(-2)]), null);
  });

  test('where a later round could not be measured, and those before it count', () => {
    const why = message('warning.turns-slow', { window: 3000 });
    const failed = trialOf(9, 'a');
    const all = [...rounds(4, 1), { ...failed, problem: problemData(refused(why)) }];
    assert.equal(codes(all), 'warning.turns-slow');
    assert.ok(
      withoutRefused(all)
        .slice(0, -1)
        .every(({ problem }) => problem === null),
    );
    assert.deepEqual(
      [blocksLost(all), blocksLost(rounds(4, 1, { idle: 0.1 })), blocksLost(rounds(4, 1))],
      [1, 4, 0],
    );
  });

  test('and then decide nothing, nor were they blocks of the control', () => {
    const plan = { ...planOf('a', 'b', 'a (A/A′)'), blocks: 28 };
    const cells = plan.cells.map((cell) =>
      cell.id === 'a (A/A′)' ? { ...cell, setting: { pool: 'a' }, control: true } : cell,
    );
    const copy = (trial: Trial) => (trial.cell === 'a' ? [trial, { ...trial, cell: 'a (A/A′)' }] : [trial]);
    const asked = (idle: number) => decide({ ...plan, cells }, rounds(4, 1, { idle }).flatMap(copy));
    assert.deepEqual([asked(0.1).look, asked(0.1).live], [null, ['a', 'b', 'a (A/A′)']]);
    assert.equal(asked(0).look, 4);
  });

  test('where one changes what the next one does', () => {
    assert.equal(codes(rounds(5, 1, { after: 0.25 })), 'warning.turns-carried');
  });

  test('and by chance in at most one series of a hundred, looked at after every round', () => {
    const seeds = Array.from({ length: 500 }, (_, seed) => seed);
    const wrong = seeds.filter((seed) => {
      const all = rounds(8, seed);
      return Array.from({ length: 8 }, (_, last) => all.slice(0, 2 * last + 2)).some(
        (some) => codes(some) !== null,
      );
    });
    assert.ok(wrong.length <= 5, `${wrong.length} of 500`);
  });

  test('and fresh servers never', () => {
    const fresh = [trialOf(0, 'a'), trialOf(0, 'b', { failed: true })];
    assert.equal(withoutRefused(fresh), fresh);
  });
});
