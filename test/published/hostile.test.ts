/** A result file may come from anybody: nothing in it is trusted, and none of its control characters reaches a terminal. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Problem } from '../../src/messages/problem.ts';
import { at, figureIn, figureOf } from '../../src/published/untrusted.ts';
import { emptyFolder } from '../kit/place.ts';
import { judged, pageOf, readAs } from './results.ts';

const folder = emptyFolder('hostile-results');
let count = 0;
function file(content: string | Buffer, name = `result-${count++}`): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const codeOf = (path: string) => {
  try {
    readAs(path);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
  return null;
};

/** As oha writes it, with one thing changed. */
function oha(change: (document: Record<string, Record<string, unknown>>) => void = () => {}): string {
  const document: Record<string, Record<string, unknown>> = {
    summary: { total: 10, slowest: 0.02, fastest: 0.001, average: 0.005, requestsPerSec: 1000 },
    latencyPercentiles: { p50: 0.004, p90: 0.008, p99: 0.015 },
    statusCodeDistribution: { '200': 10_000 },
    errorDistribution: {},
  };
  change(document);
  return JSON.stringify(document);
}

suite('A figure of a result', () => {
  test('is no figure if it is not finite, is below 0, is too large to be one, or is text', () => {
    for (const value of [NaN, Infinity, -1, 1e16, '7', null, [], {}]) assert.equal(figureOf(value), null);
    for (const text of ['', ' 7', '0x7', '1e400', '-1', 'NaN', '7,0', '9'.repeat(40)])
      assert.equal(figureIn(text), null, text);
    assert.equal(figureIn('7.25'), 7.25);
  });

  test('is never read from a prototype', () => {
    assert.equal(at({}, 'constructor', 'length'), undefined);
    assert.equal(at([], 'length', 'toFixed'), undefined);
    assert.equal(at(JSON.parse('{"__proto__":{"summary":1}}'), 'summary'), undefined);
  });

  test('that was planted is not known, and is not printed', () => {
    for (const planted of ['1e308', '-5', 'null', '"900"', '[1]', '0']) {
      const text = oha().replace('"requestsPerSec":1000', `"requestsPerSec":${planted}`);
      assert.equal(codeOf(file(text)), 'RESULT_FILE_UNKNOWN', planted);
    }
    const huge = judged(file(oha(({ summary }) => (summary!['slowest'] = 1e300))));
    assert.equal(huge.settings[0]?.runs[0]?.max, null);
    assert.doesNotMatch(pageOf(huge), /e\+|NaN|Infinity|undefined/);
  });
});

suite('A text of a result', () => {
  const escape = '\u001B]0;owned\u0007\u001B[2J\u202Etxt';

  test('that would control a terminal never reaches one', () => {
    const planted = oha(({ errorDistribution, statusCodeDistribution }) => {
      errorDistribution![`connection ${escape}`] = 500;
      statusCodeDistribution![escape] = 1;
    });
    const found = judged(file(planted, `name ${escape.replaceAll('/', '')}.json`));
    // oxlint-disable-next-line no-control-regex -- that is what must not be there
    assert.doesNotMatch(pageOf(found), /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  });

  test('that names a key of a prototype changes nothing', () => {
    const text = oha().replace(
      '"errorDistribution":{}',
      '"errorDistribution":{"__proto__":3,"constructor":2}',
    );
    const found = judged(file(text));
    assert.equal(found.settings[0]?.runs[0]?.answers?.lost, 5);
    assert.equal(({} as Record<string, unknown>)['lost'], undefined);
  });
});

suite('A file', () => {
  test('without its end, or without an answer, is refused', () => {
    const wrk =
      'Running 10s test @ http://127.0.0.1:8090/\n  2 threads and 8 connections\n  Thread Stats   Avg\n';
    assert.equal(codeOf(file(wrk)), 'RESULT_FILE_UNKNOWN');
    assert.equal(
      codeOf(file(oha(({ statusCodeDistribution }) => delete statusCodeDistribution!['200']))),
      'RESULT_FILE_UNKNOWN',
    );
    assert.equal(codeOf(file('metric_name,timestamp,metric_value,status\n')), 'RESULT_FILE_UNKNOWN');
  });

  test('that a shell of Windows wrote is read: UTF-16 with its mark, and CRLF', () => {
    const path = file(Buffer.from(`\uFEFF${oha().replaceAll(',', ',\r\n')}`, 'utf16le'));
    assert.equal(readAs(path).throughput, 1000);
  });

  test('with an endless line is read without that line', () => {
    const good = '0.1,0,0,0.004,0.005,2,200\n0.2,0,0,0.004,0.005,2,200\n';
    const head = 'request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status\n';
    const path = file(`${head}${good}${'9'.repeat(3 * 1024 * 1024)}\n0.3,0,0,0.004,0.005,2,200\n`);
    const run = readAs(path);
    assert.deepEqual({ answered: run.answered, unread: run.unread }, { answered: 3, unread: 1 });
  });

  test('of which more than a torn last line cannot be read is refused', () => {
    const csv = readFileSync(join(import.meta.dirname, 'fixtures/k6-drops.csv'), 'utf8').trimEnd();
    const lines = csv.split('\n');
    assert.equal(readAs(file(csv.slice(0, -20))).unread, 1);
    for (const torn of [
      (line: string) => line.slice(0, -5).replace(/,[^,]*$/, ''),
      (line: string) => line.slice(30),
    ]) {
      const half = lines.map((line, i) => (i > 0 && i % 2 === 0 ? torn(line) : line)).join('\n');
      assert.equal(codeOf(file(half)), 'RESULT_FILE_UNKNOWN');
    }
  });

  test('of a million empty lines is read as fast as any', () => {
    // A pattern whose blanks also match line ends would be tried from each of them, which takes hours.
    const ab = readFileSync(join(import.meta.dirname, 'fixtures/ab.txt'), 'utf8');
    const run = readAs(file(`${'\n'.repeat(1_000_000)}${ab}`));
    assert.equal(run.answered, 2000);
    assert.equal(codeOf(file(`${'\n'.repeat(2_000_000)}${ab}`)), 'RESULT_FILE_UNKNOWN');
  });

  test('with millions of different instants and statuses takes no more memory than a short one', () => {
    const head = 'request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status\n';
    const lines = Array.from({ length: 300_000 }, (_, i) => `${i * 1000},0,0,0,0.005,2,${i}`);
    const run = readAs(file(`${head}${lines.join('\n')}\n`));
    assert.equal(run.answered, 299_999);
    assert.equal(run.bins, null);
    assert.ok(Object.keys(run.answers?.kinds ?? {}).length <= 201);
  });
});
