/** Two runs side by side, for the terminal. */
import { metrics, type RunPair } from '../../model/verdict.ts';
import { gridOf } from './grid.ts';
import { printable } from '../terminal/printable.ts';
import { tableLines } from '../terminal/text-table.ts';
import { wrap } from '../../format/width.ts';
import { styleText } from 'node:util';
import { wordStyles, type TextOptions } from '../terminal/pen.ts';

export function pairText(pair: RunPair, { columns, color }: TextOptions): string {
  const { a, b, differences, rows } = printable(pair);
  const width = Math.max(40, columns);
  const caution =
    'The two runs were measured at different times: what the machine did in between is in these ratios. For a decision, measure both settings in one sweep.';
  const lines = [`${b.id} against ${a.id} (second ÷ first)`, '', ...wrap(caution, width)];
  if (differences.length > 0)
    lines.push('', 'Not the same:', ...differences.flatMap((each) => wrap(`- ${each}`, width)));
  if (rows.length === 0) {
    lines.push(
      '',
      'There is nothing to compare: no setting was measured at least twice in both runs under the same load.',
    );
    return lines.join('\n');
  }
  const grid = gridOf({
    title: '',
    columns: [
      { label: 'setting', align: 'left' },
      { label: 'metric', align: 'left' },
      { label: 'ratio', align: 'right' },
      { label: '95 % interval', align: 'right' },
      { label: 'word', align: 'left' },
    ],
    rows: rows.map(({ cell, metric, ratio, word }) => [
      cell,
      metrics[metric].label,
      ratio.value.toFixed(3),
      `${ratio.low.toFixed(3)} – ${ratio.high.toFixed(3)}`,
      word,
    ]),
  });
  const paint = (text: string) => {
    const style = Object.entries(wordStyles).find(([word]) => word === text.trim())?.[1];
    return color && style ? styleText(style, text, { validateStream: false }) : text;
  };
  return [...lines, '', ...tableLines(grid, width, paint)].join('\n');
}
