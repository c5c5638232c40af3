/** The one picture of the first screen: of all that a run could show, what its answer is about. */
import { claimWords, wordName } from '../outline/names.ts';
import { message, say } from '../../messages/message.ts';
import { foundIn, type ClaimVerdict } from '../../model/verdict.ts';
import type { CurveChart } from '../chart/curve.ts';
import { claimBalance } from '../outline/headline.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { column, type Figure } from '../page.ts';
import { curveFigure, pictureFigure } from './curves.ts';
import { forestFigure } from './figures.ts';

/** Its place on the page. */
const id = 'main';
/** More rows than this do not fit on a first screen. */
const mostRows = 7;

/** @returns null where nothing was measured that could be drawn */
export function mainFigure(result: ShownRun): Figure | null {
  const found = foundIn(result).claims.length > 0 ? labFigure(result) : settingFigure(result);
  return found && { ...found, id, of: found.id };
}

/** What the experiment draws itself is what it is about; one that only counts has its verdicts. */
function labFigure(result: ShownRun): Figure {
  const [picture] = result.passages.flatMap(({ pictures = [] }) => pictures);
  if (picture) return pictureFigure(picture);
  const curve =
    result.layout.axisScale === 'category' ? null : curveFigure(result, 'throughput', ['throughput']);
  return curve ? firstPanel(curve) : claimFigure(foundIn(result).claims);
}

function settingFigure(result: ShownRun): Figure | null {
  const { answer, focus, layout: grid } = result;
  const { metric, comparisons } = focus;
  const isDrawn = answer.kind !== 'gate' && grid.axisScale !== 'category';
  const curve = isDrawn ? curveFigure(result, metric, [metric]) : null;
  return curve ? firstPanel(curve) : forestFigure({ ...result, comparisons: comparisons.slice(0, mostRows) });
}

/** One panel: that with the recommended setting, else with the current one. */
function firstPanel({ chart, ...figure }: Figure & { readonly chart: CurveChart }): Figure {
  const holds = (role: string) =>
    chart.panels.find(({ lines }) => lines.some(({ points }) => points.some((point) => point.role === role)));
  const one = holds('best') ?? holds('now') ?? chart.panels[0];
  return { ...figure, chart: { ...chart, panels: one ? [one] : [] } };
}

function claimFigure(claims: readonly ClaimVerdict[]): Figure {
  const title = say(message('word.Claims-by-verdict'));
  const balance = claimBalance(claims);
  const rows = claimWords.flatMap((word) => {
    const count = claims.filter(({ verdict }) => verdict === word).length;
    return count === 0 ? [] : [{ label: `${wordName(word)} ${count}`, parts: [{ word, count }] }];
  });
  return {
    id,
    title,
    sentence: balance ? say(balance) : '',
    chart: { kind: 'balance', rows },
    table: {
      title,
      note: '',
      columns: [column('verdict'), column('claims', 'right')],
      rows: rows.flatMap(({ parts }) =>
        parts.map(({ word, count }) => [{ text: wordName(word), word }, { text: `${count}` }]),
      ),
    },
  };
}
