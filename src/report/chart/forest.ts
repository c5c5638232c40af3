/** Ratios to a baseline with their intervals, on a logarithmic axis: 1/2 and 2 are equally far from 1. */
import { wordName } from '../outline/names.ts';
import type { Interval, Word } from '../../model/verdict.ts';
import { message, say } from '../../messages/message.ts';
import { beyond, type Beyond, datum, type Drawing, element, escaped, line, rectangle, words } from './svg.ts';
import { ratioTexts } from '../../format/number.ts';
import { roundStep } from './scale.ts';

export interface ForestRow {
  readonly label: string;
  readonly ratio: Interval;
  readonly word: Word;
}

export interface ForestGroup {
  readonly title: string;
  readonly baseline: string;
  readonly rows: readonly ForestRow[];
}

export interface ForestChart {
  readonly kind: 'forest';
  /** Half-width of the band of equivalence around 1: 0.05 is 5%. */
  readonly delta: number;
  readonly groups: readonly ForestGroup[];
}

/** Signs that repeat the word for eyes that pass over text. */
const signs: Readonly<Record<Word, string>> = { better: '▲', worse: '▼', equivalent: '=', undecided: '?' };

export function drawForest(chart: ForestChart, width: number): Drawing {
  const narrow = width < 500;
  const left = narrow ? 8 : 190;
  const right = narrow ? width - 8 : width - 210;
  const rowHeight = narrow ? 46 : 26;
  const at = ratioScale(chart, left, right);
  const alike = { from: at.pixel(1 / (1 + chart.delta)), to: at.pixel(1 + chart.delta) };
  const parts: string[] = [];
  let y = 0;
  for (const { title, baseline, rows } of chart.groups) {
    parts.push(words(title, 0, y + 16, 'start', 'panel'));
    const top = y + 28;
    const bottom = top + rows.length * rowHeight;
    parts.push(
      rectangle(alike.from, top, alike.to - alike.from, bottom - top, 'equivalence'),
      ...at.ticks.map((tick) =>
        line(at.pixel(tick), top, at.pixel(tick), bottom, tick === 1 ? 'one' : 'grid'),
      ),
      ...rows.map((row, i) =>
        datum(
          say(
            message('mark.ratio', { name: row.label, baseline, ratio: row.ratio, word: wordName(row.word) }),
          ),
          drawRow(row, at.pixel, top + i * rowHeight, narrow, { left, right, width }),
        ),
      ),
      ...at.ticks.map((tick) => words(tickLabel(tick), at.pixel(tick), bottom + 16, 'middle', 'tick')),
    );
    parts.push(words(say(message('figure.ratio-to', { baseline })), right, bottom + 32, 'end', 'unit'));
    y = bottom + 52;
  }
  return { height: y - 8, body: parts.join('') };
}

function drawRow(
  { label, ratio, word }: ForestRow,
  pixel: (ratio: number) => number,
  top: number,
  narrow: boolean,
  { left, right, width }: { left: number; right: number; width: number },
): string {
  const y = narrow ? top + 32 : top + 13;
  const written = ratioTexts(ratio);
  const drawn = within(ratio);
  const figures = `${written.value} [${written.low}–${written.high}]`;
  const verdict = element('tspan', { class: `word ${word}` }, escaped(`${signs[word]} ${wordName(word)}`));
  return [
    narrow
      ? content(left, top + 16, 'start', escaped(label)) +
        content(right, top + 16, 'end', `${escaped(figures)} ${verdict}`)
      : content(left - 14, y + 4, 'end', escaped(label)) +
        content(right + 14, y + 4, 'start', escaped(figures)) +
        content(width, y + 4, 'end', verdict),
    line(pixel(drawn.low), y, pixel(drawn.high), y, `interval ${word}`),
    end(pixel(drawn.low), y, drawn.low > ratio.low ? 'left' : null, word),
    end(pixel(drawn.high), y, drawn.high < ratio.high ? 'right' : null, word),
    element('circle', { cx: pixel(ratio.value), cy: y, r: 4.5, class: `dot ${word}` }),
  ].join('');
}

/** Cuts an interval at a tenth of the ratio and at ten times as much: beyond these it says only that nothing is known. */
function within({ value, low, high }: Interval): Pick<Interval, 'low' | 'high'> {
  return { low: Math.max(low, value / 10), high: Math.min(high, value * 10) };
}

/** A bar across the end of an interval; a triangle where it goes on: the row has its figures. */
function end(x: number, y: number, way: Beyond | null, word: Word): string {
  return way ? beyond(x, y, way, '', `dot ${word}`) : line(x, y - 4, x, y + 4, `interval ${word}`);
}

/** Room for every interval and for the band of equivalence; 1 is always inside. */
function ratioScale({ groups, delta }: ForestChart, left: number, right: number) {
  const bounds = groups.flatMap(({ rows }) => rows.flatMap(({ ratio }) => Object.values(within(ratio))));
  const reach = Math.max(...bounds.map((bound) => Math.abs(Math.log(bound))), 2 * Math.log(1 + delta));
  const low = Math.max(-reach, Math.min(...bounds.map(Math.log), -2 * Math.log(1 + delta))) - reach * 0.06;
  const high = Math.min(reach, Math.max(...bounds.map(Math.log), 2 * Math.log(1 + delta))) + reach * 0.06;
  const pixel = (ratio: number) => left + ((Math.log(ratio) - low) / (high - low)) * (right - left);
  return { pixel, ticks: ratioTicks(low, high) };
}

/** Ticks as ratios, for an axis between two logarithms. 1 is always among them: every step divides it. */
function ratioTicks(low: number, high: number): number[] {
  const [from, to] = [Math.exp(low), Math.exp(high)];
  const step = roundStep((to - from) / 5);
  const base = to / from < 200 ? 2 : 10;
  const all =
    to / from < 2
      ? Array.from({ length: Math.floor(to / step) }, (_, i) => (i + 1) * step)
      : [
          ...Array.from({ length: 41 }, (_, i) => base ** (i - 20)),
          ...(to / from < 6 ? [0.7, 1.5] : []),
        ].toSorted((a, b) => a - b);
  return all.filter((value) => value >= from && value <= to);
}

function tickLabel(ratio: number): string {
  return String(Number(ratio.toFixed(ratio < 0.1 ? 3 : 2)));
}

/** A label whose content is markup already. */
function content(x: number, y: number, anchor: string, markup: string): string {
  return element('text', { x, y, 'text-anchor': anchor, class: 'label' }, markup);
}
