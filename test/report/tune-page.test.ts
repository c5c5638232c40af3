import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode } from '../../src/messages/message.ts';
import { optionWords } from '../../src/messages/command-line.ts';
import type { Setting } from '../../src/model/plan.ts';
import { foundIn, type RunResult } from '../../src/model/verdict.ts';
import { nextStep } from '../../src/report/next-step.ts';
import { shownRun } from '../../src/report/outline/shown-run.ts';
import { pageOf } from '../../src/report/pages/page-of.ts';
import { text } from '../../src/report/report.ts';
import { judge } from '../../src/run/judge.ts';
import { seeded } from '../../src/stats/random.ts';
import type { StoredRun } from '../../src/store/store.ts';
import { testOnTerminal } from './on-terminal.ts';
import { requireTaken } from '../cli/printed-commands.ts';
import { unzipped } from '../kit/recorded.ts';
import { head } from '../kit/trials.ts';
import { judged, runOf, searchPlan, shelf, type Server } from '../tune/search-by-hand.ts';
import { assertEach } from '../kit/assert.ts';

const all = searchPlan([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
const { trials } = runOf(all, shelf);
const noise = (ordinal: number, spread: number) => Math.exp(spread * (seeded(77 * ordinal)() - 0.5));
const small = searchPlan([4, 8, 16], {}, 50_000);
const flat: Server = (_, ordinal) => ({ throughput: 100 * noise(ordinal, 0.3) });
const falling: Server = (pool, ordinal) => ({ throughput: (pool === 4 ? 130 : 100) * noise(ordinal, 0.01) });
const limit = { figure: 'p99', relation: 'at most', limit: 1 } as const;
const strict = searchPlan([4, 8, 16], { constraints: [limit] });

const recorded = unzipped('tune/recorded-tune.json.gz') as Pick<StoredRun, 'plan' | 'host' | 'trials'>;

const cases: Readonly<Record<string, RunResult>> = {
  certified: judged(all, trials).result,
  interrupted: judged(all, trials.slice(0, 7), 'interrupted').result,
  undecided: judged(small, runOf(small, flat).trials).result,
  keep: judged(small, runOf(small, falling).trials).result,
  'none-feasible': judged(strict, runOf(strict, shelf).trials).result,
  recorded: judge({ head, ...recorded }),
};
const report = '.chokepoint/reports/20260101-000000-abcd/report.html';
testOnTerminal(
  'A search',
  Object.fromEntries(Object.entries(cases).map(([name, result]) => [name, () => pageOf(result)])),
  { golden: Object.fromEntries(Object.keys(cases).map((name) => [name, `tune-${name}.txt`])), report },
);

suite('The page of a search', () => {
  test('says first what to set, with its gain, and how certain that is', () => {
    const { verdict } = pageOf(cases['certified']!);
    assert.ok(typeof verdict.sentence !== 'string' && hasCode(verdict.sentence, 'headline.tune-certified'));
    const { isKept, id, gain } = verdict.sentence.params;
    assert.deepEqual([isKept, id, gain !== null], [false, 'pool=16', true]);
    assertEach(verdict.certainty, (one) => typeof one !== 'string' && one.code, ['tune.certified']);
  });

  test('gives something to paste only where something is to be changed', () => {
    assert.deepEqual(pageOf(cases['certified']!).apply[0]?.lines, ['UV_THREADPOOL_SIZE=16 node server.js']);
    for (const name of ['interrupted', 'undecided', 'keep', 'none-feasible'])
      assert.deepEqual(pageOf(cases[name]!).apply, [], name);
  });

  test('marks the current setting, and every ratio by its standing', () => {
    for (const [name, result] of Object.entries(cases)) {
      const { recommendation } = foundIn(result);
      const rows = text(result, { columns: 80, color: false })
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
    assertEach(
      [{ pool: 16 }, { processes: 2 }, { 'env:NODE_ENV': 'production' }],
      (one) => next(one).command,
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
