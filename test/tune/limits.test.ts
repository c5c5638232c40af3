/** What limited a setting, from trials whose figures are put in by hand. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode, say } from '../../src/messages/message.ts';
import { limitsOf } from '../../src/tune/limits.ts';
import type { Trial, Usage } from '../../src/model/sample.ts';
import { host, trialOf } from '../kit/trials.ts';

interface Seen {
  readonly usage?: Partial<Usage>;
  /** Milliseconds of CPU of the load generator, and how busy its loop was. */
  readonly generator?: { readonly cpu: number; readonly utilization: number };
  readonly foreign?: number;
  /** Milliseconds of the server's CPU for 10 requests. */
  readonly cost?: number;
}

/** Windows of 1 s on two CPUs; a pool of four threads. */
function trialsOf(cell: string, { usage, generator, foreign = 0, cost = 50 }: Seen): Trial[] {
  return [0, 1, 2, 3].map((block) => {
    // Two trials are never the same.
    const cpu = [cost * (1 + 0.01 * block)];
    const trial = trialOf(block, cell, { cpu, responses: Array.from({ length: 10 }, () => 5) });
    const { sample } = trial;
    assert.ok(sample);
    const whole: Usage = {
      processes: 1,
      duration: 1000,
      cpu: 200,
      loopCpu: 100,
      loopWaitedForCpu: 0,
      poolCpu: 100,
      poolHeld: 200,
      poolWaitedForCpu: 0,
      poolSize: 4,
      queued: 0,
      ...usage,
    };
    const { outcome } = sample;
    return {
      ...trial,
      host: { ...trial.host, foreign },
      sample: {
        ...sample,
        usage: whole,
        outcome: { ...outcome, generator: { ...outcome.generator, ...generator } },
      },
    };
  });
}

const said = (seen: Seen) => limitsOf(trialsOf('pool=4', seen), host, ['pool=4']).map(say).join(' ');

suite('What limits a setting', () => {
  test('is its event loop, on a CPU or waiting for one', () => {
    assert.match(said({ usage: { loopCpu: 950, cpu: 960 } }), /^pool=4 is limited by its event loop/);
    const waits = said({ usage: { loopCpu: 700, loopWaitedForCpu: 220, cpu: 800 } });
    assert.match(waits, /limited by its event loop \(busy: event loop 70% and 22% waiting for a CPU,/);
  });

  test('is the CPUs, and whoever else takes them is named', () => {
    const text = said({
      usage: { cpu: 1000, loopCpu: 500 },
      generator: { cpu: 300, utilization: 0.3 },
      foreign: 0.3,
    });
    assert.match(text, /limited by the CPUs, which are all in use/);
    assert.match(text, /CPU use: server 50%, load generator 15%, other programs 30%/);
    // One loop that has a CPU for itself gains nothing by the rest of them.
    const alone = said({ usage: { cpu: 990, loopCpu: 980 }, foreign: 0.48 });
    assert.match(alone, /limited by its event loop/);
    assert.match(
      said({ usage: { cpu: 1750, loopCpu: 1700, processes: 2 }, generator: { cpu: 200, utilization: 0.1 } }),
      /limited by the CPUs/,
    );
  });

  test('is its pool threads, of which those that were woken and have no CPU are busy', () => {
    const blocked = { poolHeld: 3900, poolCpu: 100, queued: 12 };
    assert.match(said({ usage: blocked }), /limited by its pool threads .*pool threads 98% with 12 jobs/);
    // Asleep in their jobs, they lack no CPU: whoever else uses those is not what holds them back.
    assert.match(said({ usage: blocked, foreign: 0.88 }), /limited by its pool threads/);
    const woken = { poolHeld: 900, poolCpu: 1000, poolWaitedForCpu: 2700, queued: 12, cpu: 1200 };
    assert.match(said({ usage: woken }), /limited by its pool threads .*pool threads 93%/);
  });

  test('is the load generator, or nothing that was read', () => {
    assert.match(said({ generator: { cpu: 950, utilization: 0.97 } }), /limited by the load generator/);
    assert.match(said({}), /^With pool=4 nothing is saturated/);
  });

  test('may be what a request costs: a gain that has no other cause is measured', () => {
    const both = [
      ...trialsOf('pool=4', { cost: 100 }),
      ...trialsOf('pool=1', { cost: 79 }),
      ...trialsOf('pool=2', { cost: 97 }),
    ];
    const [, , cost] = limitsOf(both, host, ['pool=4', 'pool=1']);
    assert.ok(hasCode(cost, 'tune.cost'));
    const { id, from, to } = cost.params;
    assert.deepEqual([id, from.toPrecision(3), to.toPrecision(3)], ['pool=1', '10.1', '8.02']);
    assert.equal(limitsOf(both, host, ['pool=4', 'pool=2']).length, 2);
  });

  test('is not told where nothing could be read', () => {
    assert.deepEqual(limitsOf([trialOf(0, 'pool=4')], host, ['pool=4']), []);
  });
});
