/** What a reader gets of a search, in every form. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode, say } from '../../src/messages/message.ts';
import { html, markdown, text } from '../../src/report/report.ts';
import { curveFigure } from '../../src/report/page/curves.ts';
import { shownRun } from '../../src/report/outline/shown-run.ts';
import { pageOf } from '../../src/report/pages/page-of.ts';
import { seeded } from '../../src/stats/random.ts';
import { judged, responsesAt, runOf, searchPlan, shelf, type Server } from './search-by-hand.ts';

function shownRunOf(...run: Parameters<typeof judged>) {
  const { result, found } = judged(...run);
  const shown = text(result, { columns: 80, color: false, detail: 'verbose' });
  return { result, found, shown, words: shown.replaceAll(/\s+/g, ' ') };
}

suite('The report of a search', () => {
  const plan = searchPlan([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
  const { trials } = runOf(plan, shelf);
  const { result, shown } = shownRunOf(plan, trials);

  test('leaves out settings that were never tried, in every form', async () => {
    const tried = new Set(trials.map(({ cell }) => cell));
    const untried = plan.cells.map(({ id }) => id).filter((id) => !tried.has(id));
    assert.ok(untried.length > 0);
    const forms = [shown, markdown(result), await html(result)].map((form) =>
      form.replaceAll(/^.*(Varied|<dt>Varied).*$/gm, ''),
    );
    for (const form of forms) for (const id of untried) assert.doesNotMatch(form, new RegExp(`${id}(?!\\d)`));
    assert.doesNotMatch(shown, /planned trials were run|undefined|NaN/);
  });

  test('takes the certainty away when a validity check fails for what it rests on', () => {
    // Somebody else's programs had most of the machine in every trial of the setting that is recommended.
    const besideOthers = (cell: string) =>
      trials.map((trial) =>
        trial.cell === cell ? { ...trial, host: { ...trial.host, foreign: 0.9, busy: 1, steal: 0 } } : trial,
      );
    const { found: doubted } = judged(plan, besideOthers('pool=16'));
    assert.equal(doubted.verdict, 'not certified');
    assert.equal(doubted.withheld?.params.check, 'M1');
    assert.equal(doubted.id, 'pool=16', 'the advice stays');
    assert.equal(doubted.certainty.code, 'tune.certainty-withheld');
    // What was far behind from the start is no part of the answer.
    assert.equal(judged(plan, besideOthers('pool=1')).found.verdict, 'certified');
  });

  test('of one block says that too little is known, and prints no interval from nothing to everything', () => {
    const first = shownRunOf(plan, trials.slice(0, 7), 'interrupted');
    assert.equal(first.found.keepsDefault, true);
    assert.equal(first.found.atMost, null);
    const cut = shownRunOf(plan, trials.filter(({ block }) => block < 2).slice(0, 9), 'interrupted');
    assert.doesNotMatch(cut.shown, /\d{5,}\.\d\d\]/);
    assert.doesNotMatch(cut.words, /within (9\d|1\d\d+)[.\d]* % of the best/);
  });

  test('does not call the default a rival that is far below, though no fresh block has shown it yet', () => {
    // Three sizes are near enough to be raced; then it is cut off before any look.
    const small = searchPlan([4, 8, 16, 32]);
    const noisy: Server = (pool, ordinal) => {
      const { throughput = 0 } = shelf(pool, ordinal);
      return { throughput: throughput * Math.exp(0.1 * (seeded(ordinal)() - 0.5)) };
    };
    const { trials: all } = runOf(small, noisy);
    const cut = all.filter(({ block }) => block < 3);
    const { found: early } = shownRunOf(small, cut, 'interrupted');
    assert.equal(early.verdict, 'not certified');
    assert.equal(early.settings.find(({ id }) => id === 'pool=4')?.standing, 'screened out');
    assert.equal(early.keepsDefault, false);
  });

  test('names what is as good and better in something else: more threads than CPUs make every answer slower', () => {
    // The same throughput from 4 threads on; with more of them each request shares the CPUs with more others.
    const shared: Server = (pool, ordinal) => {
      const { throughput = 100 } = shelf(Math.min(pool, 4), ordinal);
      // Half of the requests are short ones: they come the sooner the fewer share the CPUs.
      const short = responsesAt(throughput).map((time) => (time * pool) / 32);
      const long = responsesAt(throughput).map((time) => time * (2 - pool / 32));
      return { throughput, responses: [...short, ...long] };
    };
    const today = searchPlan([4, 8, 16], { default: { pool: 16 } });
    const { found: same } = shownRunOf(today, runOf(today, shared).trials);
    assert.equal(same.keepsDefault, true);
    const warning = same.warnings.find(({ code }) => code === 'tune.better-elsewhere');
    assert.ok(hasCode(warning, 'tune.better-elsewhere'));
    const { rival, word, figures } = warning.params;
    assert.deepEqual([rival, word, figures[0]?.label], ['pool=4', 'equivalent', 'response time p50']);
    assert.ok(figures[0] && figures[0].value < 0.26);
  });

  test('puts to work only what changes: of two variables the one that does not matter is not set', () => {
    const today = { pool: 4, processes: 1 };
    const two = searchPlan([1, 2, 4, 8], { default: today }, 3_600_000, [
      { key: 'processes', levels: [1, 2] },
    ]);
    const loops: Server = (_pool, ordinal, cell) => ({
      throughput: (cell?.includes('processes=2') ? 190 : 100) * (1 + 0.01 * (seeded(ordinal)() - 0.5)),
    });
    const { found, words: said } = shownRunOf(two, runOf(two, loops).trials);
    assert.equal(found.id, 'pool=4 processes=2');
    assert.match(said, /instances": 2/);
    assert.doesNotMatch(said, /UV_THREADPOOL_SIZE=/);
  });

  test('keeps the current setting where nothing is told apart, in every form: nothing to paste, and the star on it', async () => {
    const small = searchPlan([4, 8, 16], {}, 50_000);
    const noisy: Server = (_, ordinal) => ({
      throughput: 100 * Math.exp(0.3 * (seeded(77 * ordinal)() - 0.5)),
    });
    const { result: open, found, words: said } = shownRunOf(small, runOf(small, noisy).trials);
    assert.deepEqual([found.id, found.keepsDefault], ['pool=4', true]);
    assert.equal(found.kept?.code, 'tune.same');
    assert.doesNotMatch(said, /UV_THREADPOOL_SIZE=/);
    const clause = say(found.kept);
    const terminal = text(open, { columns: 80, color: false }).replaceAll(/\s+/g, ' ');
    const forms = [said, terminal, markdown(open), await html(open)];
    for (const form of forms) assert.ok(form.includes(clause), form.slice(0, 600));
    assert.equal(pageOf(open).verdict.tone, 'same');
    assert.match(terminal, / 4 █+[▏▎▍▌▋▊▉]? +[\d.]+ ★ +now/);
    const chart = curveFigure(shownRun(open), 'throughput', '')?.chart;
    assert.ok(chart?.kind === 'curve');
    const starred = chart.lines.flatMap(({ points }) => points);
    assert.deepEqual(
      starred.flatMap(({ role, level }) => (role === 'best' ? level : [])),
      [4],
    );
  });
});
