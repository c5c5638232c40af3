/** The page of two runs side by side: the ratios of what both measured, and what else is different between them. */
import { ratioTexts } from '../../format/number.ts';
import { printable } from '../../format/printable.ts';
import { message } from '../../messages/message.ts';
import type { RunPair, Word } from '../../model/verdict.ts';
import { columnName, metricName, wordName } from '../outline/names.ts';
import type { Bars, Page } from '../page.ts';

export function pairPage(given: RunPair): Page {
  const { a, b, rows, differences } = printable(given);
  const count = (word: Word) => rows.filter((row) => row.word === word).length;
  const sentence =
    rows.length === 0
      ? message('terminal.pair-nothing')
      : message('terminal.pair', {
          ratios: rows.length,
          better: count('better'),
          worse: count('worse'),
          equivalent: count('equivalent'),
          undecided: count('undecided'),
        });
  return {
    head: { verb: 'runs compare', title: `${b.id} ÷ ${a.id}`, about: [], figures: [], facts: [] },
    verdict: { badge: message('page.badge.measured'), tone: 'quiet', sentence, certainty: [] },
    tiles: [],
    figure: null,
    bars: picture(rows),
    list: null,
    why: [],
    apply: null,
    also: [],
    warnings: [],
    open: [],
    quality: [message('terminal.pair-apart'), ...differences].map((one) => ['warning', one] as const),
    next: null,
    report: null,
    details: [
      {
        id: 'ratios',
        title: message('report.compared'),
        blocks: [{ kind: 'table', table: everyRatio(rows), isNamed: true }],
      },
    ],
    footer: '',
  };
}

/** One metric as bars: the one that most settings have. */
function picture(rows: RunPair['rows']): Bars[] {
  const byMetric = [...Map.groupBy(rows, ({ metric }) => metric)];
  const [most] = byMetric.toSorted((one, other) => other[1].length - one[1].length);
  if (most === undefined) return [];
  const [metric, those] = most;
  return [
    {
      label: columnName('setting'),
      unit: metricName(metric),
      columns: [
        { label: '', align: 'left' },
        { label: columnName('interval'), align: 'left' },
      ],
      rows: those.map(({ cell, ratio, word }) => {
        const { value, low, high } = ratioTexts(ratio);
        return {
          label: cell,
          value: ratio.value,
          text: `${value}×`,
          cells: [
            { text: '', mark: word },
            { text: `${low}–${high}`, isQuiet: true },
          ],
        };
      }),
      legend: [],
      notes: [],
    },
  ];
}

function everyRatio(rows: RunPair['rows']) {
  const columns = (['setting', 'metric', 'ratio', 'interval', 'word'] as const).map((name) => ({
    label: columnName(name),
    align: name === 'ratio' || name === 'interval' ? ('right' as const) : ('left' as const),
    rank: 0,
  }));
  return {
    title: '',
    note: '',
    columns,
    rows: rows.map(({ cell, metric, ratio, word }) => {
      const { value, low, high } = ratioTexts(ratio);
      return [
        ...[cell, metricName(metric), value, `${low} – ${high}`].map((text) => ({ text })),
        { text: wordName(word), word },
      ];
    }),
  };
}
