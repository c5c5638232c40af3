/** What a run says of itself on stderr, in virtual time: whoever waits must never wonder whether it still lives. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { storedRun } from '../../bench/pages/stored-runs.ts';
import { progress, tickInterval } from '../../src/cli/output/progress.ts';
import { problem, problemData } from '../../src/messages/problem.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Plan } from '../../src/model/plan.ts';
import { assertEach } from '../kit/assert.ts';

const { head, host, plan, trials } = storedRun('pool-size');
const inOrder = trials.toSorted((a, b) => a.ordinal - b.ordinal);

interface Written {
  readonly at: number;
  readonly text: string;
}

/** A stored run as it was measured, each trial `slower` times as long: what stderr got, and when, in milliseconds. */
function replayed(
  of: Plan,
  { isTTY = false, slower = 1, isVerbose = false, isQuiet = false } = {},
): readonly Written[] {
  const written: Written[] = [];
  let time = 0;
  const terminal = { isTTY, columns: 80, write: (text: string) => written.push({ at: time, text }) };
  const shown = progress(terminal, { isVerbose, isQuiet, now: () => time });
  /** Ticks come at their own pace, whatever the trials do. */
  const pass = (duration: number) => {
    const end = time + duration;
    for (;;) {
      const next = (Math.floor(time / tickInterval) + 1) * tickInterval;
      if (next > end) break;
      time = next;
      shown.tick();
    }
    time = end;
  };
  const show = (event: RunEvent) => shown.show(event);
  show({ type: 'planned', run: head.id, plan: of, host, done: 0, spent: 0 });
  for (const trial of inOrder) {
    const { ordinal, block, cell } = trial;
    show({ type: 'trial-started', ordinal, block, blocks: 5, cell, of: inOrder.length });
    show({ type: 'phase', ordinal, phase: 'start' });
    pass((trial.duration * slower) / 2);
    show({ type: 'phase', ordinal, phase: 'load' });
    pass((trial.duration * slower) / 2);
    show({ type: 'trial-ended', trial });
  }
  written.push({ at: time, text: '' });
  shown.end();
  return written;
}

const gaps = (written: readonly Written[]) => written.map(({ at }, i) => at - (written[i - 1]?.at ?? 0));

suite('Without a terminal', () => {
  for (const slower of [0.1, 1, 40]) {
    test(`there is a line at least every 15 s, and no more than one every 5 s, with trials ${slower} times as long`, () => {
      const written = replayed(plan, { slower });
      assert.ok(Math.max(...gaps(written)) <= 15_000, `${Math.max(...gaps(written))} ms`);
      const apart = gaps(written).slice(1, -1);
      assert.ok(apart.every((gap) => gap >= 5000));
    });
  }

  test('a line names the block, the trials so far and the time left', () => {
    const lines = replayed(plan).map(({ text }) => text);
    assert.match(lines[0] ?? '', /^block 1\/5, 0\/95 trials, (\d+ min )?\d+ s left\n$/);
    assert.match(lines.at(-2) ?? '', /^block 5\/5, \d\d\/95 trials, \d+ s left\n$/);
    assert.ok(lines.every((line) => line.length < 80 && !line.includes('\r') && !line.includes('\u001B')));
  });

  test('a trial that is repeated does not set the block back', () => {
    const lines: string[] = [];
    let time = 0;
    const shown = progress(
      { isTTY: true, columns: 80, write: (text: string) => lines.push(text) },
      { isVerbose: false, now: () => time },
    );
    shown.show({ type: 'planned', run: head.id, plan, host, done: 0, spent: 0 });
    for (const [ordinal, block] of [0, 1, 2, 0, 1].entries()) {
      time += 10_000;
      shown.show({ type: 'trial-started', ordinal, block, blocks: 3, cell: 'a', of: 5 });
    }
    const blocks = lines.flatMap((line) => /block (\d)/.exec(line)?.[1] ?? []);
    assert.deepEqual(blocks, ['1', '2', '3', '3', '3']);
  });

  test('no more time is left than the limit of a run allows', () => {
    const [first] = replayed({ ...plan, expected: 600_000, limit: 70_000 });
    assert.match(first?.text ?? '', /1 min 10 s left/);
  });

  test('a run that ends when it knows enough says how long it takes at most', () => {
    const strategy = { kind: 'sequence', stopping: { delta: 0.05, budget: 600_000 } } as const;
    const open = { ...plan, strategy, expected: 3_600_000 };
    const [first] = replayed(open);
    assert.match(first?.text ?? '', /^block 1, 0 trials, at most 10 min 0 s left\n$/);
  });

  test('--quiet says nothing of it', () => {
    assertEach(replayed(plan, { isQuiet: true }), ({ text }) => text, ['']);
  });

  test('--verbose says how each trial ended', () => {
    const ended = replayed(plan, { isVerbose: true }).filter(({ text }) => text.startsWith('trial '));
    assert.equal(ended.length, trials.length);
  });
});

test('On a terminal one line is drawn anew, and never more than four times a second but where a trial begins', () => {
  const written = replayed(plan, { isTTY: true }).filter(({ text }) => text !== '');
  assert.ok(written.length > trials.length);
  assert.ok(written.every(({ text }) => text.startsWith('\r') && !text.includes('\n')));
  // eslint-disable-next-line no-control-regex -- that is what a terminal is told
  assert.ok(written.every(({ text }) => text.replaceAll(/\r|\u001B\[K/g, '').length < 80));
});

test('What a trial has left behind is told with no word that a terminal obeys', () => {
  const written: string[] = [];
  const terminal = { isTTY: false, write: (text: string) => written.push(text) };
  const shown = progress(terminal, { isVerbose: false, isQuiet: false, now: () => 0 });
  const commands = '4711 \u001B[2Jgone\r\n\u202E (of root)';
  const left = problem('CHILDREN_LEFT', { count: 1, commands, why: 'They hide.', todo: 'End them.' });
  shown.show({ type: 'left', problem: problemData(left) });
  const [line = ''] = written;
  assert.match(line, /4711 gone/);
  assert.doesNotMatch(line.trimEnd(), /[\p{Cc}\u202E]/u);
});
