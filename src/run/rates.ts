/** Loads one server process at several rates, one after the other: each window depends on those before it. */
import { representative, type NextWindow } from '../capacity/next.ts';
import type { Engine, EngineOptions, LoadJob } from '../load/engine.ts';
import { Problem, problemData, type ProblemData } from '../messages/problem.ts';
import { describeLoad, type Plan } from '../model/plan.ts';
import type { LoadOutcome, RateWindow, Sample, Usage } from '../model/sample.ts';

export interface RatesOptions {
  readonly plan: Plan;
  readonly next: NextWindow;
  readonly engine: Engine;
  /** The job of each window, whose load and times are replaced. */
  readonly job: LoadJob;
  readonly options: Required<Pick<EngineOptions, 'signal' | 'affinity'>>;
  /** Aborted by the user: windows measured so far count. */
  readonly interrupted: AbortSignal;
  /** Aborted when the server's process has ended. */
  readonly dead: AbortSignal;
  /** Called at the begin and the end of each window. */
  readonly begin: () => void;
  readonly end: () => Promise<Usage | null>;
  readonly onWindow: (what: string) => void;
}

/**
 * @returns the windows, the place of the one that stands for the trial, and the problem that ended it, if any
 * @throws the signal's reason if no window was measured to its end, and errors of `engine.run`
 */
export async function measureRates(
  given: RatesOptions,
): Promise<{ readonly sample: Sample; readonly shown: number; readonly failure: ProblemData | null }> {
  const { plan, next, job, interrupted, dead } = given;
  const windows: RateWindow[] = [];
  let failure: ProblemData | null = null;
  for (let asked = next(windows); asked; asked = next(windows)) {
    const { purpose, load } = asked;
    try {
      // The warm-up has the next seed.
      windows.push(await oneWindow(given, asked, job.seed + 2 * windows.length));
    } catch (error) {
      if (windows.length === 0) throw error;
      if (!interrupted.aborted && !dead.aborted) {
        if (!(error instanceof Problem)) throw error;
        // Windows before it stay valid.
        failure = problemData(error);
        break;
      }
      // A window in which the server died is a result; one that the user cut off is none.
      if (!interrupted.aborted) windows.push({ purpose, load, outcome: null });
      break;
    }
  }
  const shown = representative(plan, windows);
  if (!shown?.outcome) throw new Error('a trial of several rates without a window');
  const { outcome, usage } = shown;
  const sample = { outcome, jobs: null, rates: windows, ...(usage && { usage }) };
  return { sample, shown: windows.indexOf(shown), failure };
}

async function oneWindow(
  { engine, job, options, begin, end, onWindow }: RatesOptions,
  { purpose, load, warmup, duration }: NonNullable<ReturnType<NextWindow>>,
  seed: number,
): Promise<RateWindow> {
  let ended: Promise<Usage | null> = Promise.resolve(null);
  const rate = load.kind === 'poisson' ? `${Number(load.perSecond.toPrecision(3))}/s` : describeLoad(load);
  onWindow(`${purpose} ${rate}`);
  const outcome: LoadOutcome = await engine.run(
    { ...job, load, warmup, duration, seed, traces: 0 },
    {
      ...options,
      onPhase(phase) {
        if (phase === 'window') begin();
        if (phase !== 'drain') return;
        ended = end();
        ended.catch(() => {}); // awaited below, unless the load itself fails
      },
    },
  );
  const usage = await ended;
  return { purpose, load, outcome, ...(usage && { usage }) };
}
