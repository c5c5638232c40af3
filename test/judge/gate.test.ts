import { message, quoted, say, type Message } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cellToHold, gateOfRun, requireAlike } from '../../src/judge/gate-against-run.ts';
import {
  decideGate,
  gateOfRevision,
  gateWord,
  lossOf,
  ratioAllowed,
  type GateEvidence,
} from '../../src/judge/gate.ts';
import { comparisons } from '../../src/judge/comparisons.ts';
import { nextBlock } from '../../src/run/next-block.ts';
import { requestSchema, type Gate, type Plan } from '../../src/model/plan.ts';
import type { CheckResult } from '../../src/model/check.ts';
import type { Interval } from '../../src/model/metric.ts';
import { near } from '../kit/near.ts';
import { failedCheck, host, planOf, trialOf, trialsOf } from '../kit/trials.ts';

/**
 * Loss in percent, one character for each: gains to the left of 0, the threshold of 5% at the bar. A bound that lies
 * on the bar is not beyond it.
 *
 *   -5   0    5    10
 */
const truthTable = `
  [----]    |        -> pass
       [---]|        -> pass
           [|]       -> undecided
       [----|-]      -> undecided
       [----]        -> undecided
            [----]   -> undecided
            |[----]  -> fail
            |   []   -> fail
  [---------|------] -> undecided
`;

const evidence: GateEvidence = {
  metric: 'throughput',
  threshold: 0.05,
  base: quoted('main'),
  head: quoted('the working tree'),
  ratio: { value: 0.89, low: 0.86, high: 0.93 },
  blocks: 9,
  ended: null,
  withheld: null,
  notes: [],
};

suite('A gate', () => {
  for (const line of truthTable.split('\n').filter((one) => one.includes('->'))) {
    test(line.trimEnd(), () => {
      const [drawn = '', word = ''] = line.split(' -> ');
      const at = (mark: string) => (drawn.indexOf(mark) - 7) / 100;
      const [low, high] = [at('['), at(']')];
      assert.equal(gateWord({ value: (low + high) / 2, low, high }, 0.05), word.trim());
    });
  }

  test('counts less throughput and longer times as a loss, and the other way round as a gain', () => {
    const isNear = (loss: Interval, ...expected: readonly number[]) => {
      for (const [i, each] of [loss.value, loss.low, loss.high].entries()) near(each, expected[i] ?? NaN);
    };
    isNear(lossOf({ value: 0.9, low: 0.85, high: 0.95 }, 'throughput'), 0.1, 0.05, 0.15);
    isNear(lossOf({ value: 1.1, low: 1.05, high: 1.2 }, 'p99'), 0.1, 0.05, 0.2);
    isNear(lossOf({ value: 1.1, low: 1.05, high: 1.2 }, 'throughput'), -0.1, -0.2, -0.05);
    assert.equal(ratioAllowed('throughput', 0.05), 0.95);
    assert.equal(ratioAllowed('p50', 0.05), 1.05);
  });

  test('knows what loss it could have seen, and whether that is more than what is allowed', () => {
    const sightOf = (half: number) =>
      decideGate({ ...evidence, ratio: { value: 0.96, low: 0.96 - half, high: 0.96 + half } });
    const blindOf = ({ sentence }: ReturnType<typeof decideGate>) =>
      'blind' in sentence.params ? sentence.params.blind : 0;
    const [sharp, blind] = [sightOf(0.02), sightOf(0.08)];
    assert.ok(Math.abs((sharp.sees ?? 0) - 0.083) < 1e-9 && blindOf(sharp) === null);
    assert.ok(Math.abs((blind.sees ?? 0) - 0.182) < 1e-9 && blindOf(blind) === blind.sees);
    assert.equal(decideGate({ ...evidence, ratio: null }).sees, null);
  });
});

const codes = (notes: readonly Message[] = []) => notes.map(({ code }) => code);

