/** What may be compared with what, and in which metric first. */
import { describeLoad, type Cell, type Load, type Plan } from '../model/plan.ts';
import type { Metric } from '../model/verdict.ts';

/** Cells under one load and one set of parameters: a burst is not compared with a steady load. */
export interface CellGroup {
  /** The id of the cell that the others are compared with. */
  readonly baseline: string;
  /** Cells of the group in the plan's order, the baseline among them. */
  readonly cells: readonly Cell[];
  readonly load: Load;
  /** The copy of the baseline, if the plan has one: it is in no comparison of settings. */
  readonly control: Cell | null;
}

/**
 * Returns the groups of cells that may be compared, those of a single cell too. A cell that only fills a table is in none. Servers that
 * answer before their work are in other groups than those that answer after it: that is a parameter.
 */
export function cellGroups(plan: Plan): CellGroup[] {
  const groups = Map.groupBy(plan.cells, (cell) =>
    JSON.stringify([describeLoad(cell.load), cell.parameters, cell.requests]),
  );
  return [...groups.values()].flatMap((all) => {
    const cells = all.filter((cell) => !cell.control && cell.blocks === undefined);
    const [first] = cells;
    if (!first) return [];
    const baseline = groupBaseline(plan, cells, first).id;
    return { baseline, cells, load: first.load, control: all.find((cell) => cell.control) ?? null };
  });
}

/** Ids of a group's cells, the baseline first: the columns of its tables. */
export const columnsOf = ({ baseline, cells }: CellGroup): string[] => [
  baseline,
  ...cells.flatMap(({ id }) => (id === baseline ? [] : id)),
];

/** The cell of the group that shares most levels with the plan's baseline. */
function groupBaseline(plan: Plan, cells: readonly Cell[], first: Cell): Cell {
  const wanted = plan.cells.find((cell) => cell.id === plan.baseline)?.setting ?? {};
  const shared = (cell: Cell) =>
    Object.entries(wanted).filter(([key, level]) => cell.setting[key] === level).length;
  return cells.reduce((best, cell) => (shared(cell) > shared(best) ? cell : best), first);
}

/**
 * The metric that decides when enough has been measured. Where the clients wait for the server, throughput tells all;
 * where requests come by the clock, throughput is what was asked for, and only the response time can differ.
 */
export function primaryMetric({ kind }: Load): Metric {
  return kind === 'rate' || kind === 'poisson' ? 'p50' : 'throughput';
}
