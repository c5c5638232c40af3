import assert from 'node:assert/strict';
import { foundIn } from '../../../src/model/verdict.ts';
import { suite, test } from 'node:test';
import { hasCode } from '../../../src/messages/message.ts';
import { measured } from '../../../src/judge/comparisons.ts';
import { loopOrThreadsExperiment } from '../../../src/lab/experiments/loop-or-threads/experiment.ts';
import { works } from '../../../src/lab/experiments/loop-or-threads/grid.ts';
import { judge } from '../../../src/api/verbs.ts';
import { judgeOutcome } from '../../../src/run/outcome.ts';
import { planSchema, type Plan } from '../../../src/model/plan.ts';
import { head, host } from '../../kit/trials.ts';
import { capabilities, options, testExperiment, words as wordsOf } from './two-cpus.ts';
import { expected, simulated, type World } from './threads-by-hand.ts';

const facts = capabilities('piscina');

const words = (plan: Plan, world: Partial<World>, of = host) =>
  wordsOf(loopOrThreadsExperiment, plan, simulated(plan, { ...expected, ...world }), of);

const plan = await loopOrThreadsExperiment.plan(options, facts);

testExperiment<Partial<World>>(loopOrThreadsExperiment, {
  facts,
  simulated: (given, world) => simulated(given, { ...expected, ...world }),
  words: [
    ['cpu-gains', ['holds', {}], ['refuted', { computing: 1 }]],
    ['cpu-gains', ['undecided', { computing: 1.1, noise: 0.1 }]],
    ['files-gain', ['holds', { files: 1.5 }], ['refuted', {}], ['undecided', { files: 1.1, noise: 0.1 }]],
    ['delays-gain', ['holds', { delays: 3.5 }], ['refuted', {}], ['undecided', { delays: 1.1, noise: 0.1 }]],
    ['below-the-delay', ['misread', {}], ['holds', { wrong: 0, fastest: 4, honest: 5 }]],
    ['below-the-delay', ['undecided', { wrong: 0.5 }], ['undecided', { wrong: 1, fastest: 12 }]],
    ['ten-at-once', ['holds', { inFlight: 10 }], ['refuted', {}]],
    ['ten-at-once', ['undecided', { inFlight: 9.5, noise: 0.1 }]],
    ['single-request-only', ['holds', { delays: 3.5 }], ['refuted', {}]],
    ['single-request-only', ['undecided', { delays: 1.08, noise: 0.15 }]],
    ['nodes-documents', ['holds', {}], ['refuted', { delays: 2 }], ['refuted', { cpu: 0.5 }]],
    ['nodes-documents', ['undecided', { cpu: 1 }]],
    ['crossover', ['holds', {}], ['refuted', { full: 1 }], ['refuted', { idle: 1.8 }]],
    ['crossover', ['undecided', { full: 1.1, noise: 0.1 }]],
  ],
  narrowed: [
    [{ work: ['prime'], topology: ['worker-pool'], workers: [3] }, ['prime/worker-pool-3/closed:10']],
  ],
});

suite('The claims of loop-or-threads say', () => {
  test('nothing of a gain where there is one CPU', () => {
    assert.equal(words(plan, {}, { ...host, effectiveCpus: 1 })['cpu-gains'], 'not run');
  });
});

