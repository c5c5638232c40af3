/** After each block: which cells the next one needs, and whether there is a next one. A pure function of what is stored. */
import { exponential } from '../stats/interval.ts';
import { lookAt, lookSchedule, stopReason, unsettled } from '../stats/sequential.ts';
import type { BlockTable } from '../stats/blocks.ts';
import type { Finding, Findings, Standing, Stop, StoppingRule } from '../stats/sequential.ts';
import { metrics as catalogue } from '../model/verdict.ts';
import { comparedUnlessTold, fineEnough, logTable } from './compare.ts';
import { withoutPartial } from './summarize.ts';
import { cellGroups, primaryMetric, type CellGroup } from './groups.ts';
import type { Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import type { Comparison, Metric, Word } from '../model/verdict.ts';

export interface SequenceOptions {
  /** Half-width of equivalence; 0.05 unless told. */
  readonly delta?: number;
  /** `--precision`: go on until each ratio is known within ± so much, and stop then. */
  readonly precision?: number | undefined;
  /** A gate: go on until each ratio lies on one side of this one, and stop then. */
  readonly bound?: number | undefined;
  /** Decides when to stop; what suits the load unless told (`primaryMetric`). */
  readonly metric?: Metric;
  /** Compared besides, at the look at which the deciding metric was. */
  readonly metrics?: readonly Metric[];
  /** No block will follow (all done, out of time, Ctrl-C): what came after the last look is looked at as well. */
  readonly hasEnded?: boolean;
  /** Blocks that the A/A′ control is part of; 4 unless told. */
  readonly controlBlocks?: number;
}

export interface Decision {
  /** Blocks at the last look that was made; null before the first. */
  readonly look: number | null;
  /** Ids of the cells that the next block needs, in the plan's order; none once there is a reason to stop. */
  readonly live: readonly string[];
  /** Why no further block is needed; null: go on. Running out of time is not known here. */
  readonly stop: Stop | null;
  /** Each cell at the look that decided it, or else at the last one. */
  readonly comparisons: readonly Comparison[];
}

/**
 * Replays the looks of a run. Asked again with more trials it gives the same answers about what was decided before,
 * so the loop that measures and the report of a stored run cannot disagree. Each group of cells that are compared with
 * one another decides for itself; its error rates are those of `stats/sequential.ts`, for each metric by itself.
 */
export function decide(plan: Plan, trials: readonly Trial[], options: SequenceOptions = {}): Decision {
  const groups = cellGroups(plan).map((group) => ({ group, ...decideGroup(plan, group, trials, options) }));
  const compared = groups.filter(({ group }) => group.cells.length > 1);
  const reasons = compared.map(({ stop }) => stop);
  const stop = reasons.includes(null)
    ? null
    : (reasons.find((one) => one === 'last look') ?? reasons[0] ?? null);
  const live = new Set(stop === null ? groups.flatMap((one) => one.live) : []);
  const looks = groups.flatMap(({ look }) => look ?? []);
  return {
    look: looks.length > 0 ? Math.max(...looks) : null,
    live: plan.cells.flatMap(({ id }) => (live.has(id) ? id : [])),
    stop,
    comparisons: groups.flatMap((one) => one.comparisons),
  };
}

function decideGroup(
  plan: Plan,
  group: CellGroup,
  all: readonly Trial[],
  options: SequenceOptions,
): Decision {
  const { baseline, cells, control } = group;
  const columns = [baseline, ...cells.flatMap(({ id }) => (id === baseline ? [] : id))];
  const name = (column: number) => columns[column] ?? '';
  const trials = all.filter(({ cell }) => columns.includes(cell));
  const rule: StoppingRule = {
    delta: options.delta ?? 0.05,
    precision: options.precision,
    bound: options.bound === undefined ? undefined : Math.log(options.bound),
  };
  const metric = options.metric ?? primaryMetric(group.load);
  const tableOf = tables(trials, columns);

  const planned = lookSchedule(plan.blocks);
  const schedule = options.hasEnded ? lookSchedule(Math.min(plan.blocks, blocksOf(trials))) : planned;
  let findings: Findings = columns.map(() => null);
  let look: number | null = null;
  for (const blocks of schedule) {
    const open = unsettled(findings).map(name);
    const isDue = options.hasEnded || isComplete(trials, [baseline, ...open], blocks);
    if (open.length === 0 || !isDue) break;
    findings = lookAt(tableOf(metric, blocks), findings, rule);
    look = blocks;
  }

  const stop = look === null ? null : stopReason(findings, look === planned.at(-1), rule);
  const isControlDue =
    control && blocksOf(all.filter(({ cell }) => cell === control.id)) < (options.controlBlocks ?? 4);
  const live = [baseline, ...unsettled(findings).map(name), ...(isControlDue ? [control.id] : [])];
  const comparisons = findings.flatMap((first, column) => {
    const at = first?.look ?? look;
    if (at === null || column === 0) return [];
    const compared = (one: Metric, finding: Finding | null | undefined) =>
      finding ? [toComparison(finding, one, baseline, name(column), rule)] : [];
    return [
      ...compared(metric, first),
      ...(options.metrics ?? comparedUnlessTold)
        .filter((other) => other !== metric)
        .flatMap((other) => compared(other, lookAt(tableOf(other, at), [], { delta: rule.delta })[column])),
    ];
  });
  return { look, live: stop === null ? live : [], stop, comparisons: byMetric(comparisons) };
}

/**
 * The first so many blocks, with a row for every block that was begun. A percentile that a trial of a cell lacks there is
 * left out for all of them; a trial that comes after a look changes nothing of what that look saw.
 */
function tables(
  trials: readonly Trial[],
  columns: readonly string[],
): (metric: Metric, blocks: number) => BlockTable {
  const measurements = fineEnough(trials);
  const begun = blocksOf(trials);
  const made = new Map<string, BlockTable>();
  return (metric, blocks) => {
    const key = `${metric} ${blocks}`;
    const known = made.get(key);
    if (known) return known;
    const seen = withoutPartial(measurements.filter(({ block }) => block < blocks));
    const rows = logTable(seen, metric, columns);
    const table = Array.from(
      { length: Math.min(begun, blocks) },
      (_, block) => rows[block] ?? columns.map(() => null),
    );
    made.set(key, table);
    return table;
  };
}

function blocksOf(trials: readonly Trial[]): number {
  return trials.reduce((blocks, { block }) => Math.max(blocks, block + 1), 0);
}

/** Whether each of the cells was tried in each of the first `blocks` blocks; a failed trial was tried. */
function isComplete(trials: readonly Trial[], cells: readonly string[], blocks: number): boolean {
  const tried = new Set(trials.map(({ cell, block }) => `${block} ${cell}`));
  return cells.every((cell) =>
    Array.from({ length: blocks }).every((_, block) => tried.has(`${block} ${cell}`)),
  );
}

function toComparison(
  finding: Finding,
  metric: Metric,
  baseline: string,
  cell: string,
  { delta }: StoppingRule,
): Comparison {
  const { method, blocks, look } = finding;
  const word = wordOf(finding.standing, catalogue[metric].better);
  const ratio = exponential(finding);
  return { metric, baseline, cell, ratio, confidence: 0.95, method, blocks, delta, word, look };
}

function wordOf(standing: Standing, better: 'higher' | 'lower'): Word {
  switch (standing) {
    case 'above':
      return better === 'higher' ? 'better' : 'worse';
    case 'below':
      return better === 'higher' ? 'worse' : 'better';
    case 'equivalent':
    case 'undecided':
      return standing;
  }
}

/** The order of `compare`: metric by metric, and in each the cells in the plan's order. */
function byMetric(comparisons: readonly Comparison[]): Comparison[] {
  return [...Map.groupBy(comparisons, ({ metric }) => metric).values()].flat();
}
