/** Who calls identical servers different, and what the ratios of identical servers look like. */
import { percent } from '../../../format/number.ts';
import { short, withInterval } from '../../../format/words.ts';
import type { Measured, Picture, Section, Table } from '../../../model/verdict.ts';
import { left, right, section } from '../experiment.ts';
import { calledDifferent, comparisons, ratios, type Comparisons, type Judge } from './evidence.ts';

const judges: readonly (readonly [Judge, string, string])[] = [
  ['welchTest', 'histogram.welchTest(), p < 0.05', 'request'],
  ['mannWhitneyTest', 'histogram.mannWhitneyTest(), p < 0.05', 'request'],
  ['meanCI', 'histogram.meanCI(), intervals apart', 'request'],
  ['trials', 'chokepoint, 95% interval without 1', 'trial'],
];

function judgesTable(measured: Measured, same: Comparisons, slower: Comparisons): Table {
  const share = (own: Comparisons, judge: Judge) => {
    const found = calledDifferent(measured, own, judge);
    return found
      ? `${Math.round(found.value * found.n)} of ${found.n} (${percent(found.low)} to ${percent(found.high)})`
      : '–';
  };
  return {
    title: 'Called different',
    note: 'The same measurements, judged four ways. Of identical servers every one is a false alarm; of a slower server every one is right. ksTest() of the same histograms gives a distance and no p-value.',
    columns: [left('judge'), left('unit'), right('identical servers'), right('one slower')],
    rows: judges.map(([judge, name, unit]) => [name, unit, share(same, judge), share(slower, judge)]),
  };
}

/** One interval for each pair of identical servers. */
function intervals(measured: Measured, own: Comparisons): Picture[] {
  const points = ratios(measured, own).flatMap((ratio, i) =>
    ratio ? [{ level: i + 1, value: ratio.value, low: ratio.low, high: ratio.high }] : [],
  );
  const furthest = points.toSorted((a, b) => Math.abs(Math.log(b.value)) - Math.abs(Math.log(a.value)))[0];
  if (!furthest || points.length < 2) return [];
  return [
    {
      id: 'identical-servers',
      title: 'Mean response time of one server over that of the same server, pair by pair',
      sentence: `Of ${points.length} pairs of identical servers the one furthest from 1 has ${withInterval(furthest)}.`,
      axis: { label: 'pair', scale: 'category' },
      unit: 'times the mean response time',
      lines: [{ label: 'ratio by trials, 95% interval', points }],
    },
  ];
}

export function passages(measured: Measured): Section[] {
  const [same, slower] = [comparisons(measured, 'other'), comparisons(measured, 'slower')];
  if (same.all.length === 0) return [];
  return section(
    'The unit decides',
    [
      `Each server of a pair was started ${same.trials} times and answered about ${short(same.requests)} requests in all. Requests of one start share what that start happened to be: where its memory lies, what was compiled when, what the machine did meanwhile. They are not independent, so a test that counts each of them takes the difference between two starts for one between two servers, and the more often the more requests it has.`,
      'Between starts that difference is noise like any other, and it is known as soon as there are several of each. That is why chokepoint starts every server anew, several times, and takes the start as its unit.',
    ],
    [judgesTable(measured, same, slower)],
    intervals(measured, same),
  );
}
