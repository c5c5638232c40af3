/**
 * Published tables of a burst of CPU jobs: clients that get their answer at once and ask again, while the pool works the jobs
 * off. What such a table gives for each pool size: how long single jobs took, from the request on.
 */
import { hinge, speed } from '../../src/queueing/capacity.ts';
import { simulate } from '../../src/queueing/simulate.ts';
import { mean } from '../../src/stats/mean-and-spread.ts';

interface BurstCell {
  readonly processes: number;
  readonly pool: number;
  readonly clients: number;
  readonly requestsEach: number;
}

interface BurstFigures {
  readonly min: number;
  readonly max: number;
  readonly average: number;
}

/** What is known about the machine and the server before any figure is read. */
interface BurstServer {
  readonly cores: number;
  readonly cpus: number;
  readonly jobsPerRequest: number;
  /** CPU of the event loop for each request. */
  readonly loop: number;
  /** From an answer to the next request of the same client. */
  readonly gap: number;
}

/** What is fitted. */
interface BurstModel {
  /** CPU time of a job that runs alone. */
  readonly work: number;
  /** What a second hyper-thread adds to its core (see hinge()). */
  readonly slope: number;
  /** Coefficient of variation of a job's work. */
  readonly cv: number;
  /** Unfairness of the scheduler (see System). */
  readonly unfairness: number;
}

/** The mean over several simulated runs of the smallest, largest and average job time. */
export function predictBurst(
  server: BurstServer,
  model: BurstModel,
  cell: BurstCell,
  replications: number,
): BurstFigures {
  const { clients, requestsEach: each } = cell;
  let [min, max, average] = [0, 0, 0];
  for (let seed = 1; seed <= replications; seed++) {
    const { jobs } = simulate(
      {
        processes: cell.processes,
        pool: cell.pool,
        capacity: hinge(server.cores, server.cpus, model.slope),
        unfairness: model.unfairness,
        load: { kind: 'closed', clients, each, think: server.gap },
        // A new connection for each request, dealt out in turn.
        spread: 'request',
        dealing: 'in turn',
        steps: [
          { kind: 'loop', cpu: server.loop },
          { kind: 'answer' },
          { kind: 'jobs', count: server.jobsPerRequest, cpu: { mean: model.work, cv: model.cv } },
        ],
      },
      { seed },
    );
    min += jobs.min / replications;
    max += jobs.max / replications;
    average += jobs.mean / replications;
  }
  return { min, max, average };
}

/** One published number for each parameter, from the cell where that parameter rules it. */
interface BurstAnchors {
  /** Pool below the cores: the makespan is the work of a job, and nothing else. */
  readonly work: { readonly cell: BurstCell; readonly max: number };
  /** Pool as large as the logical CPUs: the makespan says how much the second hyper-threads add. */
  readonly slope: { readonly cell: BurstCell; readonly max: number };
  /** Pool of some cores: the first job to end is early because jobs differ. */
  readonly cv: { readonly cell: BurstCell; readonly min: number };
  /** Pool far beyond the CPUs: the first job to end is early because the scheduler is not fair. */
  readonly unfairness: { readonly cell: BurstCell; readonly min: number };
}

/**
 * The four parameters from four numbers, one after the other by bisection, twice over: each number hangs on its own parameter
 * by far the most, and in one direction.
 */
export function fitBurst(server: BurstServer, anchors: BurstAnchors, replications: number): BurstModel {
  const jobs = ({ clients, requestsEach }: BurstCell) => clients * requestsEach * server.jobsPerRequest;
  const { cell, max } = anchors.work;
  const threads = Math.min(cell.processes * cell.pool, jobs(cell));
  // The closed form of a burst is near enough to begin with.
  const guess = (max * speed(hinge(server.cores, server.cpus, 0.2), threads)) / jobs(cell);
  let model: BurstModel = { work: guess, slope: 0.2, cv: 0.03, unfairness: 0.1 };
  const figures = (with_: BurstModel, of: BurstCell) => predictBurst(server, with_, of, replications);
  for (let round = 0; round < 2; round++) {
    const work = (x: number) => figures({ ...model, work: x }, cell).max;
    model = { ...model, work: bisect(work, guess / 2, guess * 2, max) };
    const slope = (x: number) => figures({ ...model, slope: x }, anchors.slope.cell).max;
    model = { ...model, slope: bisect(slope, 0, 1, anchors.slope.max) };
    const cv = (x: number) => figures({ ...model, cv: x }, anchors.cv.cell).min;
    model = { ...model, cv: bisect(cv, 0, 0.5, anchors.cv.min) };
    const unfairness = (x: number) => figures({ ...model, unfairness: x }, anchors.unfairness.cell).min;
    model = { ...model, unfairness: bisect(unfairness, 0, 1, anchors.unfairness.min) };
  }
  return model;
}

/** A published row: its cell, of which the number of processes is not known, and what was seen. */
interface BurstRow extends BurstFigures {
  readonly cell: Omit<BurstCell, 'processes'>;
}

/**
 * How many processes a table comes from: the number under which the model comes nearest to it, in mean absolute error of maximum
 * and average. The minimum is left out: it is one job of hundreds, and differs from day to day by as much as from model to model.
 */
export function fitProcesses(
  server: BurstServer,
  model: BurstModel,
  rows: readonly BurstRow[],
  candidates: readonly number[],
  replications: number,
): { readonly processes: number; readonly error: number } {
  const errors = candidates.map((processes) => {
    const each = rows.map(({ cell, max, average }) => {
      const figures = predictBurst(server, model, { ...cell, processes }, replications);
      return (Math.abs(figures.max / max - 1) + Math.abs(figures.average / average - 1)) / 2;
    });
    return { processes, error: mean(each) };
  });
  return errors.reduce((best, other) => (other.error < best.error ? other : best));
}

/** Where a monotonic function has a value, or the end that is nearest to it. To 1 in 16,000 of the range: less than published digits. */
function bisect(of: (x: number) => number, from: number, to: number, target: number): number {
  let [low, high] = [from, to];
  const isRising = of(low) < of(high);
  for (let step = 0; step < 14; step++) {
    const middle = (low + high) / 2;
    if (of(middle) < target === isRising) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
