/** Why a file is no result: it is missing, empty, cut off, of something else, or nothing in it was answered right. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { readResult } from '../../src/cli/options/result-files.ts';
import type { AnyMessage } from '../../src/messages/message.ts';
import { Problem } from '../../src/messages/problem.ts';
import { checkPublished } from '../../src/published/check.ts';
import { checkPage } from '../../src/report/terminal/check-page.ts';
import { emptyFolder } from '../kit/place.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const folder = emptyFolder('refused-results');
const written = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const read = (file: string) => readResult(file, 'A', { clients: null, rate: null });

/** The code of the problem, and that of its reason. */
function refusal(file: string): { readonly code: string; readonly why: AnyMessage } {
  try {
    read(file);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code, why: error.details['why'] as AnyMessage };
  }
  throw new assert.AssertionError({ message: `${file} was read` });
}

suite('A file that cannot be read says why in the words of the catalogue:', () => {
  test('it is missing', () => {
    const missing = { code: 'RESULT_FILE_UNREADABLE', why: { code: 'file.missing', params: {} } };
    assert.deepEqual(refusal(join(folder, 'nothing')), missing);
    assert.deepEqual(refusal(join(written('file', 'x'), 'in-a-file')), missing);
  });

  test('it is a folder, or no file at all', () => {
    mkdirSync(join(folder, 'folder'));
    assert.equal(refusal(join(folder, 'folder')).why.code, 'file.folder');
    assert.equal(refusal('/dev/null').why.code, 'file.device');
  });

  const isRoot = process.getuid?.() === 0;
  test('nobody gave the right to', { skip: isRoot ? 'root may read everything' : false }, () => {
    const file = written('secret', 'x');
    chmodSync(file, 0);
    assert.equal(refusal(file).why.code, 'file.forbidden');
  });
});

suite('A file without a whole result says', () => {
  test('that it is empty', () => {
    for (const text of ['', '\n\n  \n'])
      assert.deepEqual(refusal(written('empty', text)), {
        code: 'RESULT_FILE_UNKNOWN',
        why: { code: 'published.empty', params: {} },
      });
  });

  const cut: readonly (readonly [file: string, bytes: number, tool: string | null])[] = [
    ['autocannon.json', 300, 'autocannon'],
    ['oha.json', 300, 'oha'],
    ['vegeta.json', 300, 'vegeta'],
    ['k6-vus-summary.json', 900, 'k6'],
    ['k6-vus.ndjson', 60, 'k6'],
    ['k6-vus.ndjson', 200, 'k6'],
    ['k6-drops.csv', 60, 'k6'],
    ['vegeta-stall.ndjson', 200, 'vegeta'],
    ['wrk.txt', 100, 'wrk'],
    ['ab.txt', 400, 'ab'],
    ['oha.json', 5, null],
  ];
  for (const [file, bytes, tool] of cut)
    test(`that ${file} ends after ${bytes} bytes, and what it begins as`, () => {
      const start = readFileSync(join(fixtures, file)).subarray(0, bytes).toString();
      assert.deepEqual(refusal(written('cut', start)).why, {
        code: 'published.unfinished',
        params: { tool, bytes },
      });
    });

  test('that it is of something else, if it is whole', () => {
    for (const text of ['{"a":{"b":["}"]}}', '{"a":1}}', '{ not json }', 'hello'])
      assert.equal(refusal(written('other', text)).why.code, 'published.unknown', text);
  });
});

test('Of requests that all failed no percentile is shown or judged', () => {
  const all = JSON.parse(readFileSync(join(fixtures, 'autocannon.json'), 'utf8')) as Record<string, unknown>;
  const file = written('failed', JSON.stringify({ ...all, '2xx': 0, '5xx': all['2xx'] }));
  const found = checkPublished([{ cell: 'A', runs: [read(file)] }]);
  const of = (id: string) => found.checks.find((check) => check.id === id)?.outcome;
  assert.deepEqual([of('E1'), of('D2')], ['fail', 'not applicable']);
  assert.deepEqual(found.hidden, []);
  assert.match(checkPage(found, { columns: 80, color: false }), /1,435 +6\.54 +– +– +–\n/);
});

test('Of few right answers the median is the first percentile that is spoken of', () => {
  const all = JSON.parse(readFileSync(join(fixtures, 'autocannon.json'), 'utf8')) as Record<string, number>;
  const file = written('few', JSON.stringify({ ...all, '2xx': 3, '5xx': (all['2xx'] ?? 0) - 3 }));
  const found = checkPublished([{ cell: 'A', runs: [read(file)] }]);
  const { sentence } = found.checks.find(({ id }) => id === 'D2') ?? {};
  assert.match(JSON.stringify(sentence), /"percentile":0\.5,"requests":3/);
});

test('Response times that autocannon has added are said to be that, with the option that leaves them out', () => {
  const found = checkPublished([{ cell: 'A', runs: [read(join(fixtures, 'autocannon-paced.json'))] }]);
  const page = checkPage(found, { columns: 80, color: false }).replace(/\s+/g, ' ');
  assert.match(
    page,
    /1,200 answers have 2,023 response times: autocannon has added 823 .*--ignoreCoordinatedOmission/,
  );
});
