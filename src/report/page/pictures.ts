/** An experiment's own picture as a figure of the report: drawn as a curve, and told as a table. */
import { message, say } from '../../messages/message.ts';
import type { Picture } from '../../model/verdict.ts';
import type { Figure } from '../page.ts';
import { brief } from '../../format/number.ts';

export function pictureFigure({ id, title, sentence, axis, unit, lines }: Picture): Figure {
  const levels = [...new Set(lines.flatMap(({ points }) => points.map(({ level }) => level)))].toSorted(
    (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0),
  );
  return {
    id,
    title,
    sentence,
    chart: {
      kind: 'curve',
      axis: { label: axis.label, levels, scale: axis.scale },
      unit,
      omitted: 0,
      panels: [{ title: '', lines: lines.map((line, i) => ({ ...line, series: i, dash: i % 3 })) }],
    },
    table: {
      title,
      note: say(message('report.picture-note', { unit })),
      columns: [
        { label: axis.label, align: 'right', rank: 0 },
        ...lines.map(({ label }) => ({ label, align: 'right' as const, rank: 0 })),
      ],
      rows: levels.map((level) => [
        { text: String(level) },
        ...lines.map(({ points }) => {
          const point = points.find((one) => one.level === level);
          if (!point) return { text: '–' };
          const { value, low, high } = point;
          return low === null || high === null
            ? { text: brief(value) }
            : {
                text: brief(value),
                detail: say(message('report.range', { low: brief(low), high: brief(high) })),
              };
        }),
      ]),
    },
  };
}
