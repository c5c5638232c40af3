/** The A/A′ control of a run: the baseline against its own copy. */
import { controlBounds, controlConfidence } from '../stats/control.ts';
import { exponential } from '../stats/interval.ts';
import { comparable, logTable } from './compare.ts';
import { cellGroups, primaryMetric } from './groups.ts';
import type { ControlResult } from '../model/noise.ts';
import type { Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';

/** Null if the plan has no control, or fewer than two blocks hold it. The other settings of its group lend their noise. */
export function aaControl(plan: Plan, trials: readonly Trial[]): ControlResult | null {
  const group = cellGroups(plan).find(({ control }) => control);
  if (!group?.control) return null;
  const { baseline, control } = group;
  const metric = primaryMetric(group.load);
  const others = group.cells.flatMap(({ id }) => (id === baseline ? [] : id));
  const table = logTable(comparable(trials), metric, [baseline, control.id, ...others]);
  const bounds = controlBounds(table);
  if (!bounds) return null;
  const { blocks, isSound } = bounds;
  const ratio = exponential(bounds);
  return { metric, baseline, cell: control.id, ratio, confidence: controlConfidence, blocks, isSound };
}
