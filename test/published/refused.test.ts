/** Why a file is no result: it is missing, empty, cut off, of something else, or nothing in it was answered right. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { say, type AnyMessage } from '../../src/messages/message.ts';
import { Problem } from '../../src/messages/problem.ts';
import { checkPublished } from '../../src/published/check.ts';
import type { StatedLoad } from '../../src/published/contradiction.ts';
import { emptyFolder } from '../kit/place.ts';
import { pageOf, readAs } from './results.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const folder = emptyFolder('refused-results');
const written = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

/** The code of the problem, and that of its reason. */
function refusal(
  file: string,
  asked: Partial<StatedLoad> = {},
): { readonly code: string; readonly why: AnyMessage } {
  try {
    readAs(file, asked);
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
  const found = checkPublished([{ cell: 'A', runs: [readAs(file)] }]);
  const of = (id: string) => found.checks.find((check) => check.id === id)?.outcome;
  assert.deepEqual([of('E1'), of('D2')], ['fail', 'not applicable']);
  assert.deepEqual(found.hidden, []);
  assert.match(pageOf(found), /1,435 +6\.54 +– +– +–\n/);
});

test('Of few right answers the median is the first percentile that is spoken of', () => {
  const all = JSON.parse(readFileSync(join(fixtures, 'autocannon.json'), 'utf8')) as Record<string, number>;
  const file = written('few', JSON.stringify({ ...all, '2xx': 3, '5xx': (all['2xx'] ?? 0) - 3 }));
  const found = checkPublished([{ cell: 'A', runs: [readAs(file)] }]);
  const { sentence } = found.checks.find(({ id }) => id === 'D2') ?? {};
  assert.match(JSON.stringify(sentence), /"percentile":0\.5,"requests":3/);
});

test('Response times that autocannon has added are said to be that, with the option that leaves them out', () => {
  const found = checkPublished([{ cell: 'A', runs: [readAs(join(fixtures, 'autocannon-paced.json'))] }]);
  const page = pageOf(found).replace(/\s+/g, ' ');
  assert.match(
    page,
    /1,200 answers have 2,023 response times: autocannon has added 823 .*--ignoreCoordinatedOmission/,
  );
});

test('A file in which every request failed says so, and how they failed', () => {
  const all = JSON.parse(readFileSync(join(fixtures, 'autocannon.json'), 'utf8')) as Record<string, object>;
  const none = { '2xx': 0, errors: 40, timeouts: 30, requests: { ...all['requests'], total: 0, average: 0 } };
  const { code, why } = refusal(written('none', JSON.stringify({ ...all, ...none })));
  assert.equal(code, 'RESULT_FILE_FAILED');
  assert.match(say(why), /40 requests .*timeouts: 30, errors: 10/);
});

suite('An option that contradicts the file is refused:', () => {
  const refused: readonly (readonly [file: string, asked: Partial<StatedLoad>, why: AnyMessage['code']])[] = [
    ['autocannon.json', { clients: 9 }, 'published.says-clients'],
    ['wrk.txt', { clients: 9 }, 'published.says-clients'],
    ['wrk.txt', { rate: 1000 }, 'published.says-closed'],
    ['ab.txt', { rate: 1000 }, 'published.says-closed'],
    ['autocannon-fast.json', { rate: 100 }, 'published.above-rate'],
    ['oha.json', { rate: 100 }, 'published.above-rate'],
  ];
  for (const [file, asked, why] of refused)
    test(`${JSON.stringify(asked)} of ${file}`, () => {
      const found = refusal(join(fixtures, file), asked);
      assert.deepEqual([found.code, found.why.code], ['RESULT_FILE_CONTRADICTED', why]);
    });

  const taken: readonly (readonly [file: string, asked: Partial<StatedLoad>])[] = [
    ['autocannon.json', { clients: 10 }],
    ['autocannon-paced.json', { rate: 200 }],
    ['oha.json', { clients: 9 }],
    ['oha-paced-stall.json', { rate: 200 }],
    // The server did not keep up: that is what the rate is told for.
    ['oha-paced-stall.json', { rate: 2000 }],
  ];
  for (const [file, asked] of taken)
    test(`not ${JSON.stringify(asked)} of ${file}`, () => {
      assert.ok(readAs(join(fixtures, file), asked));
    });
});

suite('What to do is said of a check that fails because of the tool:', () => {
  const known: readonly (readonly [file: string, codes: readonly string[]])[] = [
    ['wrk-stall.txt', ['published.repair.added']],
    ['autocannon-fast.json', ['published.repair.milliseconds']],
    ['k6-seconds.csv', ['published.repair.seconds']],
    ['oha.json', []],
  ];
  for (const [file, codes] of known)
    test(`${file}: ${codes.join() || 'nothing'}`, () => {
      const found = checkPublished([{ cell: 'A', runs: [readAs(join(fixtures, file))] }]);
      assert.deepEqual(
        found.repairs.map(({ code }) => code),
        codes,
      );
      const [repair] = found.repairs;
      if (!repair) return;
      const page = pageOf(found);
      assert.ok(page.replace(/\s+/g, ' ').includes(say(repair)));
    });
});

test('A closed load that a file states asks for no rate, however coarse its times', () => {
  const found = checkPublished([{ cell: 'A', runs: [readAs(join(fixtures, 'autocannon-fast.json'))] }]);
  assert.deepEqual(found.missing, []);
});
