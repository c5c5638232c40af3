import { shownRun } from '../../src/report/outline/shown-run.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, type Chart } from '../../src/report/chart/chart.ts';
import { levelScale, linearScale, logScale, valueScale } from '../../src/report/chart/scale.ts';
import { time } from '../../src/format/words.ts';
import { stream } from '../../src/queueing/simulate.ts';
import { mainFigure } from '../../src/report/page/main-figure.ts';
import { settingTable } from '../../src/report/outline/tables.ts';
import { fixture } from './fixture.ts';
import { assertEach } from '../kit/assert.ts';

function figureOf(result: ReturnType<typeof fixture>) {
  const found = mainFigure(shownRun(result), 'What is to be seen.');
  assert.ok(found);
  return found;
}

function curveOf(result: ReturnType<typeof fixture>) {
  const { chart } = figureOf(result);
  assert.ok(chart.kind === 'curve');
  return chart;
}

test('a value axis begins at zero and ends at a round number', () => {
  assertEach(linearScale(0, 123, 0, 100).ticks, ({ label }) => label, ['0', '50', '100', '150']);
});

test('values that span more than a factor 25 are drawn on a logarithmic axis', () => {
  assert.equal(valueScale([10, 120], 0, 100).isLog, false);
  const wide = valueScale([10, 1450], 0, 100);
  assert.equal(wide.isLog, true);
  assert.equal(Math.round(wide.at(10)), 0);
  assert.ok(wide.at(100) > 40 && wide.at(1450) <= 100);
});

test('a logarithmic axis holds every value between its ends', () => {
  for (const [low, high] of [
    [0.003, 0.9],
    [7, 9],
    [1, 1_000_000],
  ] as const) {
    const scale = logScale(low, high, 0, 100);
    assert.ok(scale.at(low) >= -1e-9 && scale.at(high) <= 100 + 1e-9, `${low} to ${high}`);
    assert.ok(scale.ticks.length >= 2);
  }
});

test('powers of two stand at equal distances, words as well, and labels never overlap', () => {
  const powers = levelScale([1, 2, 4, 8], 'log2', 0, 90);
  assertEach(powers.ticks, ({ at }) => Math.round(at), [0, 30, 60, 90]);
  const crowded = levelScale([1000, 1001, 1002, 2000], 'log2', 0, 90);
  assertEach(crowded.ticks, ({ label }) => label, ['1000', '', '', '2000']);
});

test('a run of settings has one figure, with one sentence and a table with rows: on an axis of numbers a curve', () => {
  for (const [result, of] of [
    [fixture(), 'throughput'],
    [fixture({ kind: 'sweep' }), 'throughput'],
    [fixture({ kind: 'sweep', pools: [4], topologies: ['node', 'pm2-cluster'] }), 'forest'],
  ] as const) {
    const { sentence, table, ...figure } = figureOf(result);
    assert.deepEqual([figure.id, figure.of, sentence], ['main', of, 'What is to be seen.']);
    assert.ok(table.rows.length > 0);
    for (const row of table.rows) assert.equal(row.length, table.columns.length);
  }
});

test('a further factor parts the lines, and of the next one the first level is drawn', () => {
  const three = fixture({ topologies: ['node', 'pm2-fork', 'pm2-cluster'], answers: ['before', 'after'] });
  // Without trials nothing tells that one of them answers too early.
  const { title, lines } = curveOf({ ...three, trials: [] });
  assert.equal(title, 'answer before');
  assert.deepEqual(
    lines.map(({ label }) => label),
    ['node', 'pm2-fork', 'pm2-cluster'],
  );
});

test('answers that came before the work are in no curve of throughput', () => {
  assert.deepEqual(
    curveOf(fixture({ answers: ['before', 'after'] })).lines.map(({ label }) => label),
    ['answer after'],
  );
});

/** The throughput of one cell with other trials. */
function withThroughput(estimate: {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly trials: readonly number[];
}) {
  const sweep = fixture({ kind: 'sweep' });
  const [first] = sweep.summaries;
  return {
    ...sweep,
    summaries: sweep.summaries.map((one) =>
      one === first ? { ...one, metrics: { ...one.metrics, throughput: { ...estimate, spread: 0.3 } } } : one,
    ),
  };
}

test('two trials have no interval of their own: neither the axis nor the table knows it', () => {
  const result = withThroughput({ value: 885, low: 6, high: 131_661, trials: [600, 1300] });
  const figure = figureOf(result);
  const points = curveOf(result).lines.flatMap((one) => one.points);
  assert.ok(points.some(({ value, low, high }) => value === 885 && low === null && high === null));
  for (const { rows, note } of [figure.table, settingTable(shownRun(result))]) {
    assert.ok(!JSON.stringify(rows).includes('131,661'));
    assert.match(note ?? '', /Without one: fewer than three trials/);
  }
  assert.ok(!drawn(figure.chart).includes('1,000,000'));
});

test('an interval that leaves the plot ends in a triangle with its value, and the values keep their room', () => {
  const values = curveOf(fixture({ kind: 'sweep' }));
  const most = Math.max(...values.lines.flatMap(({ points }) => points.map(({ value }) => value)));
  const result = withThroughput({ value: most, low: most / 2.9, high: most * 2.9, trials: [1, 2, 3] });
  assert.equal(edges(drawn(curveOf(result))).length, 1);
  assert.deepEqual(edges(drawn(values)), []);
});

