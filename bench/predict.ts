/**
 * How far predictions are off. Each server is swept over pool sizes in random blocks; the model is given the trials of the
 * default setting alone, and C(n) as it is measured now, and predicts the others.
 *
 *     npm run bench -- predict [--only crypto] [--blocks 4] [--duration 4000] [--warmup 1000] [--seed 1]
 *
 * About eleven minutes, alone on its machine. Exit code 0 if the median errors of the lab's server and of two examples are at
 * most 10% in throughput and in the mean.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../src/messages/message.ts';
import { modelOfRun } from '../src/predict/predict-run.ts';
import { summarize } from '../src/judge/summarize.ts';
import { planExperiment } from '../src/lab/lab.ts';
import type { Plan } from '../src/model/plan.ts';
import { capacityOf } from '../src/predict/predict.ts';
import { median } from '../src/stats/mean-and-spread.ts';
import { measured, sweepOf } from './measured.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    blocks: { type: 'string', default: '4' },
    duration: { type: 'string', default: '4000' },
    warmup: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const pools = [1, 2, 4, 8, 16];
const most = 0.1;
const [blocks, seed] = [Number(values.blocks), Number(values.seed)];

const examples = [
  { name: 'express-crypto: scrypt in the pool', file: 'express-crypto.cjs', clients: 10 },
  { name: 'fastify-gzip: compresses in the pool', file: 'fastify-gzip.mjs', clients: 10 },
  { name: 'http-disk: reads past the page cache', file: 'http-disk.mjs', clients: 16 },
  { name: 'http-render: computes on the loop', file: 'http-render.mjs', clients: 10 },
];

const examplePlan = (file: string, clients: number): Promise<Plan> =>
  sweepOf(clients, {
    command: [process.execPath, join(import.meta.dirname, '../examples', file)],
    factors: [{ key: 'pool', levels: pools }],
    blocks,
    seed,
    warmup: Number(values.warmup),
    duration: Number(values.duration),
  });

/** Its steady case, answered after the work: the others are one burst each. */
function labPlan(): Promise<Plan> {
  const only = [
    { key: 'pool', levels: pools },
    { key: 'case', levels: [3] },
    { key: 'answer', levels: ['after'] },
    { key: 'topology', levels: ['node'] },
  ];
  return planExperiment('pool-size', { scale: 'quick', seed, blocks, only, node: null });
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

/** @returns whether the errors are small enough */
async function told(name: string, plan: Plan): Promise<boolean> {
  const { stored } = await measured(plan, name);
  const summaries = summarize(stored.plan, stored.trials);
  const capacity = await capacityOf(stored, new AbortController().signal);
  const model = modelOfRun(stored, summaries, capacity);
  console.log(`\n${name}\n${model ? say(model.sentence) : 'It was not watched from outside.'}`);
  const foreign = stored.trials.map(({ host }) => host.foreign ?? 0);
  console.log(
    `C(n): ${capacity.points.map(([n, speed]) => `${n}: ${speed.toFixed(2)}`).join(', ')}; ` +
      `others took ${percent(median(foreign))} of the CPUs, ${percent(Math.max(...foreign))} at worst`,
  );
  if (!model || model.error.throughput === null || model.error.mean === null) return false;
  const rows = model.cells.map(({ cell, throughput, mean, limit }) => {
    const found = summaries.find((one) => one.cell === cell)?.metrics;
    const [x, r] = [found?.throughput?.value ?? NaN, found?.mean?.value ?? NaN];
    return {
      setting: model.from.includes(cell) ? `${cell} (calibrated)` : cell,
      'measured 1/s': Number(x.toPrecision(4)),
      'model 1/s': Number(throughput.toPrecision(4)),
      error: percent(throughput / x - 1),
      'measured ms': Number(r.toPrecision(4)),
      'model ms': Number(mean.toPrecision(4)),
      'error of the mean': percent(mean / r - 1),
      limit: limit.code,
    };
  });
  console.table(rows);
  return model.error.throughput <= most && model.error.mean <= most;
}

let good = 0;
for (const { name, file, clients } of examples)
  if (name.includes(values.only) && (await told(name, await examplePlan(file, clients)))) good++;
const lab = 'lab pool-size: ten jobs for each request';
const isLabGood = lab.includes(values.only) && (await told(lab, await labPlan()));
process.exitCode = isLabGood && good >= 2 ? 0 : 1;