suite('The sentence of a gate', () => {
  const rows: readonly [title: string, change: Partial<GateEvidence>, sentence: RegExp][] = [
    [
      'says what was lost, when it fails',
      {},
      /^Gate failed\. head has 0\.890 times the throughput of base \(0\.860 to 0\.930\): a loss of 7% to 14%, 5% allowed; 9 blocks\.$/,
    ],
    [
      'says what is lost at most, when it passes',
      { ratio: { value: 0.99, low: 0.97, high: 1.01 } },
      /^Gate passed\. .*: at most 3% lost, 5% allowed; 9 blocks\.$/,
    ],
    [
      'says that nothing was lost, when head is better',
      { ratio: { value: 1.2, low: 1.1, high: 1.3 } },
      /^Gate passed\. .*: nothing lost, 5% allowed/,
    ],
    [
      'says why nothing is decided',
      { ratio: { value: 0.97, low: 0.9, high: 1.04 }, ended: message('stop.one-setting') },
      /^Gate undecided: only a loss of 17% or more could be seen\. .*at most 10% lost.* No decision is possible: .* \(there is no second setting to compare\)\.$/,
    ],
    [
      'tells a failed check that withholds its word, and keeps the figures',
      { withheld: quoted('M1: other programs took 80%.') },
      /^Gate undecided\. .*a loss of 7% to 14%.* The verdict is withheld\. M1: other programs took 80%\.$/,
    ],
    [
      'calls it a loss too where less is better',
      { metric: 'p99', ratio: { value: 1.3, low: 1.2, high: 1.4 } },
      /failed\. head has 1\.30 times the response time p99 of base \(1\.20 to 1\.40\): a loss of 20% to 40%, 5% allowed/,
    ],
    [
      'does not round a loss of 5.3% to the 5% that are allowed',
      { ratio: { value: 0.93, low: 0.91, high: 0.947 } },
      /a loss of 5\.3% to 9%, 5% allowed/,
    ],
    [
      'admits that there is no interval',
      { ratio: null, blocks: 1 },
      /^Gate not measured\. There is no interval for the throughput/,
    ],
  ];
  for (const [title, change, sentence] of rows) {
    test(title, () => assert.match(say(decideGate({ ...evidence, ...change }).sentence), sentence));
  }
});

const against = { kind: 'revision', name: 'main', commit: '0123456789abcdef', changes: 3 } as const;
const gate: Gate = { metric: 'throughput', failIfWorse: 0.05, against };

/** Base and head, as `run/plans.ts` plans them, without the control. */
function gatePlan(blocks = 28, other: Gate['against'] = against): Plan {
  const strategy = { kind: 'gate', gate: { ...gate, against: other }, stopping: { delta: 0.05 } } as const;
  return { ...planOf('base', 'head'), blocks, strategy };
}

/** Blocks whose head is `ratio` times its base, give or take 1% and 2% in turns. */
const shifts = [1.01, 0.99, 1.02, 0.98];
const blocksOf = (count: number, ratio: number) =>
  trialsOf({
    base: Array.from({ length: count }, () => 1000),
    head: Array.from({ length: count }, (_, i) => 1000 * ratio * (shifts[i % shifts.length] ?? 1)),
  });

