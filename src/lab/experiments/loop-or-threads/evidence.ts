/** From a run to the figures that a claim of this experiment rests on. */
import {
  metrics,
  type Comparison,
  type Evidence,
  type Measured,
  type Metric,
} from '../../../model/verdict.ts';
import { describeLoad, type Load } from '../../../model/plan.ts';
import { ratio } from '../evidence.ts';
import { cellId, closed, computedBy, published, type Topology, type Work } from './grid.ts';

export const steady = closed(published.clients);

/** The pool that stands for worker threads: piscina where it was measured, else our own. */
export function poolOf({ plan }: Measured): Topology {
  const hasPiscina = plan.cells.some(({ setting }) => setting['topology'] === 'worker-pool');
  return hasPiscina ? 'worker-pool' : 'own-pool';
}

export const poolNames: Readonly<Record<string, string>> = {
  node: 'single thread',
  'worker-pool': 'piscina',
  'worker-pool-one': 'piscina, one task a worker',
  'own-pool': 'own pool',
  'once-pool': "pool with worker.once('message')",
  cluster: 'node:cluster × 2',
};

/** A pool against the single thread, under the same work and load. */
export function gain(
  measured: Measured,
  metric: Metric,
  work: Work,
  load: Load,
  topology = poolOf(measured),
): Comparison | null {
  return measured.compare(metric, cellId({ work, topology, load }), cellId({ work, topology: 'node', load }));
}

/** Several pools against the single thread with simultaneous intervals, and each alone. */
export function gains(measured: Measured, metric: Metric, work: Work, load: Load) {
  const pools = (['worker-pool', 'own-pool'] as const).filter((topology) =>
    measured.plan.cells.some(({ id }) => id === cellId({ work, topology, load })),
  );
  const base = cellId({ work, topology: 'node', load });
  const together = measured.compareAll(
    metric,
    pools.map((topology) => cellId({ work, topology, load })),
    base,
  );
  const alone = pools.flatMap((topology) => gain(measured, metric, work, load, topology) ?? []);
  return { together, alone, isWhole: pools.length > 0 && alone.length === pools.length };
}

/** `throughput: network-io, closed:10, piscina ÷ single thread`. */
export function gainEvidence({ plan }: Measured, comparison: Comparison): Evidence {
  const cell = plan.cells.find(({ id }) => id === comparison.cell);
  const load = cell ? describeLoad(cell.load) : '';
  const pool = poolNames[String(cell?.setting['topology'])] ?? '';
  const { label } = metrics[comparison.metric];
  return ratio(`${label}: ${cell?.setting['work']}, ${load}, ${pool} ÷ single thread`, comparison);
}

/** One place of the crossover: a load under which the single thread's loop was so busy, and what the pool gained. */
export interface Place {
  readonly work: Work;
  /** Milliseconds of JavaScript behind each wait. */
  readonly computed: number;
  readonly clients: number;
  readonly load: Load;
}

/** Ascending in JavaScript, then in clients. */
export function places({ plan }: Measured): Place[] {
  return plan.cells
    .flatMap(({ setting, load }) => {
      const computed = computedBy(String(setting['work']));
      if (computed === null || setting['topology'] !== 'node' || load.kind !== 'closed') return [];
      return [{ work: setting['work'] as Work, computed, clients: load.clients, load }];
    })
    .toSorted((a, b) => a.computed - b.computed || a.clients - b.clients);
}

export const utilizationAt = (measured: Measured, { work, load }: Place) =>
  measured.estimate('loopUtilization', cellId({ work, topology: 'node', load }));
