/** The one picture of the first screen: of all that a run could show, what its answer is about. */
import { columnName, wordName } from '../outline/names.ts';
import { message, say } from '../../messages/message.ts';
import type { ClaimVerdict, ClaimWord, Metric } from '../../model/verdict.ts';
import type { CurveChart } from '../chart/curve.ts';
import { capacityFigure } from '../outline/capacity.ts';
import { claimBalance, tellingComparisons } from '../outline/headline.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import type { Figure, Table } from '../page.ts';
import { curveFigure } from './curves.ts';
import { forestFigure } from './figures.ts';
import { pictureFigure } from './pictures.ts';

/** Its place on the page. */
const id = 'main';
/** More rows than this do not fit on a first screen. */
const mostRows = 7;

/** @returns null where nothing was measured that could be drawn */
export function mainFigure(result: ShownRun): Figure | null {
  const { capacity, claims, plan } = result;
  const found = capacity
    ? capacityFigure(capacity, plan)
    : claims.length > 0
      ? labFigure(result)
      : settingFigure(result);
  return found && { ...found, id, of: found.id };
}

/** What the experiment draws itself is what it is about; one that only counts has its verdicts. */
function labFigure(result: ShownRun): Figure {
  const [picture] = result.passages.flatMap(({ pictures = [] }) => pictures);
  if (picture) return pictureFigure(picture);
  const curve =
    result.layout.axisScale === 'category' ? null : curveFigure(result, 'throughput', ['throughput']);
  return curve?.chart.kind === 'curve'
    ? { ...curve, chart: panelOf(curve.chart) }
    : claimFigure(result.claims);
}

function settingFigure(result: ShownRun): Figure | null {
  const { gate, recommendation, comparisons, layout: grid } = result;
  const metric: Metric =
    gate?.metric ?? recommendation?.objective ?? tellingComparisons(result)[0]?.metric ?? 'throughput';
  const curve = gate || grid.axisScale === 'category' ? null : curveFigure(result, metric, [metric]);
  if (curve?.chart.kind === 'curve') return { ...curve, chart: panelOf(curve.chart) };
  return forestFigure(
    { ...result, comparisons: comparisons.filter((one) => one.metric === metric).slice(0, mostRows) },
    curve?.table,
  );
}

/** One panel: that with the recommended setting, else with the current one. */
function panelOf(chart: CurveChart): CurveChart {
  const holds = (role: string) =>
    chart.panels.find(({ lines }) => lines.some(({ points }) => points.some((point) => point.role === role)));
  const one = holds('best') ?? holds('now') ?? chart.panels[0];
  return { ...chart, panels: one ? [one] : [] };
}

const words: readonly ClaimWord[] = ['holds', 'refuted', 'misread', 'undecided', 'not run'];

function claimFigure(claims: readonly ClaimVerdict[]): Figure {
  const title = say(message('word.Claims-by-verdict'));
  const balance = claimBalance({ claims });
  const rows = words.flatMap((word) => {
    const count = claims.filter(({ verdict }) => verdict === word).length;
    return count === 0 ? [] : [{ label: `${wordName(word)} ${count}`, parts: [{ word, count }] }];
  });
  const table: Table = {
    title,
    note: '',
    columns: [
      { label: columnName('verdict'), align: 'left', rank: 0 },
      { label: columnName('claims'), align: 'right', rank: 0 },
    ],
    rows: rows.flatMap(({ parts }) =>
      parts.map(({ word, count }) => [{ text: wordName(word), word }, { text: `${count}` }]),
    ),
  };
  return { id, title, sentence: balance ? say(balance) : '', chart: { kind: 'balance', rows }, table };
}