test('each point and interval says its figures', () => {
  const texts = (result: ReturnType<typeof fixture>) =>
    Array.from(
      drawn(figureOf(result).chart).matchAll(/<g class="datum"><title>([^<]*)/g),
      ([, text = '']) => text,
    );
  const curve = texts(fixture({ kind: 'sweep' }));
  assert.equal(curve.length, 6);
  for (const text of curve) assert.match(text, /^pool \d+: [\d,.]+\/s \([\d,.]+–[\d,.]+\), [34] trials$/);
  const [ratio = ''] = texts(fixture({ kind: 'sweep', pools: [4], topologies: ['node', 'pm2-cluster'] }));
  assert.match(ratio, /^pm2-cluster: [\d.]+ times node \([\d.]+–[\d.]+\), [a-z]+$/);
});

test('a ratio that nothing is known of does not press the others into a line', () => {
  const chart = (high: number): Chart => ({
    kind: 'forest',
    delta: 0.05,
    groups: [
      {
        title: 'throughput',
        baseline: 'pool 4',
        rows: [{ label: 'pool 8', ratio: { value: 1, low: 1 / high, high }, word: 'undecided' }],
      },
    ],
  });
  assert.equal(dots(chart(1e6)), dots(chart(10)));
  assert.ok(drawn(chart(1e6)).includes('∞'));
});

/** The way and the value of each mark at the edge of a plot. */
function edges(svg: string): string[] {
  const mark = /<path d="M0,-7L4,0L-4,0Z" transform="[^"]*rotate\((\d+)\)"[^>]*\/>(?:<text[^>]*>([^<]*))?/g;
  return Array.from(svg.matchAll(mark), ([, turn = '', text = '']) => `${turn} ${text}`.trim());
}

test('no value that its axis does not reach is drawn without a triangle and its figure', () => {
  const random = stream(5, 0);
  for (let round = 0; round < 200; round++) {
    const values = Array.from({ length: 12 }, () => 200 * Math.exp(10 * (random() - 0.5)));
    const marks = values.map((value, i) => ({ rate: 10 * i + 1, value, text: '' }));
    const rates: Chart = {
      kind: 'rates',
      axis: 'requests/s',
      unit: 'p99, ms',
      limit: { label: 'p99', value: 200 },
      series: [{ label: 'window', series: 0, isHollow: false, marks }],
      intervals: [],
      expect: null,
    };
    const svg = drawn(rates);
    // What is drawn as a point has a place of its own; what shares the edge is a triangle with its value.
    const at = (pattern: RegExp) => Array.from(svg.matchAll(pattern), ([, y]) => Number(y));
    const points = at(/<path d="M-4,0A[^"]*" transform="translate\([\d.]+,([\d.]+)\)" class="mark /g);
    const cut = edges(svg);
    assert.equal(points.length - 1 + cut.length, values.length, 'beside the key of the legend');
    const axis = /text-anchor="end" class="tick">([\d.,]+)</g;
    const ticks = Array.from(svg.matchAll(axis), ([, tick = '']) => Number(tick.replaceAll(',', '')));
    const beyondMost = values.filter(
      (value) => value > Math.max(...ticks) * 1.0001 || value < Math.min(...ticks) * 0.9999,
    );
    assert.equal(cut.length, beyondMost.length);
    for (const value of beyondMost)
      assert.ok(
        cut.some((text) => text.endsWith(time(value))),
        time(value),
      );
  }
  const zero = (axis: 'by range' | 'linear'): Chart => ({
    kind: 'timeline',
    end: 3,
    panels: [
      {
        title: '',
        unit: 'ms',
        level: null,
        axis,
        lines: [
          {
            label: 'wait',
            series: 0,
            dash: 0,
            points: [
              [0, 0],
              [1, 0.5],
              [2, 800],
            ],
          },
        ],
      },
    ],
  });
  assert.deepEqual(edges(drawn(zero('by range'))), ['180'], 'a logarithm has no 0');
  assert.deepEqual(edges(drawn(zero('linear'))), []);
  const points = [0, 1, 900].map((value, level) => ({ level, value, low: null, high: null }));
  const lines = [{ label: '', series: 0, dash: 0, points }];
  const axis = { label: '', levels: [0, 1, 2], scale: 'category' } as const;
  const curve: Chart = { kind: 'curve', axis, title: '', unit: '', lines };
  assert.deepEqual(edges(drawn(curve)), ['180 0']);
  for (const scale of [logScale(1, 100, 300, 0), linearScale(0, 100, 300, 0)]) {
    assert.deepEqual([scale.at(1e6), scale.beyond(1e6)], [0, 'up']);
    assert.deepEqual([scale.at(-5), scale.beyond(-5)], [300, 'down']);
    assert.equal(scale.beyond(50), null);
  }
});

const drawn = (chart: Chart) =>
  draw(chart, { id: 'a', title: 'a', description: 'a', width: 840, className: 'wide' });
const dots = (chart: Chart) => [...drawn(chart).matchAll(/<text[^>]*class="tick">[^<]*/g)].join('');
