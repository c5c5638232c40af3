import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hinge } from '../../src/queueing/capacity.ts';
import { demandsOf, type MeasuredRequest } from '../../src/queueing/demands.ts';
import { simulate } from '../../src/queueing/simulate.ts';
import type { Step } from '../../src/queueing/system.ts';

test('figures of a request become what its steps demand', () => {
  assert.deepEqual(demandsOf({ response: 40, cpu: 7, loop: 2, hold: 25 }), {
    steps: [
      { kind: 'loop', cpu: 2, wait: 0 },
      { kind: 'jobs', count: 1, cpu: 5, wait: 20 },
      { kind: 'delay', time: 13 },
    ],
  });
  assert.deepEqual(demandsOf({ response: 2, cpu: 2, loop: 2, hold: 0 }), {
    steps: [{ kind: 'loop', cpu: 2, wait: 0 }],
  });
  assert.deepEqual(
    demandsOf({ response: 12, cpu: 1 + 20, loop: 2, loopCpu: 1, poolCpu: 20, hold: 40, jobs: 4 }),
    {
      steps: [
        { kind: 'loop', cpu: 1, wait: 1 },
        { kind: 'jobs', count: 4, cpu: 5, wait: 5 },
      ],
    },
  );
});

test('what is off by less than the error is noise, and no demand is below zero', () => {
  const { steps = [] } = demandsOf({ response: 9.9, cpu: 10.2, loop: 0.1, hold: 10 });
  assert.deepEqual(steps, [
    { kind: 'loop', cpu: 0.1, wait: 0 },
    { kind: 'jobs', count: 1, cpu: 10, wait: 0 },
  ]);
});

suite('Figures that contradict each other are refused, with the reason', () => {
  const sound: MeasuredRequest = { response: 40, cpu: 7, loop: 2, hold: 25, poolCpu: 5 };
  const cases: readonly [string, Partial<MeasuredRequest>, RegExp][] = [
    [
      'loop and pool compute for longer than their process',
      { cpu: 6 },
      /loop \(2\) and pool threads \(5\) compute for longer than their process \(6\)/,
    ],
    ['the loop alone does', { cpu: 1, poolCpu: 0 }, /compute for longer than their process \(1\)/],
    ['a thread computes and is not held', { hold: 3 }, /would compute for 5 and are held for 3 only/],
    [
      'the loop computes and is not busy',
      { loopCpu: 2.5, cpu: 7.5 },
      /computes for 2.5 and is busy for 2 only/,
    ],
    [
      'parts take longer than the whole',
      { response: 20 },
      /the loop \(2\) and one job \(25\) take longer than the response without load \(20\)/,
    ],
    ['others in the process compute', { cpu: 9 }, /other threads take CPU/],
    ['a figure is missing', { cpu: NaN }, /^cpu is NaN$/],
    ['a figure is below zero', { loop: -1, cpu: 5 }, /^loop is -1$/],
    ['there are no jobs to be held for', { jobs: 0 }, /jobs is 0/],
  ];
  for (const [name, change, says] of cases) {
    test(name, () => {
      const { contradiction = 'none' } = demandsOf({ ...sound, ...change });
      assert.match(contradiction, says);
    });
  }
  test('and sound ones are not', () => {
    assert.equal(demandsOf(sound).contradiction, undefined);
  });
});

test('demands come back from what a simulated server shows', () => {
  const steps: readonly Step[] = [
    { kind: 'loop', cpu: 1.5, wait: 0 },
    { kind: 'jobs', count: 2, cpu: 4, wait: 6 },
    { kind: 'delay', time: 3 },
  ];
  const capacity = hinge(4, 4, 0);
  const { response, utilisation, throughput } = simulate({
    processes: 1,
    pool: 4,
    capacity,
    steps,
    load: { kind: 'closed', clients: 1, each: 100 },
  });
  const found = demandsOf({
    response: response.mean,
    cpu: (utilisation.cpu * 4) / throughput,
    loop: utilisation.loop / throughput,
    hold: (utilisation.pool * 4) / throughput,
    jobs: 2,
  });
  const rounded = found.steps?.map((step) =>
    Object.fromEntries(
      Object.entries(step).map(([key, value]) => [
        key,
        typeof value === 'number' ? Number(value.toFixed(6)) : value,
      ]),
    ),
  );
  assert.deepEqual(rounded, steps);
});
