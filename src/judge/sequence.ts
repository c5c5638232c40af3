/** Decides after each block which cells the next one needs, and whether there is one: a pure function of what is stored. */
import { lookAt, lookSchedule, stopReason, unsettled } from '../stats/sequential.ts';
import { lastLevel, spentAtALook } from '../stats/spending.ts';
import type { Findings, Stop, StoppingRule } from '../stats/sequential.ts';
import { metrics as catalogue } from '../model/verdict.ts';
import { comparedUnlessTold, fineEnough, rowsOf, toComparison, wordOf, wordsOf } from './compare.ts';
import { metricTable, type MetricTable } from './fits.ts';
import { withSpeed } from './machine-speed.ts';
import { withoutPartial } from './measurement.ts';
import { cellGroups, columnsOf, primaryMetric, type CellGroup } from './groups.ts';
import { controlBlocks, type Plan } from '../model/plan.ts';
import { roundOf, spentInRound } from './rounds.ts';
import { isRefused, withoutRefused } from './turns.ts';
import type { Trial } from '../model/sample.ts';
import type { Comparison, Metric } from '../model/verdict.ts';

export interface SequenceOptions {
  /** Half-width of equivalence; 0.05 unless told. */
  readonly delta?: number;
  /** `--precision`: go on until each ratio is known within ± so much, and stop then. */
  readonly precision?: number | undefined;
  /** The ratio that a gate allows: go on until each ratio lies on one side of it, and stop then. */
  readonly bound?: number | undefined;
  /** The metric that decides when to stop; what suits the load unless told (`primaryMetric`). */
  readonly metric?: Metric;
  /**
   * Why no block will follow, so that what came after the last look is looked at as well. `finished`: for a reason that is not in the
   * data (all done, out of time), so that all that is left may be spent. `interrupted`: by somebody who may go on.
   */
  readonly ended?: 'finished' | 'interrupted';
}

export interface Decision {
  /** Blocks at the last look that was made; null before the first. */
  readonly look: number | null;
  /** Ids of the cells that the next block needs, in the plan's order; none once there is a reason to stop. */
  readonly live: readonly string[];
  /** Why no further block is needed; null: go on. Running out of time is not known here. */
  readonly stop: Stop | null;
  /** Comparison of each cell, at the look that decided it, or else at the last one. */
  readonly comparisons: readonly Comparison[];
}

/**
 * Replays the looks of a run. Asked again with more trials it gives the same answers about what was decided before,
 * so the loop that measures and the report of a stored run cannot disagree. Each group of cells that are compared with
 * one another decides for itself; its error rates are those of `stats/sequential.ts`, for each metric by itself.
 */
export function decide(plan: Plan, all: readonly Trial[], options: SequenceOptions = {}): Decision {
  // Blocks whose servers disturbed each other are measured once more, the control with them.
  const trials = withoutRefused(all).filter((trial) => !isRefused(trial));
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
  const { baseline, control } = group;
  const columns = columnsOf(group);
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
  const schedule = options.ended ? lookSchedule(Math.min(plan.blocks, blocksOf(trials))) : planned;
  const left = (blocks: number) =>
    lastLevel(
      schedule.filter((other) => other < blocks),
      blocks,
    );
  let findings: Findings = columns.map(() => null);
  let look: number | null = null;
  for (const blocks of schedule) {
    const open = unsettled(findings).map(name);
    const isDue = options.ended !== undefined || isComplete(trials, [baseline, ...open], blocks);
    if (open.length === 0 || !isDue) break;
    const isEnd = blocks === planned.at(-1);
    findings = lookAt(tableOf(metric, blocks), findings, rule, isEnd ? left(blocks) : spentAtALook);
    look = blocks;
    // Out of time with something open: nobody will look again, so what is left may be spent on it. What is settled was
    // found with less, and stays as it was told.
    if (options.ended === 'finished' && blocks === schedule.at(-1) && !isEnd)
      findings = lookAt(tableOf(metric, blocks), findings, rule, spentInRound(roundOf(all), left(blocks)));
  }

  const stop = look === null ? null : stopReason(findings, look === planned.at(-1), rule);
  const isControlDue = control && blocksOf(all.filter(({ cell }) => cell === control.id)) < controlBlocks;
  const live = [baseline, ...unsettled(findings).map(name), ...(isControlDue ? [control.id] : [])];
  const others = comparedUnlessTold.filter((other) => other !== metric);
  const besides = memoized((at: number, level: number) => {
    const rows = rowsOf((other) => tableOf(other, at), others, columns, level);
    return { rows, words: wordsOf(rows, { level, delta: rule.delta }) };
  });
  const comparisons = findings.flatMap((finding, column) => {
    if (!finding || column === 0) return [];
    const { look: at, level, standing, ...ratio } = finding;
    const cell = name(column);
    const word = wordOf(standing, catalogue[metric].better);
    const { rows, words } = besides(at, level);
    return [
      toComparison({ metric, baseline, cell, ratio }, word, rule.delta),
      ...rows
        .filter((row) => row.column === column)
        .map((row) => toComparison(row, words.get(row) ?? 'undecided', rule.delta)),
    ].map((one) => ({ ...one, look: at }));
  });
  return { look, live: stop === null ? live : [], stop, comparisons: byMetric(comparisons) };
}

/**
 * Returns the table of the first `blocks` blocks, with a row for every block that was begun. A percentile that a trial of a cell lacks
 * there is left out for all of them; a trial that comes after a look changes nothing of what that look saw.
 */
function tables(
  trials: readonly Trial[],
  columns: readonly string[],
): (metric: Metric, blocks: number) => MetricTable {
  const measurements = fineEnough(trials);
  const begun = blocksOf(trials);
  const seenIn = memoized((blocks: number) => {
    const before = trials.filter(({ block }) => block < blocks);
    return withSpeed(before, withoutPartial(measurements.filter(({ block }) => block < blocks))).measurements;
  });
  return memoized((metric: Metric, blocks: number) =>
    metricTable(seenIn(blocks), metric, columns, Math.min(begun, blocks)),
  );
}

/** Returns a function that computes the answer to each question once. */
function memoized<Asked extends readonly (string | number)[], Result>(
  compute: (...asked: Asked) => Result,
): (...asked: Asked) => Result {
  const known = new Map<string, Result>();
  return (...asked) => {
    const key = asked.join(' ');
    const found = known.get(key) ?? compute(...asked);
    known.set(key, found);
    return found;
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

/** Returns comparisons in the order of `compare`: metric by metric, and in each the cells in the plan's order. */
function byMetric(comparisons: readonly Comparison[]): Comparison[] {
  return [...Map.groupBy(comparisons, ({ metric }) => metric).values()].flat();
}
