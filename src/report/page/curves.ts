/** Figures of settings as lines: what was measured of each, and what an experiment draws itself. */
import { foundIn, metrics, type Metric, type Picture } from '../../model/verdict.ts';
import { brief } from '../../format/number.ts';
import { message, say } from '../../messages/message.ts';
import { levelLabel } from '../outline/plot-layout.ts';
import type { CurveChart, CurveLine, Role } from '../chart/curve.ts';
import { metricName } from '../outline/names.ts';
import { metricTable } from '../outline/tables.ts';
import { columnOf, said, type Figure, type Words } from '../page.ts';
import { shownInterval, type ShownRun } from '../outline/shown-run.ts';

/** Marks the recommended setting and the current one. */
function roleIn({ focus, plan, ...result }: ShownRun): (cell: string) => Role | undefined {
  const { claims, recommendation } = foundIn(result);
  // An experiment of the lab has a baseline for each of its questions.
  if (claims.length > 0) return () => undefined;
  const best = focus.cell === focus.baseline ? recommendation?.id : focus.cell;
  return (cell) => (cell === best ? 'best' : cell === plan.baseline ? 'now' : undefined);
}

/** A metric against the axis, a line for each level of the second factor. Other factors are as in the recommended or current setting. */
export function curveFigure(result: ShownRun, metric: Metric, sentence: Words): Figure | null {
  const { layout: grid, summaries } = result;
  const { axis, series } = grid;
  const roleOf = roleIn(result);
  const measured = summaries.flatMap(({ cell, metrics: { [metric]: estimate } }) =>
    estimate ? [{ cell, estimate, level: grid.levelOf(cell, axis), role: roleOf(cell) }] : [],
  );
  const panels = [...Map.groupBy(measured, ({ cell }) => grid.panelOf(cell)).values()];
  const ofRole = (wanted: Role) => panels.find((own) => own.some(({ role }) => role === wanted));
  const isCurve = (own: typeof measured) => new Set(own.map(({ level }) => level)).size > 1;
  const shown = ofRole('best') ?? ofRole('now') ?? panels.find(isCurve) ?? panels[0];
  if (!shown) return null;
  const groups = Map.groupBy(shown, ({ cell }) => (series ? grid.levelOf(cell, series) : ''));
  const lines = Array.from(groups, ([level, own]): CurveLine => {
    const points = own.map(({ estimate, level: at, role }) => ({
      level: at,
      value: estimate.value,
      ...(shownInterval(estimate) ?? { low: null, high: null }),
      trials: estimate.trials.length,
      ...(role && { role }),
    }));
    return {
      label: series ? levelLabel(series.key, level) : '',
      series: Math.max(0, series?.levels.indexOf(level) ?? 0),
      dash: 0,
      points: points.toSorted((p, q) => axis.levels.indexOf(p.level) - axis.levels.indexOf(q.level)),
    };
  });
  const title = say(message('figure.against', { title: metricName(metric), axis: axis.key }));
  const isRate = metric === 'throughput';
  const chart: CurveChart = {
    kind: 'curve',
    title: grid.panelOf(shown[0]?.cell ?? ''),
    axis: { label: axis.key, levels: axis.levels, scale: grid.axisScale },
    unit: isRate ? say(message('word.requests-per-second')) : metrics[metric].unit,
    ...(isRate && { suffix: '/s' }),
    roles: { best: say(message('word.recommended')), now: say(message('word.now')) },
    lines,
  };
  return {
    id: metric,
    title,
    sentence: said(sentence),
    chart,
    table: metricTable(result, title, metric),
  };
}

/** An experiment's own picture, drawn as a curve and told as a table. */
export function pictureFigure({ id, title, sentence, axis, unit, lines }: Picture): Figure {
  const levels = [...new Set(lines.flatMap(({ points }) => points.map(({ level }) => level)))].toSorted(
    (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0),
  );
  return {
    id,
    title,
    sentence: say(sentence),
    chart: {
      kind: 'curve',
      title: '',
      axis: { label: axis.label, levels, scale: axis.scale },
      unit,
      lines: lines.map((line, i) => ({ ...line, series: i, dash: i % 3 })),
    },
    table: {
      title,
      note: say(message('report.picture-note', { unit })),
      columns: [axis, ...lines].map(({ label }) => columnOf(label, 'right')),
      rows: levels.map((level) => [
        { text: String(level) },
        ...lines.map(({ points }) => {
          const point = points.find((one) => one.level === level);
          if (!point) return { text: '–' };
          const [low, high] = [point.low, point.high];
          const text = brief(point.value);
          return low === null || high === null
            ? { text }
            : { text, detail: say(message('report.range', { low: brief(low), high: brief(high) })) };
        }),
      ]),
    },
  };
}
