/** The one picture of the first screen: of all that a run could show, what its answer is about. */
import { message, say } from '../../messages/message.ts';
import { foundIn, metrics, type Comparison } from '../../model/verdict.ts';
import type { ForestGroup } from '../chart/forest.ts';
import type { PlotLayout } from '../outline/plot-layout.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { comparisonTable } from '../outline/tables.ts';
import { said, type Figure, type Words } from '../page.ts';
import { curveFigure, pictureFigure } from './curves.ts';

/** Most rows of the picture: more do not fit on a first screen. */
const mostRows = 7;

/** @param sentence what is to be seen; @returns null where nothing was measured that could be drawn */
export function mainFigure(result: ShownRun, sentence: Words): Figure | null {
  const found = figureOf(result, sentence);
  return found && { ...found, id: 'main', of: found.id };
}

/** The picture that an experiment draws itself, else a curve, else ratios; null for an experiment that only counts: it has its verdicts. */
function figureOf(result: ShownRun, sentence: Words): Figure | null {
  const { answer, focus, layout, passages } = result;
  const [picture] = passages.flatMap(({ pictures = [] }) => pictures);
  if (picture) return pictureFigure(picture);
  const isCurve = answer.kind !== 'gate' && layout.axisScale !== 'category';
  const curve = isCurve ? curveFigure(result, focus.metric, sentence) : null;
  return curve ?? (foundIn(result).claims.length > 0 ? null : forestFigure(result, sentence));
}

/** Each setting against what it was compared with. */
function forestFigure({ layout, focus }: ShownRun, sentence: Words): Figure | null {
  const comparisons = focus.comparisons.slice(0, mostRows);
  const [first] = comparisons;
  if (first === undefined) return null;
  const groups = [...Map.groupBy(comparisons, ({ baseline }) => baseline).values()];
  return {
    id: 'forest',
    title: say(message('figure.forest')),
    sentence: said(sentence),
    chart: { kind: 'forest', delta: first.delta, groups: groups.map((group) => forestGroup(group, layout)) },
    table: comparisonTable({ layout, comparisons }),
  };
}

/** Comparisons with one baseline: what all of them have in common is said once, in the title. */
function forestGroup(rows: readonly Comparison[], grid: PlotLayout): ForestGroup {
  const [{ metric, baseline }] = rows as [Comparison];
  const ids = [baseline, ...rows.map(({ cell }) => cell)];
  const { better, label } = metrics[metric];
  const name = message('report.name', { name: label });
  return {
    title: say(message('figure.forest-group', { metric: name, better, common: grid.common(ids) })),
    baseline: grid.labelAmong(baseline, ids),
    rows: rows.map(({ cell, ratio, word }) => ({ label: grid.labelAmong(cell, ids), ratio, word })),
  };
}
