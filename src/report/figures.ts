/** Which figures a run has: each with one sentence, its data as a table, and what is to be drawn as plain data. */
import type { RunResult } from '../model/verdict.ts';
import type { Chart } from './chart.ts';
import type { Grid } from './grid.ts';

export interface Figure {
  readonly id: string;
  readonly title: string;
  /** What is to be seen, in one sentence. */
  readonly sentence: string;
  readonly chart: Chart;
  readonly table: Grid;
}

export function figures(_result: RunResult): Figure[] {
  return [];
}
