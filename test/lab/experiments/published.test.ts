/** The tables that this project was created from, under the checks that every run goes through. */
import { quoted, say } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pages } from '../../../bench/pages/pages.ts';
import { checkRows } from '../../../src/judge/checks/checks.ts';
import { publishedDocuments } from '../../../bench/pages/published/documents.ts';
import type { CheckId } from '../../../src/model/check.ts';
import { assertEach } from '../../kit/assert.ts';

function resultsOf(id: string) {
  const document = publishedDocuments.find((one) => one.id === id);
  assert.ok(document, id);
  return checkRows({ rows: document.rows, control: null }).filter(({ outcome }) => outcome === 'fail');
}

function cellsOf(id: string, check: CheckId): readonly string[] {
  return resultsOf(id).find((one) => one.id === check)?.cells ?? [];
}

// T2 of the article on cluster is told besides what its text is known for: a request waited as long as it was worked on.
for (const [id, rows, trips] of [
  ['the repository libuv-thread-pool-size', 30, ['L1', 'F2', 'R1', 'Q1']],
  ['the article on the thread pool', 60, ['L1', 'F2', 'R1', 'Q1']],
  ['the article on event loop and worker threads', 8, ['L1', 'F1', 'B1', 'D1', 'R1']],
  ['the article on cluster', 2, ['T1', 'T2', 'D2', 'R1']],
] as const) {
  test(`the ${rows} published rows of ${id} fail ${trips.join(', ')}, and nothing else`, () => {
    assert.equal(publishedDocuments.find((one) => one.id === id)?.rows.length, rows);
    assertEach(resultsOf(id), (check) => check.id, trips);
  });
}

test('seeds 000 and 001 show answers before the work where the clients were too few for the jobs', () => {
  const tables = (id: string, check: CheckId) => [
    ...new Set(cellsOf(id, check).map((cell) => cell.split('/')[0])),
  ];
  assert.deepEqual(tables('the repository libuv-thread-pool-size', 'F2'), ['table-1']);
  assert.deepEqual(tables('the article on the thread pool', 'F2'), [
    'table-1',
    'table-3',
    'table-4',
    'table-6',
  ]);
  assert.deepEqual(
    tables('the article on the thread pool', 'L1'),
    tables('the article on the thread pool', 'F2'),
  );
});

test('the zeros of the repository libuv-thread-pool-size are its third table, the wrong labels of the article on the thread pool its fourth', () => {
  assert.ok(
    cellsOf('the repository libuv-thread-pool-size', 'Q1').every((cell) => cell.startsWith('table-3/')),
  );
  assert.equal(cellsOf('the repository libuv-thread-pool-size', 'Q1').length, 10);
  assert.ok(cellsOf('the article on the thread pool', 'Q1').every((cell) => cell.startsWith('table-4/')));
  assert.equal(cellsOf('the article on the thread pool', 'Q1').length, 10);
});

test('the impossible row of the article on event loop and worker threads is told with its arithmetic', () => {
  assert.deepEqual(cellsOf('the article on event loop and worker threads', 'F1'), ['delays/workers']);
  assert.deepEqual(cellsOf('the article on event loop and worker threads', 'B1'), ['delays/workers']);
  const sentences = resultsOf('the article on event loop and worker threads').map(({ sentence }) =>
    say(sentence),
  );
  assert.match(
    sentences[0] ?? '',
    /1149 requests\/s × 10 ms = 11\.5 in flight, but 10 clients were declared/,
  );
  assert.match(sentences[1] ?? '', /came after 5\.1 ms, and the work takes at least 10 ms/);
  assert.match(sentences[2] ?? '', /10 clients ÷ 10 ms = at most 1000 requests\/s, and 1149 were measured/);
  // Of these the printed average is the total divided by a hundred.
  assert.deepEqual(cellsOf('the article on event loop and worker threads', 'L1'), [
    'prime/single',
    'prime/workers',
    'word-count/single',
    'word-count/workers',
    'delays/workers',
  ]);
});

test('the growing elapsed time of the article on cluster is longer than its whole test', () => {
  assert.deepEqual(cellsOf('the article on cluster', 'T1'), ['cluster']);
  assert.deepEqual(cellsOf('the article on cluster', 'T2'), ['plain']);
  assert.match(
    say(resultsOf('the article on cluster')[0]?.sentence ?? quoted('')),
    /the server reports 75\.2 s/,
  );
});

test('the pages of the documentation say what the checks say', () => {
  // The formatter aligns tables and wraps nothing: blanks and rules apart the text must be the same.
  const bare = (text: string) =>
    text
      .replace(/[ \t]+/g, ' ')
      .replace(/-{2,}/g, '--')
      .trim();
  for (const [name, text] of Object.entries(pages())) {
    const page = readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');
    assert.equal(bare(page), bare(text), `npm run bench -- pages --write, then npm run format: docs/${name}`);
  }
});
