import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { textWidth } from '../../src/format/width.ts';
import { hasCode } from '../../src/messages/message.ts';
import { optionWords } from '../../src/messages/command-line.ts';
import type { Plan, Setting } from '../../src/model/plan.ts';
import type { Trial } from '../../src/model/sample.ts';
import { foundIn, type RunResult } from '../../src/model/verdict.ts';
import { nextStep } from '../../src/report/next-step.ts';
import { shownRun } from '../../src/report/outline/shown-run.ts';
import { pageOf } from '../../src/report/pages/page-of.ts';
import { text } from '../../src/report/report.ts';
import { judge } from '../../src/run/run.ts';
import { seeded } from '../../src/stats/random.ts';
import type { StoredRun } from '../../src/store/store.ts';
import { requireTaken } from '../cli/printed-commands.ts';
import { host } from '../kit/trials.ts';
import { runOf, searchPlan, shelf, type Server } from '../tune/search-by-hand.ts';

function judged(plan: Plan, trials: readonly Trial[], status: 'finished' | 'interrupted' = 'finished') {
  const head = { id: '20260101-000000-abcd', createdAt: 0, status, reason: null };
  return judge({ head, plan, host, trials: [...trials] });
}

const all = searchPlan([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
const { trials } = runOf(all, shelf);
const noise = (ordinal: number, spread: number) => Math.exp(spread * (seeded(77 * ordinal)() - 0.5));
const small = searchPlan([4, 8, 16], {}, 50_000);
const flat: Server = (_, ordinal) => ({ throughput: 100 * noise(ordinal, 0.3) });
const falling: Server = (pool, ordinal) => ({ throughput: (pool === 4 ? 130 : 100) * noise(ordinal, 0.01) });
const limit = { figure: 'p99', relation: 'at most', limit: 1 } as const;
const strict = searchPlan([4, 8, 16], { constraints: [limit] });

const recorded = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, '../tune/recorded-tune.json.gz'))).toString(),
) as Pick<StoredRun, 'plan' | 'host' | 'trials'>;

const cases: Readonly<Record<string, RunResult>> = {
  certified: judged(all, trials),
  interrupted: judged(all, trials.slice(0, 7), 'interrupted'),
  undecided: judged(small, runOf(small, flat).trials),
  keep: judged(small, runOf(small, falling).trials),
  'none-feasible': judged(strict, runOf(strict, shelf).trials),
  recorded: judge({
    head: { id: '20260101-000000-abcd', createdAt: 0, status: 'finished', reason: null },
    ...recorded,
  }),
};
const page = (name: string, columns = 80) =>
  text(cases[name]!, {
    columns,
    color: false,
    report: '.chokepoint/reports/20260101-000000-abcd/report.html',
  });

suite('A search in a terminal', () => {
  for (const name of Object.keys(cases)) {
    test(`of the case "${name}" is as it was (UPDATE_GOLDEN=1 writes it anew), in 30 lines at most`, () => {
      const file = join(import.meta.dirname, 'golden', `tune-${name}.txt`);
      const shown = page(name);
      if (process.env['UPDATE_GOLDEN']) writeFileSync(file, shown);
      assert.equal(shown, readFileSync(file, 'utf8'));
      assert.ok(shown.split('\n').length - 1 <= 30);
      assert.deepEqual(
        shown.split('\n').filter((line) => textWidth(line) > 80),
        [],
      );
    });
  }

  test('says first what to set, with its gain, and how certain that is', () => {
    const { verdict } = pageOf(cases['certified']!);
    assert.ok(typeof verdict.sentence !== 'string' && hasCode(verdict.sentence, 'headline.tune-certified'));
    const { isKept, id, gain } = verdict.sentence.params;
    assert.deepEqual([isKept, id, gain !== null], [false, 'pool=16', true]);
    assert.deepEqual(
      verdict.certainty.map((one) => typeof one !== 'string' && one.code),
      ['tune.certified'],
    );
  });

  test('gives something to paste only where something is to be changed', () => {
    assert.deepEqual(pageOf(cases['certified']!).apply[0]?.lines, ['UV_THREADPOOL_SIZE=16 node server.js']);
    for (const name of ['interrupted', 'undecided', 'keep', 'none-feasible'])
      assert.deepEqual(pageOf(cases[name]!).apply, [], name);
  });

  test('marks the current setting, and every ratio by its standing', () => {
    for (const [name, result] of Object.entries(cases)) {
      const { recommendation } = foundIn(result);
      const rows = page(name)
        .split('\n')
        .filter((line) => /^ *\d+ {2}[█▏▎▍▌▋▊▉ ]* +[\d,.]+/.test(line));
      assert.equal(rows.filter((row) => / now /.test(row)).length, 1, name);
      const worse = recommendation?.settings.filter(({ standing }) => standing === 'worse').length ?? 0;
      assert.ok(rows.filter((row) => row.includes('✗')).length >= worse, name);
    }
  });

  test('asks the doctor under the setting that was found, and under the same load', () => {
    const sent = {
      path: '/list',
      method: 'POST',
      header: ['X: a b'],
      body: '@a.json',
      timeout: '1s',
      clients: 8,
    };
    const typed = optionWords({ vary: ['pool=4,16'], ...sent, objective: 'p99', quiet: true });
    const asked = ['tune', ...typed, '--', 'node', 'server.js'];
    const next = (setting: Setting) => {
      const { plan, ...result } = cases['certified']!;
      const { recommendation } = foundIn(result);
      const cells = plan.cells.map((cell) => ({
        ...cell,
        setting: cell.id === recommendation?.id ? setting : {},
      }));
      return nextStep(
        shownRun({ ...result, plan: { ...plan, asked, cells }, ...(recommendation && { recommendation }) }),
      )!;
    };
    const load = "--path /list --method POST --header 'X: a b' --body @a.json --timeout 1s --clients 8";
    assert.deepEqual(
      [{ pool: 16 }, { processes: 2 }, { 'env:NODE_ENV': 'production' }].map((one) => next(one).command),
      [
        `UV_THREADPOOL_SIZE=16 chokepoint doctor ${load} -- node server.js`,
        `chokepoint doctor ${load} -- node cluster.cjs`,
        `NODE_ENV=production chokepoint doctor ${load} -- node server.js`,
      ],
    );
    assert.deepEqual(next({ processes: 2 }).why.params, { isCluster: true });
    requireTaken(next({ processes: 2 }).command);
  });

  test('names how to go on with one that was interrupted', () => {
    assert.equal(
      pageOf(cases['interrupted']!).next?.command,
      'chokepoint tune --resume 20260101-000000-abcd',
    );
  });
});
