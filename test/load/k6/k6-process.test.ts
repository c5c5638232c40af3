/** What a k6 says on its log, by a program that says it: which exceptions count, and when its setup and its load begin. */
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import {
  startK6,
  type K6Ended,
  type K6Options,
  type K6Process,
  k6Start,
} from '../../../src/load/k6/k6-process.ts';
import { emptyFolder } from '../../kit/place.ts';

const minute = 60_000;
const of = { warmup: 10 * minute, duration: 10 * minute };
const origin = 'http://127.0.0.1:3000';
const thrown = { level: 'error', msg: 'Error: cold', scenario: 'default' };
const folder = emptyFolder('k6-that-logs');

interface Said {
  readonly begun: number | null;
  readonly isPreparing: boolean;
  readonly ended: K6Ended;
}

/** @param script of the program in k6's place */
function started(script: string, more: Partial<K6Options> = {}): K6Process {
  const file = join(folder, 'k6');
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o700);
  return startK6({
    k6: { file, version: '2.0.0', major: 2 },
    cwd: folder,
    input: '',
    mark: 'mark ',
    scenario: of,
    folder,
    origin,
    affinity: null,
    ...more,
  });
}

/** @param begun of the load, before now @param lines of its log, behind the begin of its load */
async function said(begun: number, lines: readonly object[], before: readonly object[] = []): Promise<Said> {
  const began = Date.now() - begun;
  const log = [...before, { level: 'info', msg: `mark ${began}` }, ...lines];
  const text = log.map((line) => `${JSON.stringify(line)}\n`).join('');
  const work = started(`process.stderr.write(${JSON.stringify(text)});`);
  let isPreparing = false;
  void work.preparing.then(() => (isPreparing = true));
  const at = await work.begun;
  return { begun: at === null ? null : Date.now() - at, isPreparing, ended: await work.ended };
}

suite('Exceptions of a script', () => {
  test('count where they are thrown in the window', async () => {
    const { ended } = await said(15 * minute, [thrown, { ...thrown, msg: 'Error: again' }]);
    assert.deepEqual([ended.exceptions, ended.exception], [2, 'Error: cold']);
  });

  for (const [where, begun] of [
    ['in the warm-up', 0],
    ['behind the window', 25 * minute],
  ] as const)
    test(`do not count where they are thrown ${where}: neither do the checks of then`, async () => {
      const { ended } = await said(begun, [thrown]);
      assert.deepEqual([ended.exceptions, ended.exception], [0, null]);
      assert.match(ended.complaints, /cold/);
    });

  test('do not count where they are of no iteration, or before the load', async () => {
    const { ended } = await said(15 * minute, [{ level: 'error', msg: 'its own' }], [thrown]);
    assert.equal(ended.exceptions, 0);
  });
});

test('That its setup begins is told before its load', async () => {
  const { begun, isPreparing } = await said(minute, [], [{ level: 'info', msg: 'mark setup' }]);
  assert.ok(begun !== null && begun >= minute, `${begun}`);
  assert.ok(isPreparing);
});

test('Of a load that several have together it is told its part, the parts of all, and where to ask for the start', async () => {
  const script = `
const { BASE_URL, CHOKEPOINT_START } = process.env;
process.stderr.write([...process.argv, BASE_URL, CHOKEPOINT_START].join(' '));`;
  const work = started(script, { share: { of: 3, at: 1 }, startUrl: 'http://127.0.0.1:9/start' });
  const { complaints } = await work.ended;
  assert.match(
    complaints,
    /--execution-segment=1\/3:2\/3 --execution-segment-sequence=0\/3,1\/3,2\/3,3\/3 - /,
  );
  assert.ok(complaints.endsWith(`${origin} http://127.0.0.1:9/start`), complaints);
});

suite('The start of a script', () => {
  test('is answered when it is known, once, and only where it is asked for', async () => {
    const { promise: instant, resolve } = Promise.withResolvers<number>();
    let times = 0;
    using start = await k6Start(() => {
      times++;
      return instant;
    });
    assert.equal((await fetch(new URL('/', start.url))).status, 404);
    assert.equal(times, 0);
    const answer = fetch(start.url);
    await start.asked;
    assert.equal((await fetch(start.url)).status, 404);
    resolve(1_763_900_000_000.5);
    assert.equal(await (await answer).text(), '1763900000000.5');
    assert.equal(times, 1);
  });

  test('that never comes leaves nobody waiting, and nothing that listens', async () => {
    let url = '';
    let answer: Promise<Response>;
    {
      using start = await k6Start(() => new Promise(() => {}));
      ({ url } = start);
      answer = fetch(url);
      await start.asked;
    }
    await assert.rejects(answer);
    await assert.rejects(fetch(url));
  });

  test('that fails is no answer', async () => {
    using start = await k6Start(() => Promise.reject(new Error('called off')));
    await assert.rejects(fetch(start.url));
  });
});
