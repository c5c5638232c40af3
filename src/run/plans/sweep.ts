/** A sweep is an experiment without claims: the user's own server, every combination of the levels asked for. */
import {
  controlBlocks,
  describeSetting,
  type Cell,
  type Load,
  type Plan,
  type Request,
} from '../../model/plan.ts';
import { grid, type Factor } from '../../model/vary.ts';

/** What a trial costs besides its load: start, readiness, read-back, stop. */
const overhead = 600;
/** A load that ends by its requests: nobody knows how fast the server is. A guess, corrected by the first trials. */
const countedLoad = 2000;

export interface SweepOptions {
  /** `Plan.asked`. */
  readonly asked?: readonly string[];
  readonly command: readonly string[];
  readonly cwd: string;
  readonly factors: readonly Factor[];
  readonly requests: readonly Request[];
  readonly load: Load;
  /** The last block at most. */
  readonly blocks: number;
  readonly stopping: Plan['stopping'];
  readonly seed: number;
  readonly warmup: number;
  readonly duration: number | null;
  readonly timeout: number;
  readonly startTimeout: number;
  readonly affinity: Plan['affinity'];
}

export function sweepPlan({ factors, ...options }: SweepOptions): Plan {
  const { requests, load } = options;
  const settings = grid(factors).map((setting): Cell => ({
    id: describeSetting(setting) || 'as it is',
    setting,
    load,
    requests: [...requests],
    parameters: {},
  }));
  return planOf(settings, baseline(settings), factors, options);
}

/** What every plan over a user's own server shares, however its settings were chosen. */
export function planOf(
  settings: readonly Cell[],
  base: Cell,
  factors: readonly Factor[],
  options: Omit<SweepOptions, 'factors'>,
): Plan {
  const { asked = [], command, cwd, requests: _requests, load: _load, ...rest } = options;
  // The copy is what a difference is worth on this machine today: it costs four trials.
  const copy: Cell = { ...base, id: `${base.id} (A/A′)`, control: true };
  const cells = rest.blocks >= controlBlocks ? [...settings, copy] : [...settings];
  return {
    asked: [...asked],
    name: 'sweep',
    scale: 'full',
    subject: { kind: 'command', command: [...command], cwd },
    factors: factors.map(({ key, levels }) => ({ key, levels: [...levels] })),
    cells,
    baseline: base.id,
    node: null,
    limit: null,
    expected: cells.length * rest.blocks * (overhead + rest.warmup + (rest.duration ?? countedLoad)),
    ...rest,
  };
}

/** What runs today if nothing is changed: the default pool, else the first setting that was named. */
function baseline(cells: readonly Cell[]): Cell {
  const today =
    cells.find(({ setting }) => setting['pool'] === 'default') ??
    cells.find(({ setting }) => setting['pool'] === 4);
  const first = today ?? cells[0];
  if (!first) throw new Error('a plan without cells');
  return first;
}
