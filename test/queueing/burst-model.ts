/**
 * Published tables of a burst of CPU jobs: clients that get their answer at once and ask again, while the pool works the jobs
 * off. What such a table gives for each pool size: how long single jobs took, from the request on.
 */
import { publishedTables, type PublishedTable } from '../../src/lab/experiments/pool-size/published.ts';
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

/** What is fitted. */
interface BurstModel {
  /** CPU time of a job that runs alone. */
  readonly work: number;
  /** What a second hyper-thread adds to its core (see hinge()). */
  readonly slope: number;
  /** Coefficient of variation of a job's work. */
  readonly cv: number;
}

/** What is known about the machine and the server before any figure is read. */
const server = {
  cores: 6,
  cpus: 12,
  jobsPerRequest: 10,
  /** CPU of the event loop for each request. */
  loop: 0.001,
  /** From an answer to the next request of the same client. */
  gap: 0.015,
};
/** Clients, and requests of each. */
const cases = { 1: [1, 15], 2: [15, 1], 3: [15, 5] } as const;

export function cellOf(table: PublishedTable, pool: number, processes: number): BurstCell {
  const [clients, requestsEach] = cases[table.case];
  return { processes, pool, clients, requestsEach };
}

/** The mean over several simulated runs of the smallest, largest and average job time. */
export function predictBurst(
  model: BurstModel,
  { processes, pool, clients, requestsEach }: BurstCell,
  replications = 20,
): BurstFigures {
  const runs = Array.from({ length: replications }, (_, i) => {
    const { jobs } = simulate(
      {
        processes,
        pool,
        capacity: hinge(server.cores, server.cpus, model.slope),
        load: { kind: 'closed', clients, think: server.gap, each: requestsEach },
        // A new connection for each request, dealt out in turn.
        spread: 'request',
        dealing: 'in turn',
        steps: [
          { kind: 'loop', cpu: server.loop },
          { kind: 'answer' },
          { kind: 'jobs', count: server.jobsPerRequest, cpu: { mean: model.work, cv: model.cv } },
        ],
      },
      { seed: i + 1 },
    );
    return jobs;
  });
  return {
    min: mean(runs.map(({ min }) => min)),
    max: mean(runs.map(({ max }) => max)),
    average: mean(runs.map((jobs) => jobs.mean)),
  };
}

/**
 * The model that three numbers of the first published table give, one after the other by bisection, twice over: each number hangs
 * on its own parameter by far the most, and in one direction.
 */
export function fittedToFirst(replications = 20): BurstModel {
  const [first] = publishedTables as [PublishedTable];
  const told = (pool: number) => {
    const [, min = NaN, max = NaN] = first.rows.find(([size]) => size === pool) ?? [];
    return { cell: cellOf(first, pool, 1), min, max };
  };
  // Below the cores the makespan is the work of a job, and nothing else.
  const ofWork = told(4);
  // As large as the logical CPUs: it says how much the second hyper-threads add.
  const ofSlope = told(12);
  // Of some cores: the first job to end is early because jobs differ.
  const ofCv = told(8);
  const { clients, requestsEach, pool } = ofWork.cell;
  const jobs = clients * requestsEach * server.jobsPerRequest;
  // The closed form of a burst is near enough to begin with.
  const guess = (ofWork.max * speed(hinge(server.cores, server.cpus, 0.2), Math.min(pool, jobs))) / jobs;
  let model: BurstModel = { work: guess, slope: 0.2, cv: 0.03 };
  const figures = (change: Partial<BurstModel>, of: BurstCell) =>
    predictBurst({ ...model, ...change }, of, replications);
  for (let round = 0; round < 2; round++) {
    const work = bisect((x) => figures({ work: x }, ofWork.cell).max, guess / 2, guess * 2, ofWork.max);
    model = { ...model, work };
    const slope = bisect((x) => figures({ slope: x }, ofSlope.cell).max, 0, 1, ofSlope.max);
    model = { ...model, slope };
    const cv = bisect((x) => figures({ cv: x }, ofCv.cell).min, 0, 0.5, ofCv.min);
    model = { ...model, cv };
  }
  return model;
}

/**
 * How many processes a table comes from: the number under which the model comes nearest to it, in mean absolute error of maximum
 * and average. The minimum is left out: it is one job of hundreds, and differs from day to day by as much as from model to model.
 */
export function processesOf(
  model: BurstModel,
  table: PublishedTable,
  candidates: readonly number[],
  replications = 5,
): number {
  const errors = candidates.map((processes) => {
    const each = table.rows.map(([pool, , max, average]) => {
      const figures = predictBurst(model, cellOf(table, pool, processes), replications);
      return (Math.abs(figures.max / max - 1) + Math.abs(figures.average / average - 1)) / 2;
    });
    return { processes, error: mean(each) };
  });
  return errors.reduce((best, other) => (other.error < best.error ? other : best)).processes;
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