suite('The loop-or-threads experiment', () => {
  test('rebuilds the four workloads on three servers in every scale, a hundred requests in batches of ten', async () => {
    for (const scale of ['quick', 'full', 'as-published'] as const) {
      const { cells } = await loopOrThreadsExperiment.plan({ ...options, scale }, facts);
      const batches = cells.filter(({ load }) => load.kind === 'batch');
      assert.equal(batches.length, works.length * 3, scale);
      for (const { load, duration, warmup } of batches) {
        assert.deepEqual(load, { kind: 'batch', size: 10, batches: 10 });
        assert.deepEqual([duration, warmup], [null, 0]);
      }
      const urls = new Set(batches.map(({ requests: [request] }) => new URL(request?.url ?? '').pathname));
      assert.deepEqual([...urls], ['/prime/10000', '/file/large', '/io-test', '/network-io']);
    }
  });

  test('asks every answer for its proof, and knows how soon none that waits can come', () => {
    for (const { id, requests, setting } of plan.cells) {
      const [request] = requests;
      assert.ok(request?.proof, id);
      const least =
        setting['work'] === 'network-io' ? 9 : String(setting['work']).startsWith('wait') ? 19 : undefined;
      assert.equal(request.floor, least, id);
    }
    assert.doesNotThrow(() => planSchema.parse(JSON.parse(JSON.stringify(plan))));
  });

  test('stands with our own pool where piscina is not installed', async () => {
    const without = await loopOrThreadsExperiment.plan(options, { ...facts, has: new Set<string>() });
    assert.deepEqual(without.absent, ['piscina']);
    assert.ok(without.cells.every(({ setting }) => !String(setting['topology']).startsWith('worker-pool')));
    assert.equal(words(without, {})['crossover'], 'holds');
    assert.equal(words(without, {})['delays-gain'], 'refuted');
  });

  test("prints its client's figures with the published ones beside, and draws the crossover", () => {
    const passages = loopOrThreadsExperiment.passages(measured(plan, host, simulated(plan, expected)));
    const tables = passages.flatMap((passage) => passage.tables.map(({ rows }) => rows));
    const once = tables.map((rows) => rows.find(([server]) => server === 'network-io, once'));
    assert.deepEqual(once[0]?.slice(4), ['87.00', '5.10', '1149.43']);
    assert.deepEqual(once[1]?.slice(1), ['500 of 500', '100%', '2.00']);
    const [picture] = passages.flatMap(({ pictures = [] }) => pictures);
    assert.equal(picture?.id, 'crossover');
    assert.ok(passages.some(({ title }) => title.startsWith('Why did threads')));
  });
});

suite('A cell whose wrong answers are its finding', () => {
  const once = plan.cells.find(({ id }) => id === 'network-io/once-pool/batch:10x10');
  const trial = simulated(plan, expected).find(({ cell }) => cell === once?.id);

  test('has trials that count, and nothing right in them', () => {
    assert.ok(trial?.sample);
    assert.equal(judgeOutcome(trial.sample.outcome, 'http://x/', true), null);
    assert.equal(judgeOutcome(trial.sample.outcome, 'http://x/')?.code, 'ANSWERS_WRONG');
  });

  test('is still no measurement when its answers are no answers', () => {
    assert.ok(trial?.sample);
    const { outcome } = trial.sample;
    const failed = { ...outcome, errors: { ...outcome.errors, proof: 0, status: 100 } };
    assert.equal(judgeOutcome(failed, 'http://x/', true)?.code, 'ANSWERS_WRONG');
  });

  test('voids nothing: the checks that it fails are noted, and the experiment tells of it', () => {
    const trials = simulated(plan, expected);
    const result = judge({ head, plan, host, trials });
    const summary = result.summaries.find(({ cell }) => cell === once?.id);
    assert.deepEqual([summary?.trials, summary?.failed], [plan.blocks, 0]);
    assert.equal(summary?.metrics.throughput, undefined);
    const failing = result.checks.filter(
      ({ outcome, cells }) => outcome === 'fail' && cells.includes(once?.id ?? ''),
    );
    assert.ok(failing.some(({ id }) => id === 'P2'));
    assert.ok(failing.every(({ effect }) => effect === 'note'));
    assert.deepEqual(result.warnings, []);
    const claim = foundIn(result).claims.find(({ id }) => id === 'loop-or-threads/below-the-delay');
    assert.equal(claim?.verdict, 'misread');
    assert.ok(hasCode(claim.because, 'claim.answers-of-others'), claim.because.code);
    const { answered, wrong, warnings } = claim.because.params;
    assert.deepEqual([answered, wrong, warnings], [500, 500, ['MaxListenersExceededWarning']]);
  });
});
