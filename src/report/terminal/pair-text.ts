/** Two runs side by side, for the terminal: on a page of 30 lines, or every ratio. */
import { columnName, metricName, wordName } from '../outline/names.ts';
import { message, say } from '../../messages/message.ts';
import { type RunPair, type Word } from '../../model/verdict.ts';
import { ratioTexts } from '../../format/number.ts';
import { printable } from '../../format/printable.ts';
import { shorten, wrap } from '../../format/width.ts';
import { tableOf } from '../outline/table.ts';
import { barTable, besideLabel, gutter, labelled, mark, withoutUnicode } from './skeleton.ts';
import {
  finished,
  terminalStyle,
  wordStyles,
  type TerminalStyle,
  type TextOptions,
} from '../render/terminal-style.ts';
import { tableLines } from '../render/text-table.ts';

/** Rows of the picture, and differences, that fit on a page. */
const mostRows = 12;
const mostDifferences = 4;

/** @returns the page, ending with a line break */
export function pairText(given: RunPair, options: TextOptions): string {
  const { detail = 'normal', isUnicode = true } = options;
  const pair = printable(given);
  const terminal = terminalStyle(options);
  const result = labelled('label.result', [say(balance(pair))], terminal);
  const lines =
    detail === 'brief'
      ? result
      : [
          `${terminal.style('bold', 'chokepoint runs compare')}     ${pair.b.id} ÷ ${pair.a.id}`,
          ...(detail === 'verbose' ? everyRatio(pair, terminal) : picture(pair, terminal)),
          ...result,
          ...doubts(pair, detail === 'verbose' ? Infinity : mostDifferences, terminal),
          ...labelled('label.next', [say(message('terminal.pair-next'))], terminal),
        ];
  const page = finished(lines);
  return isUnicode ? page : withoutUnicode(page);
}

function balance({ rows }: RunPair) {
  const count = (word: Word) => rows.filter((row) => row.word === word).length;
  if (rows.length === 0) return message('terminal.pair-nothing');
  return message('terminal.pair', {
    ratios: rows.length,
    better: count('better'),
    worse: count('worse'),
    equivalent: count('equivalent'),
    undecided: count('undecided'),
  });
}

/** One metric as bars: the one that most settings have. */
function picture({ rows }: RunPair, terminal: TerminalStyle): string[] {
  const byMetric = [...Map.groupBy(rows, ({ metric }) => metric)];
  const [most] = byMetric.toSorted((one, other) => other[1].length - one[1].length);
  if (most === undefined) return [];
  const [metric, those] = most;
  const lines = barTable(
    {
      label: say(message('terminal.setting')),
      unit: labelOf(metric),
      columns: [
        { label: '', align: 'left' },
        { label: say(message('terminal.interval')), align: 'left' },
      ],
      rows: those.slice(0, mostRows).map(({ cell, ratio, word }) => {
        const texts = ratioTexts(ratio);
        return {
          label: cell,
          value: ratio.value,
          text: `${texts.value}×`,
          cells: [
            { text: '', mark: word },
            { text: `${texts.low}–${texts.high}`, style: 'dim' },
          ],
        };
      }),
    },
    terminal,
  );
  const left = those.length - mostRows;
  const more = left > 0 ? [say(message('terminal.more-settings', { settings: left }))] : [];
  return ['', ...lines, ...more.map((line) => `  ${terminal.style('dim', line)}`)];
}

const labelOf = metricName;

function everyRatio({ rows }: RunPair, { width, style }: TerminalStyle): string[] {
  const grid = tableOf({
    title: '',
    columns: [
      { label: columnName('setting'), align: 'left' },
      { label: columnName('metric'), align: 'left' },
      { label: columnName('ratio'), align: 'right' },
      { label: columnName('interval'), align: 'right' },
      { label: columnName('word'), align: 'left' },
    ],
    rows: rows.map(({ cell, metric, ratio, word }) => {
      const { value, low, high } = ratioTexts(ratio);
      return [cell, labelOf(metric), value, `${low} – ${high}`, wordName(word)];
    }),
  });
  const paint = (text: string) => {
    const color = Object.entries(wordStyles).find(([word]) => wordName(word as Word) === text.trim())?.[1];
    return color ? style(color, text) : text;
  };
  return ['', ...tableLines(grid, width, paint)];
}

/** What else differs, beside the machine's day. */
function doubts({ differences }: RunPair, most: number, terminal: TerminalStyle): string[] {
  const room = terminal.width - gutter - 2;
  const shown = differences.slice(0, most).map(say);
  const words = [say(message('terminal.pair-apart')), ...shown];
  const lines = words.flatMap((one) =>
    (most === Infinity ? wrap(one, room) : [shorten(one, 2 * room)].flatMap((cut) => wrap(cut, room))).map(
      (line, i) => (i === 0 ? `${mark('warning', terminal)} ${line}` : `  ${line}`),
    ),
  );
  return besideLabel('label.quality', lines, terminal);
}