suite('A run with a gate', () => {
  test('stops at the first look at which the whole loss lies on one side of what is allowed', () => {
    const next = nextBlock(gatePlan(), host);
    assert.equal(next(blocksOf(3, 0.5)).stop, null, 'there is no look after three blocks');
    const decided = message('stop.after-blocks', { reason: message('stop.all-decided'), blocks: 4 });
    assert.deepEqual(next(blocksOf(4, 0.5)).stop, decided);
    assert.deepEqual(next(blocksOf(4, 1.2)).stop, decided);
  });

  test('goes on where head is surely worse, but not surely by more than is allowed', () => {
    const trials = blocksOf(13, 0.96);
    const sweep: Plan = { ...gatePlan(), strategy: { kind: 'sequence', stopping: { delta: 0.05 } } };
    const reason = message('stop.all-decided');
    assert.deepEqual(
      nextBlock(sweep, host)(trials).stop,
      message('stop.after-blocks', { reason, blocks: 13 }),
      'a sweep has found its difference',
    );
    assert.equal(nextBlock(gatePlan(), host)(trials).stop, null);
  });

  test('shows the interval on which it decided in the comparisons too', () => {
    const trials = blocksOf(9, 0.96);
    const plan = gatePlan(9);
    const found = comparisons(plan, trials);
    const judged = gateOfRevision(plan, found, [], message('stop.all-blocks'));
    assert.equal(judged?.verdict, 'undecided');
    assert.deepEqual(judged.ratio, found[0]?.ratio);
    assert.equal(found[0]?.look, 9);
    assert.equal(judged.blocks, 9);
  });

  test('fails, passes, and says so when base and head are the same files', () => {
    const verdict = (ratio: number) =>
      gateOfRevision(gatePlan(4), comparisons(gatePlan(4), blocksOf(4, ratio)), [], null)?.verdict;
    assert.equal(verdict(0.5), 'fail');
    assert.equal(verdict(1.2), 'pass');
    const same = gatePlan(4, { ...against, changes: 0 });
    assert.deepEqual(codes(gateOfRevision(same, [], [], null)?.notes), ['gate.same-files']);
    const settings = ['path', 'blocks'];
    const differs = gatePlan(4, { ...against, settings });
    assert.deepEqual(gateOfRevision(differs, [], [], null)?.notes, [
      message('gate.settings', { names: settings }),
    ]);
  });

  test('is withheld only where what the machine took could change the verdict', () => {
    const verdict = (ratio: number, understates?: CheckResult['understates']) => {
      const m1 = failedCheck({ cells: ['head'], ...(understates && { understates }) });
      return gateOfRevision(gatePlan(4), comparisons(gatePlan(4), blocksOf(4, ratio)), [m1], null)?.verdict;
    };
    assert.equal(verdict(0.5), 'undecided', 'nobody knows how much was taken');
    assert.equal(verdict(0.5, { head: 0.2 }), 'fail');
    assert.equal(verdict(0.8, { head: 0.2 }), 'undecided');
    assert.equal(verdict(1.2, { head: 0.2 }), 'pass', 'head is better still');
    assert.equal(verdict(1.2, { base: 0.3 }), 'undecided');
  });

  test('has nothing to decide on without a comparison in its metric', () => {
    assert.equal(gateOfRevision(gatePlan(), [], [], null)?.verdict, 'unmeasured');
    assert.equal(gateOfRevision(planOf('1', '4'), [], [], null), null, 'a sweep has no gate');
  });
});

/** Eight clients that wait 5 ms each, on a server that has CPU to spare: no check has anything to say. */
const soundly = (throughputs: readonly number[]) =>
  throughputs.map((throughput, block) => trialOf(block, '4', { throughput, cpu: [0.1] }));

