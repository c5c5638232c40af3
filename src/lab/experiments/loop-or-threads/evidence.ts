/** From a run to the figures that a claim of this experiment rests on. */
import { describeLoad, type Load } from '../../../model/plan.ts';
import { metrics, type Measured, type Metric } from '../../../model/verdict.ts';
import { ratioOf } from '../judgement.ts';
import type { Estimated } from '../outcome.ts';
import { cellId, closed, computedBy, published, type RequestWork, type ThreadTopology } from './grid.ts';

export const steady = closed(published.clients);

/** The pool that stands for worker threads: piscina where it was measured, else our own. */
export function poolOf({ plan }: Measured): ThreadTopology {
  const hasPiscina = plan.cells.some(({ setting }) => setting['topology'] === 'worker-pool');
  return hasPiscina ? 'worker-pool' : 'own-pool';
}

/** The pools that were measured with this work and load. */
export const poolsOf = ({ plan }: Measured, work: RequestWork, load: Load) =>
  (['worker-pool', 'own-pool'] as const).filter((topology) =>
    plan.cells.some(({ id }) => id === cellId({ work, topology, load })),
  );

export const poolNames: Readonly<Record<string, string>> = {
  node: 'single thread',
  'worker-pool': 'piscina',
  'worker-pool-one': 'piscina, one task a worker',
  'own-pool': 'own pool',
  'once-pool': "pool with worker.once('message')",
  cluster: 'node:cluster × 2',
};

/** A pool against the single thread, under the same work and load: `throughput: network-io, closed:10, piscina ÷ single thread`. */
export function gain(
  measured: Measured,
  metric: Metric,
  work: RequestWork,
  load: Load,
  topology = poolOf(measured),
): Estimated | null {
  const text = `${metrics[metric].label}: ${work}, ${describeLoad(load)}, ${poolNames[topology]} ÷ single thread`;
  const base = cellId({ work, topology: 'node', load });
  return ratioOf(measured, metric, text, cellId({ work, topology, load }), base);
}

/** One load of the crossover: one under which the single thread's loop was so busy, and what the pool gained. */
export interface WaitLoad {
  readonly work: RequestWork;
  /** Milliseconds of JavaScript behind each wait. */
  readonly computed: number;
  readonly clients: number;
  readonly load: Load;
}

/** Ascending in JavaScript, then in clients. */
export function waitLoads({ plan }: Measured): WaitLoad[] {
  return plan.cells
    .flatMap(({ setting, load }) => {
      const computed = computedBy(String(setting['work']));
      if (computed === null || setting['topology'] !== 'node' || load.kind !== 'closed') return [];
      return [{ work: setting['work'] as RequestWork, computed, clients: load.clients, load }];
    })
    .toSorted((a, b) => a.computed - b.computed || a.clients - b.clients);
}

export const utilizationAt = (measured: Measured, { work, load }: WaitLoad) =>
  measured.estimate('loopUtilization', cellId({ work, topology: 'node', load }));
