/** What the model says of a plan's cells, as an experiment would measure it: each figure with the interval of a quick run. */
import { bounds } from '../../../src/queueing/bounds.ts';
import { hinge, speed } from '../../../src/queueing/capacity.ts';
import type { DemandStep } from '../../../src/queueing/system.ts';
import { studentCritical } from '../../../src/stats/distributions.ts';
import { askedIn, type Cell, type Plan } from '../../../src/model/plan.ts';
import type { Measured, MeasuredRatio, Metric, Summary } from '../../../src/model/verdict.ts';
import { host } from '../../kit/trials.ts';

/** Null where the model has nothing to say. */
export type Figures = Readonly<Partial<Record<Metric, number>>> | null;
export type Model = (cell: Cell) => Figures;

/** Standard deviation of one trial's logarithm, once the machine's speed is taken out: what a quick run may have at most. */
const noise = 0.06;

/** @param blocks of a quick run: each has all of the cells */
export function predicted(plan: Plan, model: Model): Measured {
  const figures = new Map(plan.cells.map((cell) => [cell.id, model(cell)]));
  const blocks = askedIn(plan).leaving?.usual ?? plan.blocks;
  const summaries = plan.cells.map(({ id, setting }): Summary => {
    const metrics = Object.entries(figures.get(id) ?? {}).map(([name, value]) => {
      const half = noise * value;
      return [name, { value, low: value - half, high: value + half, trials: [value], spread: noise }];
    });
    return {
      cell: id,
      setting,
      trials: blocks,
      failed: 0,
      problems: {},
      metrics: Object.fromEntries(metrics),
    };
  });
  return {
    plan,
    host,
    trials: [],
    summaries,
    confidence: 0.95,
    estimate: (metric, cell) => summaries.find((one) => one.cell === cell)?.metrics[metric] ?? null,
    contrast(terms): MeasuredRatio | null {
      const logs = terms.map(({ metric, cell, weight }) => {
        const value = typeof metric === 'string' ? figures.get(cell)?.[metric] : undefined;
        return value === undefined ? Number.NaN : weight * Math.log(value);
      });
      const value = logs.reduce((sum, one) => sum + one, 0);
      if (terms.length === 0 || Number.isNaN(value)) return null;
      const error = noise * Math.sqrt(terms.reduce((sum, { weight }) => sum + weight ** 2, 0) / blocks);
      const at = (confidence: number) => {
        const half = studentCritical(confidence, blocks + 1) * error;
        return { value: Math.exp(value), low: Math.exp(value - half), high: Math.exp(value + half) };
      };
      return { ...at(0.95), blocks, at, blocksFor: () => 'on the line' };
    },
  };
}

/** Two CPUs, each with a core. */
const capacity = hinge(2, 2, 0);

/** A burst of J equal jobs on n threads: last J·D/C, first n·D/C, average half of their sum (docs/method.md). */
export function burst({ load, setting }: Cell): Figures {
  if (load.kind !== 'closed' || setting['answer'] !== 'before') return null;
  const [jobs, demand] = [load.clients * (load.requestsEach ?? 1) * 10, 7];
  const processes = String(setting['topology']).endsWith('cluster') ? 2 : 1;
  const threads = Math.min(Number(setting['pool']) * processes, jobs);
  const rate = speed(capacity, threads) / demand;
  const [last, first] = [jobs / rate, threads / rate];
  // Its answers cost some tenths of a millisecond each, before the jobs.
  return { jobRate: rate * 1000, jobMax: last, jobMin: first, jobMean: (last + first) / 2, mean: 2 };
}

/** Requests per second of clients that wait for their answers, at the bound that the operational laws give. */
export function closedRate(
  steps: readonly DemandStep[],
  clients: number,
  { processes = 1, pool = 4 }: { readonly processes?: number; readonly pool?: number } = {},
): number {
  const load = { kind: 'closed', clients } as const;
  return bounds(steps, { processes, pool, capacity, load })[0].throughput * 1000;
}