suite('A gate against a stored run', () => {
  const head = { id: 'old', createdAt: 0, status: 'finished', reason: message('stop.all-blocks') } as const;
  const old = { head, plan: planOf('4'), host, trials: soundly([1600, 1610, 1590, 1605]) };
  const plan: Plan = {
    ...planOf('4'),
    strategy: gatePlan(28, { kind: 'run', id: 'old', cell: '4' }).strategy,
  };
  const now = (factor: number) => ({
    head: { ...head, id: 'new', createdAt: 86_400_000 },
    plan,
    host,
    trials: soundly([1602, 1608, 1592, 1601].map((one) => one * factor)),
  });

  test('compares without blocks, and says that the two were not measured together', () => {
    const failed = gateOfRun(now(0.8), [], old);
    assert.equal(failed?.verdict, 'fail');
    const days = { from: '1970-01-01 00:00', to: '1970-01-02 00:00' };
    assert.deepEqual(failed.notes[0], message('gate.not-together', days));
    assert.equal(gateOfRun(now(1), [], old)?.verdict, 'pass');
  });

  test('leaves out servers of that run that were loaded in turn and disturbed each other', () => {
    const disturbed = soundly([700, 710]).map((trial, i) => ({
      ...trial,
      block: 4 + i,
      ordinal: 40 + 10 * i,
      sample: trial.sample && { ...trial.sample, turns: { rates: [700], afterOwn: [false], idle: 0.5 } },
    }));
    const base = { ...old, trials: [...old.trials, ...disturbed] };
    assert.deepEqual(gateOfRun(now(0.8), [], base)?.ratio, gateOfRun(now(0.8), [], old)?.ratio);
  });

  test('says nothing about code if it was another machine', () => {
    const other = gateOfRun(now(0.8), [], { ...old, host: { ...host, cpuModel: 'another CPU' } });
    assert.equal(other?.verdict, 'undecided');
    const machines = { key: 'cpuModel', a: 'another CPU', b: 'a CPU' };
    assert.deepEqual(
      other.because,
      message('gate.withheld', { withheld: message('gate.other-machine', machines) }),
    );
  });

  test('is unmeasured once that run has been removed', () => {
    const lost = gateOfRun(now(1), [], null);
    assert.equal(lost?.verdict, 'unmeasured');
    assert.deepEqual(codes(lost.notes), ['gate.run-removed']);
  });

  test('takes the head of an earlier gate, and the only setting of a sweep', () => {
    assert.equal(cellToHold(old, {}).cell.id, '4');
    const [base, later] = gatePlan().cells;
    assert.ok(base && later);
    const cells = [
      { ...base, setting: { revision: 'base', pool: 4 } },
      { ...later, setting: { revision: 'head', pool: 4 } },
    ];
    const held = cellToHold({ ...old, plan: { ...gatePlan(), cells } }, {});
    assert.deepEqual([held.cell.id, held.setting], ['head', { pool: 4 }]);
  });

  test('asks which setting is meant where there are several, and refuses another load', () => {
    const several = { ...old, plan: planOf('1', '4') };
    assert.throws(() => cellToHold(several, {}), { code: 'RUN_NOT_COMPARABLE' });
    assert.equal(cellToHold(several, { pool: '4' }).cell.id, '4');
    assert.doesNotThrow(() => requireAlike(old, '4', plan));
    const longer = { ...plan, duration: 5000 };
    const why = /window of 1000 ms/;
    assert.throws(() => requireAlike(old, '4', longer), { code: 'RUN_NOT_COMPARABLE', why });
  });

  test('refuses a script of k6 that was edited since', () => {
    const cells = (sha256: string) =>
      plan.cells.map((cell) => ({
        ...cell,
        engine: { name: 'k6' as const, script: '/srv/shop.js', sha256 },
      }));
    const base = { ...old, plan: { ...old.plan, cells: cells('a'.repeat(64)) } };
    assert.doesNotThrow(() => requireAlike(base, '4', { ...plan, cells: cells('a'.repeat(64)) }));
    const why = /k6:shop\.js closed:8 \(SHA-256 a{12}\).*b{12}/;
    assert.throws(() => requireAlike(base, '4', { ...plan, cells: cells('b'.repeat(64)) }), { why });
  });

  test('names the headers that differ, and takes no order and no case for a difference', () => {
    const cells = (headers: Record<string, string>) =>
      plan.cells.map((cell) => ({ ...cell, requests: [requestSchema.parse({ url, headers })] }));
    const url = 'http://127.0.0.1:3000/';
    const base = { ...old, plan: { ...old.plan, cells: cells({ A: '1', b: '2' }) } };
    assert.doesNotThrow(() => requireAlike(base, '4', { ...plan, cells: cells({ b: '2', a: '1' }) }));
    const more = { ...plan, cells: cells({ a: '1', b: '2', 'accept-encoding': 'gzip' }) };
    assert.throws(() => requireAlike(base, '4', more), { why: /:3000\/ \(accept-encoding: gzip\), / });
  });
});
