/** `lab`: its list, what is refused before anything starts, and several experiments as one report. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ExperimentRow } from '../../src/lab/lab.ts';
import { until } from '../kit/until.ts';
import { place } from './chokepoint.ts';
import { assertEach } from '../kit/assert.ts';
import { words } from '../kit/words.ts';

/** In the order of docs and specification. */
const names = [
  'pool-size pool-classes pool-mixed pool-map pool-mechanics',
  'loop-or-threads cluster processes-or-threads same-or-not platforms',
].flatMap(words);

test('--list shows every experiment with its question, its sources and its time', async () => {
  using here = place();
  const { code, document } = await here.json<{ experiments: ExperimentRow[] }>('lab --list --json');
  const { experiments } = document;
  assert.equal(code, 0);
  assertEach(experiments, ({ name }) => name, names);
  for (const { name, question, sources, claims, expected } of experiments) {
    assert.match(question, /\?$/, name);
    assert.ok(sources.length > 0, name);
    assert.ok(claims.length > 0 && expected !== null && expected > 0, name);
  }
  const ids = experiments.flatMap(({ claims }) => claims.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length, 'a claim has one id');
  const together = experiments.filter(({ byNameOnly }) => !byNameOnly);
  assertEach(together, ({ name }) => name, names.slice(0, -1));

  const text = await here.run('lab --list');
  assert.match(text.stdout, /^pool-size {2}\(10 claims, about \d+ (s|min)\)$/m);
});

suite('Several experiments', () => {
  test('are measured one after the other, each as a run of its own, and make one report', async () => {
    using here = place();
    const { code, stdout, stderr } = await here.run(['lab', 'pool-map', 'pool-mechanics', '--blocks', '1']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^1 of 2: pool-map \(/m);
    assert.match(stderr, /^2 of 2: pool-mechanics: Of \d+ claims/m);
    assert.match(stdout, /^chokepoint lab {5}2 experiments$/m);
    const report = /^Report: (.*)$/m.exec(stdout)?.[1] ?? '';
    const page = readFileSync(join(here.folder, report), 'utf8');
    for (const name of ['pool-map', 'pool-mechanics']) assert.ok(page.includes(` id="${name}"`), name);
    const runs = await here.runs();
    assert.deepEqual(runs.map(({ name, status }) => `${name} ${status}`).toSorted(), [
      'pool-map finished',
      'pool-mechanics finished',
    ]);
  });

  test('that are interrupted can be resumed, and name those that were not begun', async () => {
    using here = place();
    const running = here.start('lab pool-size pool-map --json');
    await until(async () => ((await here.runs())[0]?.trials ?? 0) > 0);
    const { code, stdout, stderr } = await running.stop();
    assert.equal(code, 130);
    const document = JSON.parse(stdout) as {
      left: string[];
      runs: { run: { id: string; status: string } }[];
    };
    assert.deepEqual(document.left, ['pool-map']);
    const { id, status } = document.runs[0]?.run ?? assert.fail();
    assert.equal(status, 'interrupted');
    const goOn = `--resume ${id}, and then with: chokepoint lab pool-map --quick`;
    assert.ok(stderr.includes(goOn), stderr);
  });
});
