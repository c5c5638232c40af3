import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import { runChecks } from '../../../src/judge/checks/checks.ts';
import { experiments } from '../../../src/lab/experiments/catalogue.ts';
import { withUnits } from '../../../src/lab/experiments/platforms/grid.ts';
import { platformsExperiment } from '../../../src/lab/experiments/platforms/experiment.ts';
import { cellId, isContestant, loads, threadsKey } from '../../../src/lab/experiments/platforms/grid.ts';
import { say } from '../../../src/messages/message.ts';
import { planSchema, type Plan } from '../../../src/model/plan.ts';
import type { Facts, Trial } from '../../../src/model/sample.ts';
import { judge } from '../../../src/api/verbs.ts';
import { text } from '../../../src/report/report.ts';
import { expectedKey } from '../../../src/lab/workloads/loop-or-threads.ts';
import { head, host } from '../../kit/trials.ts';
import { expected, inOrder, notFound, simulated, withContestants, type World } from './platforms-by-hand.ts';
import { capabilities, options, testExperiment, words as wordsOf } from './two-cpus.ts';
import { assertEach } from '../../kit/assert.ts';

const facts = withContestants(inOrder);
const quick = await platformsExperiment.plan(options, facts);
/** So many as a quick run has time for. */
const plan = await platformsExperiment.plan({ ...options, blocks: 3 }, facts);
const words = (given: Plan, world: Partial<World>, of = host) =>
  wordsOf(platformsExperiment, given, simulated(given, { ...expected, ...world }), of);

testExperiment<Partial<World>>(platformsExperiment, {
  facts,
  // So many blocks as a quick run has time for.
  asked: { blocks: 3 },
  simulated: (given, world) => simulated(given, { ...expected, ...world }),
  words: [
    ['spring-wins-waiting', ['holds', { tomcat: 900, node: 500 }], ['refuted', {}]],
    ['spring-wins-waiting', ['undecided', { tomcat: 1000, noise: 0.1 }]],
    ['spring-wins-computing-1', ['holds', {}], ['refuted', { computing: 1 }]],
    ['spring-wins-computing-1', ['undecided', { computing: 1.25, noise: 0.1 }]],
    ['spring-wins-computing-n', ['holds', {}], ['refuted', { computingAll: 1 }]],
    ['spring-wins-computing-n', ['undecided', { computingAll: 1.25, noise: 0.1 }]],
    ['two-hundred', ['holds', {}], ['refuted', { tomcat: 700 }], ['undecided', { tomcat: 218, noise: 0.1 }]],
    ['vt-scale', ['holds', {}], ['refuted', { virtual: 198 }], ['undecided', { virtual: 248, noise: 0.1 }]],
    ['vt-not-cpu', ['holds', {}], ['refuted', { virtualComputing: 1.5 }]],
    ['vt-not-cpu', ['undecided', { virtualComputing: 1.25, noise: 0.1 }]],
    ['vt-not-faster', ['holds', {}], ['refuted', { virtualLatency: 0.7 }]],
    ['vt-not-faster', ['undecided', { virtualLatency: 0.8, noise: 0.1 }]],
    ['pinned-25', ['holds', { locked: 2 }], ['refuted', {}], ['undecided', { locked: 4 }]],
    ['reactive-not-faster', ['holds', {}], ['refuted', { reactiveCost: 0.6 }]],
    ['reactive-not-faster', ['refuted', { webfluxLatency: 0.6 }]],
    ['reactive-not-faster', ['undecided', { reactiveCost: 0.8, noise: 0.1 }]],
    ['reactive-less', ['holds', {}], ['refuted', { reactiveThreads: 1500 }]],
    ['reactive-less', ['undecided', { reactiveThreads: 1020 }]],
    ['webflux-57', ['holds', { webflux: 950 }], ['refuted', { webflux: 600 }]],
    ['webflux-57', ['undecided', { webflux: 800, noise: 0.1 }]],
    ['node-efficient', ['holds', { reactiveCost: 0.6 }], ['refuted', {}]],
    ['node-efficient', ['undecided', { reactiveCost: 0.8, noise: 0.1 }]],
    ['node-small-work', ['holds', {}], ['refuted', { mixed: 1 }], ['refuted', { nodeLatency: 1.5 }]],
    ['node-small-work', ['undecided', { mixed: 1.25, noise: 0.1 }]],
    ['one-rps', ['misread', {}], ['holds', { computing: 12 }], ['refuted', { burning: 2 }]],
    ['one-rps', ['undecided', { burning: 2.5, noise: 0.1 }]],
    ['warm-up', ['holds', {}], ['refuted', { firstWindow: 1 }], ['undecided', { firstWindow: 0.85 }]],
  ],
});

