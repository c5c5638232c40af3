/**
 * Warm-up for servers that compile while they run: the trial's load in short windows, until two in a row agree in
 * throughput and in CPU time per request. The rule is the same for all servers, and the time that it takes is a result.
 *
 *     CPU per request   █
 *                       █ ▆
 *                       █ █ ▅ ▄ ▄       the last two agree: steady since the fourth window began
 */
import type { Engine, EngineOptions, LoadJob } from '../load/engine.ts';
import type { Lab } from '../model/experiment.ts';
import type { Cell, Plan, Request } from '../model/plan.ts';
import type { Settling } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';

export interface SettleOptions {
  readonly engine: Engine;
  readonly job: LoadJob;
  readonly options: EngineOptions;
  readonly settling: NonNullable<Plan['settling']>;
  readonly calibrate: Cell['calibrate'];
  readonly withUnits: Lab['withUnits'];
  readonly exercise?: Cell['exercise'];
  /** CPU time that the server has used so far: milliseconds, in ticks of 10. */
  readonly cpu: () => Milliseconds;
}

/** Largest relative difference of two windows that agree. */
const tolerance = 0.15;
/** Largest error of calibrated work, as the logarithm of its cost ÷ the wanted cost. */
const calibration = 0.08;
/** Largest factor by which work is changed at once: a cold server's cost shows little. */
const largestStep = 3;
/** Most windows without an answer with which a server may begin. */
const mostSilent = 4;
/**
 * Load before a window of calibrated work: a server that shares its CPUs among all requests then has as many half
 * done at its begin as at its end. One that does them in turn has none.
 */
const lead: Milliseconds = 400;
/** Differences that do not count: requests at a window's edges, and milliseconds by the ticks of the kernel's clock. */
const edge = { requests: 2, cpu: 20 } as const;

interface Window {
  /** Number of right answers. */
  readonly answered: number;
  readonly cpu: Milliseconds;
  readonly units: number | null;
}

/**
 * @returns the windows seen, and the requests with the work found
 * @throws what `engine.run` throws
 */
export async function settle(
  given: SettleOptions,
): Promise<{ readonly settling: Settling; readonly requests: readonly Request[] }> {
  const { engine, job, options, calibrate, withUnits, cpu } = given;
  const { window, most } = given.settling;
  let { requests } = job;
  let units = calibrate?.units ?? null;
  const windows: Settling['windows'][number][] = [];
  let before: Window | null = null;
  let isSteady = false;
  const exercised = await exercise(given);
  while (windows.length < most && !isSteady) {
    const mark = { begin: 0, used: 0 };
    const { throughput } = await engine.run(
      { ...job, requests, warmup: calibrate ? lead : 0, duration: window, traces: 0 },
      {
        ...options,
        onPhase(phase) {
          if (phase === 'window') mark.begin = cpu();
          if (phase === 'drain') mark.used = cpu() - mark.begin;
        },
      },
    );
    // Answers that came within the window: the counts of an open load hold requests that were due in it.
    const now: Window = { answered: (throughput * window) / 1000, cpu: mark.used, units };
    windows.push({ throughput, cpuPerRequest: now.answered > 0 ? now.cpu / now.answered : null });
    // A cold server may answer nothing yet; if it never does, the measurement reports it.
    if (now.answered === 0 && windows.length < mostSilent) continue;
    if (now.answered === 0 && before === null) break;
    const wanted = calibrate && units !== null ? unitsFor(calibrate.cpu, now, units) : units;
    isSteady = wanted === units && before !== null && agree(before, now);
    before = now;
    if (wanted === null || wanted === units) continue;
    units = wanted;
    requests = requests.map((request) => withUnits(request, wanted));
  }
  const windowsBefore = isSteady ? windows.length - 2 : windows.length;
  return {
    settling: {
      duration: windowsBefore * window,
      isSteady,
      windows,
      ...(exercised.length > 0 && { exercise: exercised }),
      ...(units !== null && { units }),
    },
    requests,
  };
}

/** @returns right answers per second in each window of the exercise; none if the cell has no exercise */
async function exercise({ engine, job, options, settling, exercise: wanted }: SettleOptions) {
  const found: number[] = [];
  const [request] = job.requests;
  if (!wanted || !request) return found;
  const { path, clients, windows } = wanted;
  const { url, method, headers } = request;
  const small = { url: new URL(path, url).href, method, headers, weight: 1 };
  while (found.length < windows) {
    const { throughput } = await engine.run(
      {
        ...job,
        load: { kind: 'closed', clients },
        requests: [small],
        warmup: 0,
        duration: settling.window,
        traces: 0,
      },
      options,
    );
    found.push(throughput);
  }
  return found;
}

/** @returns units of work for the wanted cost; the present ones if their cost is right, or nothing was counted */
function unitsFor(target: Milliseconds, { cpu, answered }: Window, units: number): number {
  const step = (target * answered) / cpu;
  if (!Number.isFinite(step) || Math.abs(Math.log(step)) < calibration) return units;
  return Math.max(1, Math.round(units * Math.min(largestStep, Math.max(1 / largestStep, step))));
}

function agree(one: Window, other: Window): boolean {
  if (one.units !== other.units || one.answered === 0 || other.answered === 0) return false;
  const differs = (a: number, b: number, least: number) =>
    Math.abs(a - b) > Math.max(tolerance * Math.max(a, b), least);
  if (differs(one.answered, other.answered, edge.requests)) return false;
  // CPU time for the same number of answers in both.
  const scaled = (other.cpu * one.answered) / other.answered;
  return !differs(one.cpu, scaled, edge.cpu);
}
