import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textWidth } from '../../src/format/width.ts';
import { said, type Bars } from '../../src/report/page.ts';
import { bar, barLines } from '../../src/report/render/bars.ts';
import { besideLabel, commandLines, gutter, labelled } from '../../src/report/render/terminal.ts';
import { mark, withoutUnicode } from '../../src/report/render/marks.ts';
import { terminalStyle } from '../../src/report/render/terminal-style.ts';

const plain = (columns: number, isUnicode = true) => terminalStyle({ columns, color: false, isUnicode });

const sizes: Bars = {
  legend: [],
  notes: [],
  label: 'pool',
  unit: 'requests/s',
  columns: [
    { label: 'vs 4', align: 'left' },
    { label: 'p99 ms', align: 'right' },
  ],
  rows: [
    {
      label: '1',
      value: 49_357,
      text: '49,357',
      cells: [{ text: '1.93×', mark: 'better' }, { text: '1.44' }],
    },
    {
      label: '4',
      value: 25_609,
      text: '25,609',
      cells: [{ text: 'baseline' }, { text: '2.68' }],
      isBest: true,
    },
    { label: '1024', value: null, text: '–', cells: [{ text: '', mark: 'undecided' }, { text: '–' }] },
  ],
};

test('a bar is drawn to an eighth of a column', () => {
  assert.equal(bar(1, 1, 10, true), '█'.repeat(10));
  assert.equal(bar(1.5, 3, 1, true), '▌');
  assert.equal(bar(25_609, 49_357, 28, true), `${'█'.repeat(14)}▌`);
});

test('what is there has a bar, what is not has none', () => {
  assert.equal(bar(1, 10_000, 20, true), '▏');
  assert.equal(bar(1, 10_000, 20, false), '#');
  assert.equal(bar(0, 10, 20, true), '');
  assert.equal(bar(0, 0, 20, true), '');
});

test('a value beyond the largest fills its bar, which ends in an arrow', () => {
  assert.equal(bar(5, 1, 4, true), '███▶');
  assert.equal(bar(5, 1, 4, false), '###>');
  assert.equal(bar(1, 1, 4, true), '████');
});

test('without UTF-8 the table with bars is ASCII', () => {
  const page = withoutUnicode(barLines(sizes, 12, plain(80, false)).join('\n'));
  assert.match(page, /#{28} {2}49,357 {2}1\.93x \+/);
  assert.match(page, /^[ -~\n]*$/);
});

for (const columns of [40, 60, 80, 140]) {
  test(`bars and figures stand in line in ${columns} columns`, () => {
    const [, ...rows] = barLines(sizes, 12, plain(columns));
    assert.equal(rows.length, 3);
    assert.ok(rows.every((row) => textWidth(row) <= columns));
    assert.ok(
      rows.every((row, i) => row.includes(said(sizes.rows[i]?.text ?? ''))),
      rows.join('\n'),
    );
    const ends = rows.map((row, i) => {
      const text = said(sizes.rows[i]?.text ?? '');
      return row.lastIndexOf(text) + text.length;
    });
    assert.equal(new Set(ends.slice(0, 2)).size, 1);
  });
}

test('a label stands in a gutter of ten columns, and the words beside it', () => {
  const words = 'One two three four five six seven eight nine ten eleven twelve thirteen.';
  assert.deepEqual(labelled('label.why', [words], plain(40)), [
    '',
    'WHY       One two three four five six',
    '          seven eight nine ten eleven',
    '          twelve thirteen.',
  ]);
  assert.deepEqual(labelled('label.why', [], plain(40)), []);
});

test('a long command goes on in the next line, and is still one command for a shell', () => {
  const command = `chokepoint sweep --vary 'env:A=one two' --url http://127.0.0.1:3000/ -- node server.js`;
  const lines = commandLines(command, 40);
  assert.ok(lines.length > 1);
  assert.ok(lines.every((line) => textWidth(line) <= 40));
  assert.equal(lines.join('\n').replaceAll(/ \\\n +/g, ' '), command);
  assert.deepEqual(commandLines('chokepoint lab', 40), ['chokepoint lab']);
});

test('lines that are as they have to be stand below each other beside their label', () => {
  const terminal = plain(80, false);
  const lines = besideLabel('label.claims', ['one', '', mark('worse', terminal)], terminal);
  assert.deepEqual(lines, ['', 'CLAIMS    one', '', `${' '.repeat(gutter)}x`]);
});