suite('The claims of platforms say', () => {
  test('nothing that one CPU cannot show', () => {
    const found = words(plan, {}, { ...host, effectiveCpus: 1 });
    for (const claim of ['spring-wins-computing-1', 'spring-wins-computing-n', 'one-rps'])
      assert.equal(found[claim], 'not run', claim);
  });

  test('nothing of pinning in Java 25 where an older Java ran', async () => {
    const older = { ...inOrder, 'spring-virtual': { java: '21.0.9' } };
    const other = await platformsExperiment.plan(
      options,
      withContestants({ ...older, 'spring-mvc': { java: '21.0.9' } }),
    );
    assert.equal(words(other, { locked: 2 })['pinned-25'], 'not run');
    assert.equal(words(other, {})['vt-scale'], 'holds');
  });
});

suite('Where platforms are missing', async () => {
  const without = await platformsExperiment.plan(options, withContestants({ go: inOrder.go }));

  test('their cells are not planned, and those of Node and of what was found are', () => {
    const there = new Set(without.cells.map(({ setting }) => String(setting['topology'])));
    assert.deepEqual([...there].toSorted(), ['go', 'node', 'own-pool', 'reuse-port']);
  });

  const data = measured(without, host, simulated(without, expected));

  test('their claims are not run, and say what was found and what to install', () => {
    for (const { id, judge: judgeClaim } of platformsExperiment.claims) {
      const { verdict, because } = judgeClaim(data);
      assert.equal(verdict, 'not run', id);
      assert.deepEqual(because, { ...notFound }, id);
    }
  });

  test('the page names them, once for each reason', () => {
    const who = platformsExperiment.passages(data).find(({ title }) => title === 'Who took part');
    const texts = who?.paragraphs.map((one) => (typeof one === 'string' ? one : say(one))) ?? [];
    assert.deepEqual(texts, ['Go net/http: go 1.26.8.', say({ ...notFound })]);
  });

  test('Node alone is measured where nothing was found', async () => {
    const alone = await platformsExperiment.plan(options, withContestants({}));
    assert.ok(alone.cells.every(({ setting }) => !isContestant(String(setting['topology']))));
    const answer = platformsExperiment.answer?.(measured(alone, host, simulated(alone, expected)));
    assert.deepEqual(answer, { ...notFound }, 'what is missing is the answer');
  });

  test('a platform that nobody asked for is not looked for', async () => {
    const only = [{ key: 'topology', levels: ['node', 'go'] }];
    const asked: string[][] = [];
    const { contestants: looked } = await platformsExperiment.plan(
      { ...options, only },
      {
        ...capabilities(),
        contestants: (ids = []) => {
          asked.push([...ids]);
          return Promise.resolve([]);
        },
      },
    );
    assert.deepEqual(asked, [['go']]);
    assert.deepEqual(looked, []);
  });
});

