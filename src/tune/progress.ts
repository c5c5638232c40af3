/** What a search knows at a point: it writes it down, and whoever asks for an answer reads it. */
import type { GridSetting, Leaving, Phase, TuneLook, TuneOptions, TuneStop } from '../model/tune.ts';
import type { Grid } from './grid.ts';
import { marginOf } from './ledger.ts';

/** A setting so close to the top, in units of the margin, may become the one that is recommended. */
export const promising = 0.6;

export interface Progress {
  readonly options: TuneOptions;
  readonly grid: Grid;
  /** On the scale of scores. */
  readonly margin: number;
  phase: Phase;
  /** Settings that were asked for, in the order of the grid. */
  tried: readonly GridSetting[];
  /** Whom a model takes for the best that the first blocks did not contradict. */
  foretold: GridSetting | null;
  /** Blocks that were asked for before CERTIFY, and in it: what chose the finalists does not certify them. */
  screening: readonly number[];
  fresh: readonly number[];
  /** Who races in the phase; the finalists in CERTIFY. */
  field: readonly GridSetting[];
  /** Who has not left; and who of them is in the next block. */
  alive: readonly GridSetting[];
  racing: readonly GridSetting[];
  readonly left: Map<string, Leaving>;
  readonly looks: TuneLook[];
  certified: readonly string[];
  stopped: TuneStop | null;
}

export function begin(options: TuneOptions, grid: Grid): Progress {
  return {
    options,
    grid,
    margin: marginOf(options.objective, options.within),
    phase: 'bracket',
    tried: [],
    foretold: null,
    screening: [],
    fresh: [],
    field: [],
    alive: [],
    racing: [],
    left: new Map(),
    looks: [],
    certified: [],
    stopped: null,
  };
}
