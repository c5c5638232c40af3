/** One figure of the report: what it shows, in a sentence, as a picture, and as a table. */
import type { Chart } from '../chart/chart.ts';
import type { Grid } from '../outline/grid.ts';

export interface Figure {
  readonly id: string;
  readonly title: string;
  /** What is to be seen, in one sentence. */
  readonly sentence: string;
  readonly chart: Chart;
  readonly table: Grid;
}
