/** Two runs side by side: the ratios of the second to the first, and what else differs. */
import { ratioTexts } from '../../format/number.ts';
import { message } from '../../messages/message.ts';
import type { RunPair } from '../../model/verdict.ts';
import { columnName, counted, metricName, wordName } from '../outline/names.ts';
import type { Bars, Page, Section } from '../page.ts';

export function pairPage(pair: RunPair): Page {
  const { a, b, rows, differences } = pair;
  const has = (word: 'better' | 'worse') => rows.some((row) => row.word === word);
  return {
    head: {
      verb: 'runs compare',
      title: `${b.id} ÷ ${a.id}`,
      about: [],
      figures: [],
      facts: [],
    },
    verdict: {
      badge: message('word.measured'),
      tone: has('worse') ? 'bad' : has('better') ? 'good' : 'quiet',
      sentence:
        rows.length === 0
          ? message('terminal.pair-nothing')
          : message('terminal.pair', { ratios: rows.length, counts: counted(rows) }),
      certainty: [],
    },
    tiles: [],
    figure: null,
    bars: mostMeasured(rows),
    list: null,
    why: [],
    apply: [],
    also: [],
    // What differs beside the machine's day.
    warnings: [message('terminal.pair-apart'), ...differences],
    open: [],
    quality: [],
    next: null,
    report: null,
    details: rows.length === 0 ? [] : [ratios(rows)],
    footer: '',
  };
}

/** One metric as bars: the one that most settings have. */
function mostMeasured(rows: RunPair['rows']): Bars[] {
  const groups = [...Map.groupBy(rows, ({ metric }) => metric)];
  const [most] = groups.toSorted((one, other) => other[1].length - one[1].length);
  if (most === undefined) return [];
  const [metric, those] = most;
  return [
    {
      label: message('word.setting'),
      unit: metricName(metric),
      columns: [
        { label: '', align: 'left' },
        { label: message('terminal.interval'), align: 'left' },
      ],
      legend: [],
      notes: [],
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
  const columns = ['setting', 'metric', 'ratio', 'interval', 'verdict'] as const;
  return {
    id: 'ratios',
    title: message('word.Settings-compared'),
    blocks: [
      {
        kind: 'table',
        isNamed: true,
        table: {
          title: '',
          note: '',
          columns: columns.map((name) => ({
            label: columnName(name),
            align: name === 'ratio' || name === 'interval' ? 'right' : 'left',
            rank: 0,
          })),
          rows: rows.map(({ cell, metric, ratio, word }) => {
            const { value, low, high } = ratioTexts(ratio);
            return [
              { text: cell },
              { text: metricName(metric) },
              { text: value },
              { text: `${low} – ${high}` },
              { text: wordName(word), word },
            ];
          }),
        },
      },
    ],
  };
}
