/** What the tests of all experiments share: a machine with two CPUs, what is asked of it, and the words that claims get. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import type { Capabilities, Experiment, PlanOptions } from '../../../src/lab/experiments/experiment.ts';
import type { Judgement } from '../../../src/lab/experiments/judgement.ts';
import type { Cell, Level, Plan } from '../../../src/model/plan.ts';
import type { Facts, Trial } from '../../../src/model/sample.ts';
import { normal, seeded } from '../../../src/stats/random.ts';
import { host, trialOf } from '../../kit/trials.ts';

export const cpus = 2;
export const options: PlanOptions = { scale: 'quick', seed: 1, blocks: null, only: [], node: null };

/** @param has programs and packages that were found */
export const capabilities = (...has: string[]): Capabilities => ({
  host,
  cpus,
  iterationsPerMillisecond: 450,
  has: new Set(has),
  whyNoOwnNames: () => Promise.resolve(null),
});

/** @returns the word of each claim by its id, without the experiment's name */
export function words(
  { name, claims }: Experiment,
  plan: Plan,
  trials: readonly Trial[],
  of = host,
): Record<string, string> {
  const data = measured(plan, of, trials);
  return Object.fromEntries(claims.map(({ id, judge }) => [id.slice(name.length + 1), judge(data).verdict]));
}

/** @param name of the claim, without the experiment's */
export function judgedClaim(
  { name: experiment, claims }: Experiment,
  name: string,
  of: Plan,
  trials: readonly Trial[],
): Judgement {
  const claim = claims.find(({ id }) => id === `${experiment}/${name}`);
  assert.ok(claim, name);
  return claim.judge(measured(of, host, trials));
}

interface Cases<World> {
  readonly facts?: Capabilities;
  /** What is planned where it is not a quick run. */
  readonly asked?: Partial<PlanOptions>;
  readonly simulated: (plan: Plan, world: World) => readonly Trial[];
  /** Of each claim the words that it can say, each with a world in which it does. */
  readonly words?: readonly (readonly [claim: string, ...(readonly [word: string, world: World])[]])[];
  readonly worlds?: Readonly<Record<string, World>>;
  /** What each claim says in these worlds: a line for each claim, with a word for each world. */
  readonly table?: string;
  /** Cells of a quick run, and those of levels that are asked for. */
  readonly ids?: readonly string[];
  readonly narrowed?: readonly (readonly [
    only: Readonly<Record<string, readonly Level[]>>,
    ids: readonly string[],
  ])[];
}

/** The tests that experiments have in common: what their claims say in worlds of which the truth is known, and their cells. */
export function testExperiment<World>(experiment: Experiment, cases: Cases<World>): void {
  const {
    facts = capabilities(),
    asked,
    simulated,
    words: rows = [],
    worlds = {},
    table = '',
    ids,
    narrowed = [],
  } = cases;
  const planned = (more: Partial<PlanOptions> = {}) =>
    experiment.plan({ ...options, ...asked, ...more }, facts);
  let once: Promise<Plan> | null = null;
  const wordsIn = async (world: World) => {
    once ??= planned();
    const plan = await once;
    return words(experiment, plan, simulated(plan, world));
  };
  const idsOf = async (more?: Partial<PlanOptions>) => (await planned(more)).cells.map(({ id }) => id);

  suite(`The claims of ${experiment.name} say`, () => {
    for (const [claim, ...own] of rows)
      for (const [word, world] of own)
        test(`${claim}: ${word}, where ${described(world)}`, async () => {
          assert.equal((await wordsIn(world))[claim], word);
        });
    const lines = table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    for (const [column, [name, world]] of Object.entries(worlds).entries()) {
      test(`what they must where ${name}`, async () => {
        assert.deepEqual(
          await wordsIn(world),
          Object.fromEntries(lines.map(([claim = '', ...said]) => [claim, said[column]])),
        );
      });
    }
  });

  suite(`The plan of ${experiment.name}`, () => {
    if (ids) test('has these cells', async () => assert.deepEqual(await idsOf(), ids));
    for (const [levels, left] of narrowed) {
      test(`is narrowed to ${JSON.stringify(levels)}, also where it has not thought of it`, async () => {
        const only = Object.entries(levels).map(([key, own]) => ({ key, levels: own }));
        assert.deepEqual(await idsOf({ only }), left);
      });
    }
  });
}

function described(world: unknown): string {
  const text = JSON.stringify(world, (_, value: unknown) =>
    typeof value === 'function' ? String(value) : value,
  );
  return text.replaceAll(/\\n|\s+/g, ' ').slice(0, 200);
}

/** Trials of two blocks of a plan whose programs count: each leaves one row of facts. */
export const countingTrials = (plan: Plan, factsOf: (cell: Cell, block: number) => Facts): Trial[] =>
  trialsOf({ ...plan, blocks: 2 }, 1, 0, (block, cell) => ({
    ...trialOf(block, cell.id),
    sample: null,
    facts: [factsOf(cell, block)],
  }));

/**
 * Trials of all blocks and cells, in the plan's order.
 * @param noise of the factor `jitter`: its standard deviation
 * @param make may draw more factors
 */
export function trialsOf(
  plan: Plan,
  seed: number,
  noise: number,
  make: (block: number, cell: Cell, jitter: number, more: () => number) => Trial,
): Trial[] {
  const random = seeded(seed);
  const jitter = () => Math.exp(noise * normal(random));
  return Array.from({ length: plan.blocks }, (_, block) => block).flatMap((block) =>
    plan.cells.map((cell, index) => ({
      ...make(block, cell, jitter(), jitter),
      ordinal: block * plan.cells.length + index,
      setting: cell.setting,
      load: cell.load,
    })),
  );
}
