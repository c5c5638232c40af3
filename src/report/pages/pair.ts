/** Two runs side by side: the ratios of the second to the first, and what else differs. */
import { ratioTexts } from '../../format/number.ts';
import { message, type Message } from '../../messages/message.ts';
import type { RunPair } from '../../model/verdict.ts';
import { columnName, metricName, wordName } from '../outline/names.ts';
import { aligned, column, emptyPage, textCells } from '../page.ts';
import type { Bars, Page, Section, Table } from '../page.ts';

export function pairPage(pair: RunPair): Page {
  const { a, b, rows, differences } = pair;
  const has = (word: 'better' | 'worse') => rows.some((row) => row.word === word);
  const isCompared = rows.length > 0;
  return {
    ...emptyPage,
    head: { verb: 'runs compare', title: `${b.id} ÷ ${a.id}`, about: [], figures: [], facts: [] },
    verdict: {
      badge: message(isCompared ? 'word.measured' : 'word.not-measured'),
      tone: has('worse') ? 'bad' : has('better') ? 'good' : isCompared ? 'quiet' : 'unsure',
      sentence: isCompared
        ? message('terminal.pair', { ratios: rows.length, counts: counted(rows) })
        : message('terminal.pair-nothing'),
    },
    bars: mostMeasured(rows),
    // Only ratios depend on the day of the measuring; what else differs is always told.
    warnings: [...withheldIn(rows), ...(isCompared ? [message('terminal.pair-apart')] : []), ...differences],
    details: isCompared ? [ratios(rows)] : [],
  };
}

type PairRow = RunPair['rows'][number];

const figureName = (metric: PairRow['metric']) =>
  metric === 'capacity' ? columnName(metric) : metricName(metric);

/** Which checks took words away, from how many ratios, and the first reason. */
function withheldIn(rows: RunPair['rows']): Message[] {
  const reasons = rows.flatMap(({ withheld }) => withheld ?? []);
  const [why] = reasons;
  return why ? [message('terminal.pair-withheld', { ratios: reasons.length, why })] : [];
}

/** How many are better, worse and so on: `3 better`. */
const counted = (rows: RunPair['rows']) =>
  (['better', 'equivalent', 'worse', 'undecided'] as const).flatMap((word) => {
    const count = rows.filter((row) => row.word === word).length;
    return count === 0 ? [] : [message('figure.counted', { count, word: message(`word.${word}`) })];
  });

/** One metric as bars: the one that most settings have. */
function mostMeasured(rows: RunPair['rows']): Bars[] {
  const groups = [...Map.groupBy(rows, ({ metric }) => metric)];
  const [most] = groups.toSorted((one, other) => other[1].length - one[1].length);
  if (most === undefined) return [];
  const [metric, those] = most;
  return [
    {
      label: message('word.setting'),
      unit: figureName(metric),
      columns: aligned('left', ['', message('terminal.interval')]),
      rows: those.map(({ cell, ratio, word }, weight) => {
        const texts = ratioTexts(ratio);
        return {
          label: cell,
          value: ratio.value,
          text: `${texts.value}×`,
          weight,
          cells: [
            { text: '', mark: word },
            { text: `${texts.low}–${texts.high}`, isQuiet: true as const },
          ],
        };
      }),
    },
  ];
}

function ratios(rows: RunPair['rows']): Section {
  const table: Table = {
    title: '',
    columns: [
      column('setting'),
      column('metric'),
      column('ratio', 'right'),
      column('interval', 'right'),
      column('verdict'),
    ],
    rows: rows.map(({ cell, metric, ratio, word, withheld }) => {
      const { value, low, high } = ratioTexts(ratio);
      return [
        ...textCells(cell, figureName(metric), value, `${low} – ${high}`),
        { text: wordName(word), word, ...(withheld && { detail: withheld.params.check }) },
      ];
    }),
  };
  return {
    id: 'ratios',
    title: message('word.Settings-compared'),
    blocks: [{ kind: 'table', isNamed: true, table }],
  };
}
