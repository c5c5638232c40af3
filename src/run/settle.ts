/**
 * Warm-up for servers that compile while they run: the load of the trial in short windows, until two in a row agree in
 * throughput and in CPU time per request. The rule is the same for every server, and how long it took is a result.
 *
 *     CPU per request   █
 *                       █ ▆
 *                       █ █ ▅ ▄ ▄       the last two agree: steady since the fourth window began
 */
import type { Engine, EngineOptions, LoadJob } from '../load/engine.ts';
import type { Cell, Plan, Request } from '../model/plan.ts';
import type { Settling } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { withUnits } from '../lab/experiments/platforms/grid.ts';

export interface SettleOptions {
  readonly engine: Engine;
  readonly job: LoadJob;
  readonly options: EngineOptions;
  readonly settling: NonNullable<Plan['settling']>;
  readonly calibrate: Cell['calibrate'];
  readonly exercise?: Cell['exercise'];
  /** CPU time that the server has used so far, in ticks of 10 ms. */
  readonly cpu: () => Milliseconds;
}

/** Two windows agree when they differ by less. */
const tolerance = 0.15;
/** Calibrated work may miss its cost by so much. */
const calibration = 0.08;
/** By how much work is changed at once: what a server that is cold costs says little. */
const largestStep = 3;
/** Windows without an answer that a server may begin with. */
const mostSilent = 4;
/**
 * Calibrated work is loaded for so long before its window: a server that shares its CPUs among all requests has as many half
 * done at either edge, and one that does them in turn has none.
 */
const lead: Milliseconds = 400;
/** Requests at a window's edges, and ticks of the kernel's clock, that are no difference. */
const edge = { requests: 2, cpu: 20 } as const;

interface Window {
  /** Right answers. */
  readonly answered: number;
  readonly cpu: Milliseconds;
  readonly units: number | null;
}

/**
 * @returns what was seen, and the requests with the work that was found
 * @throws what `engine.run` throws
 */
export async function settle(
  given: SettleOptions,
): Promise<{ readonly settling: Settling; readonly requests: readonly Request[] }> {
  const { engine, job, options, calibrate, cpu } = given;
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
    // Those that came within the window: of an open load the counts have those that were due in it.
    const now: Window = { answered: (throughput * window) / 1000, cpu: mark.used, units };
    windows.push({ throughput, cpuPerRequest: now.answered > 0 ? now.cpu / now.answered : null });
    // A server that is cold may answer nothing yet; one that never does is told of by the measurement.
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

/** @returns right answers a second in each window of the exercise; none where the cell asks for none */
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

/** @returns the present ones where they cost what they should, or where nothing was counted */
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
  // As if both had answered alike many.
  const scaled = (other.cpu * one.answered) / other.answered;
  return !differs(one.cpu, scaled, edge.cpu);
}