suite('The platforms experiment', () => {
  const data = measured(plan, host, simulated(plan, expected));

  test('is run only by its name', () => {
    assertEach(
      experiments.filter((one) => one.byNameOnly),
      ({ name }) => name,
      ['platforms'],
    );
  });

  test('asks every answer for its proof, and knows how soon none that waits can come', () => {
    for (const { id, requests, setting } of plan.cells) {
      assert.ok(
        requests.every(({ proof }) => proof !== undefined),
        id,
      );
      const floors = requests.map(({ floor }) => floor);
      const waits = ['wait', 'wait+cpu', 'burn', 'synchronized'].includes(String(setting['work']));
      if (waits) assert.deepEqual(floors, [99], id);
    }
    assert.doesNotThrow(() => planSchema.parse(JSON.parse(JSON.stringify(plan))));
  });

  test('gives all the same requests under the same load, and scales only what is calibrated', () => {
    const groups = Map.groupBy(plan.cells, ({ setting, load }) => JSON.stringify([setting['work'], load]));
    for (const [group, cells] of groups)
      assert.equal(new Set(cells.map(({ requests }) => JSON.stringify(requests))).size, 1, group);
    const calibrated = new Set(plan.cells.flatMap((cell) => (cell.calibrate ? cell.setting['work'] : [])));
    assert.deepEqual([...calibrated], ['wait+cpu']);
  });

  test('has a row with as many Tomcat threads as clients, set as Spring Boot reads it', () => {
    const id = cellId({ work: 'wait', topology: 'spring-mvc', load: loads.many, threads: 1000 });
    const found = plan.cells.find((cell) => cell.id === id);
    assert.equal(found?.setting[threadsKey], 1000);
  });

  test('fits a quick run with Spring and Go into 12 minutes', () => {
    assert.ok(quick.expected < 710_000, `${Math.round(quick.expected / 1000)} s`);
    assert.equal(quick.limit, 710_000);
  });

  test('knows the proof of any number of units', () => {
    const request = plan.cells.find(({ calibrate }) => calibrate)?.requests[0];
    assert.ok(request);
    const other = withUnits(request, 7);
    assert.equal(new URL(other.url).pathname, '/wait/100/7');
    assert.equal(other.proof?.key, expectedKey('/wait/100/7', 0));
    assert.equal(other.floor, request.floor);
  });

  test("answers the document's question in a sentence, and draws it", () => {
    const answer = platformsExperiment.answer?.(data);
    assert.ok(answer);
    assert.match(
      say(answer),
      /^1000 clients, .+ Requests\/s: Spring MVC 19\d\d, Node [78]\d\d\d, .+ 200 threads limit Spring MVC to 2000\./,
    );
    const pictures = platformsExperiment.passages(data).flatMap((section) => section.pictures ?? []);
    assertEach(pictures, ({ id }) => id, ['clients', 'rates']);
  });

  test('has a row for every cell in its tables, and a dash for what a platform does not have', () => {
    const tables = platformsExperiment.passages(data).flatMap((section) => section.tables);
    assert.equal(tables.flatMap(({ rows }) => rows).length, plan.cells.length);
    const go = tables.flatMap(({ rows }) => rows).find(([, , server]) => server === 'Go net/http');
    assert.equal(go?.[8], '–');
  });

  test('shows no ratio of a setting beside a claim if a check failed for that setting', () => {
    const id = cellId({ work: 'wait', topology: 'go', load: loads.calm });
    const doubted = runChecks(plan, host, data.trials).map((check) =>
      check.id === 'M1'
        ? { ...check, outcome: 'fail' as const, effect: 'undecided' as const, cells: [id] }
        : check,
    );
    const claim = platformsExperiment.claims.find((one) => one.id === 'platforms/node-efficient');
    const shown = (checks: typeof doubted) =>
      claim?.judge({ ...data, checks }).evidence.some((one) => one.text.includes('Go net/http ÷ Node'));
    assert.deepEqual([shown([]), shown(doubted)], [true, false]);
  });

  test('says its answer first on the terminal, in 30 lines', () => {
    const page = text(judge({ head, plan, host, trials: simulated(plan, expected) }), {
      columns: 80,
      color: false,
    });
    assert.match(page, /DECIDED +1000 clients/);
    assert.ok(page.trimEnd().split('\n').length <= 30, page);
  });
});

suite('Check P1 holds what a platform says of itself against what was asked for', () => {
  const mvc = cellId({ work: 'wait', topology: 'spring-mvc', load: loads.many });
  const own: Facts = {
    platform: 'java',
    version: '25.0.3',
    processors: 2,
    heapMax: 512 * 2 ** 20,
    virtualThreads: false,
  };
  const checked = (change: Facts) => {
    const trials = simulated(plan, expected).map((trial): Trial =>
      trial.cell === mvc ? { ...trial, facts: [{ ...own, ...change }] } : trial,
    );
    return runChecks(plan, host, trials).find(({ id }) => id === 'P1');
  };

  test('and passes where they agree', () => {
    assert.equal(checked({})?.outcome, 'pass');
  });

  const wrong: readonly (readonly [what: string, change: Facts])[] = [
    ['another Java', { version: '17.0.15' }],
    ['fewer processors', { processors: 1 }],
    ['a larger heap', { heapMax: 8 * 2 ** 30 }],
    ['virtual threads that nobody asked for', { virtualThreads: true }],
  ];
  for (const [what, change] of wrong) {
    test(`and voids the trials of ${what}`, () => {
      const found = checked(change);
      assert.deepEqual([found?.outcome, found?.effect, found?.cells], ['fail', 'void', [mvc]]);
    });
  }
});
