/** What limited a setting, from trials whose figures are put in by hand. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode } from '../../src/messages/message.ts';
import { limitsOf } from '../../src/tune/limits.ts';
import type { Trial, Usage } from '../../src/model/sample.ts';
import { host, trialOf, usageOf, withOutcome, withSample } from '../kit/trials.ts';

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
    const loaded = withOutcome(trial, (seen) => ({ generator: { ...seen.generator, ...generator } }));
    return {
      ...withSample(loaded, () => ({ usage: usageOf(usage) })),
      host: { ...trial.host, foreign },
    };
  });
}

/** What limits it, as the message has it. */
function limit(seen: Seen): Readonly<Record<string, unknown>> {
  const [said] = limitsOf(trialsOf('pool=4', seen), host, ['pool=4']);
  assert.ok(hasCode(said, 'tune.limit'));
  return { ...said.params };
}
const limits = (seen: Seen) => limit(seen)['limit'];

suite('What limits a setting', () => {
  test('is its event loop, on a CPU or waiting for one', () => {
    assert.equal(limits({ usage: { loopCpu: 950, cpu: 960 } }), 'event loop');
    const {
      limit: by,
      loop,
      loopWaits,
    } = limit({ usage: { loopCpu: 700, loopWaitedForCpu: 220, cpu: 800 } });
    assert.deepEqual([by, loop, loopWaits], ['event loop', 0.7, 0.22]);
  });

  test('is the CPUs, and whoever else takes them is named', () => {
    const generator = { cpu: 300, utilization: 0.3 };
    const found = limit({ usage: { cpu: 1000, loopCpu: 500 }, generator, foreign: 0.3 });
    const { limit: by, server, generator: load, others } = found;
    assert.deepEqual([by, server, load, others], ['CPU', 0.5, 0.15, 0.3]);
    // One loop that has a CPU for itself gains nothing by the rest of them.
    assert.equal(limits({ usage: { cpu: 990, loopCpu: 980 }, foreign: 0.48 }), 'event loop');
    const two = {
      usage: { cpu: 1750, loopCpu: 1700, processes: 2 },
      generator: { cpu: 200, utilization: 0.1 },
    };
    assert.equal(limits(two), 'CPU');
  });

  test('is its pool threads, of which those that were woken and have no CPU are busy', () => {
    const blocked = { poolHeld: 3900, poolCpu: 100, queued: 12 };
    const { limit: by, pool, queued } = limit({ usage: blocked });
    assert.deepEqual([by, pool, queued], ['pool threads', 0.975, 12]);
    // Asleep in their jobs, they lack no CPU: whoever else uses those is not what holds them back.
    assert.equal(limits({ usage: blocked, foreign: 0.88 }), 'pool threads');
    const woken = { poolHeld: 900, poolCpu: 1000, poolWaitedForCpu: 2700, queued: 12, cpu: 1200 };
    const lacking = limit({ usage: woken });
    assert.deepEqual([lacking['limit'], lacking['pool']], ['pool threads', 0.925]);
  });

  test('is the load generator, or nothing that was read', () => {
    assert.equal(limits({ generator: { cpu: 950, utilization: 0.97 } }), 'load generator');
    assert.equal(limits({}), null);
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
