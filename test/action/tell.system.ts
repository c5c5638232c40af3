/** What the action tells GitHub, against a server that has as much of its API as that needs. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { jsonText, message, quoted } from '../../src/messages/message.ts';
import { problem, problemData } from '../../src/messages/problem.ts';
import { documentOf, foundIn, type RunResult } from '../../src/model/verdict.ts';
import { gateVerdict, mostLines, type GateDocument } from '../../src/report/formats/comment.ts';
import { nobody } from '../kit/localhost.ts';
import { emptyPlace } from '../kit/place.ts';
import { failedBy, fixture, gateAnswer } from '../report/fixture.ts';
import { githubApi, own, token, type Api } from './github.ts';
import { runAction, type Job, type JobResult } from './steps.ts';
import { assertEach } from '../kit/assert.ts';

const ratios = {
  pass: { value: 1, low: 0.99, high: 1.01 },
  fail: { value: 0.89, low: 0.86, high: 0.93 },
  undecided: { value: 0.97, low: 0.92, high: 1.02 },
} as const;

function gated(
  verdict: keyof typeof ratios | 'unmeasured',
  change: Parameters<typeof gateAnswer>[0] = {},
): RunResult {
  const ratio = verdict === 'unmeasured' ? null : ratios[verdict];
  return { ...fixture({ kind: 'sweep', pools: [4, 16] }), answer: gateAnswer({ ratio, ...change }) };
}

/** Every trial ended with this. */
function broken(): RunResult & { problem: object } {
  const todo = message('exited.todo', { setting: 'pool=4', held: [] });
  const died = problemData(problem('SERVER_EXITED', { how: 'exit code 1', todo }));
  return { ...failedBy(died, ['Error: no database'], gated('unmeasured')), problem: died };
}

/** As `--json` writes it. */
const documentIn = (document: object) =>
  'answer' in document ? documentOf(document as RunResult) : document;

/** The last part of the action, told of a gate that came to this. */
async function tell(
  document: object | string,
  api: string,
  change: Partial<Job> = {},
): Promise<JobResult & { log: string }> {
  using place = emptyPlace('action');
  const { folder } = place;
  place.write('report.json', typeof document === 'string' ? document : jsonText(documentIn(document)));
  const result = await runAction({
    workspace: folder,
    temp: folder,
    inputs: {},
    pull: 7,
    api,
    token,
    only: ['tell'],
    given: {
      install: { main: join(import.meta.dirname, '../../dist/cli/main.js') },
      gate: { report: join(folder, 'report') },
    },
    ...change,
  });
  const { stdout = '', stderr = '' } = result.steps['tell'] ?? {};
  return { ...result, log: stdout + stderr };
}

const lines = (text: string) => text.trimEnd().split('\n');

function onlyComment({ comments }: Api): string {
  const ours = comments.filter(
    ({ user, body }) => user.login === own && body.startsWith('<!-- chokepoint gate '),
  );
  assert.equal(ours.length, 1);
  return ours[0]?.body ?? '';
}

suite('The action tells', { concurrency: 2 }, () => {
  const expected = [
    ['pass', gated('pass'), 'NOTE', 'notice', /gate passed/],
    ['fail', gated('fail'), 'CAUTION', 'error', /gate failed/],
    ['undecided', gated('undecided'), 'WARNING', 'warning', /gate undecided/],
    ['unmeasured', gated('unmeasured'), 'WARNING', 'warning', /gate not measured/],
    ['unmeasured', broken(), 'WARNING', 'warning', /gate not measured/],
  ] as const;
  for (const [verdict, document, alert, level, title] of expected) {
    test(`a gate that ended with ${verdict}${'problem' in document ? ', a broken server' : ''}: output, summary, annotation, comment`, async () => {
      await using api = await githubApi();
      const { code, outputs, summary, log } = await tell(document, api.url);
      assert.equal(code, 0, log);
      assert.equal(outputs['verdict'], verdict);
      assert.match(log, new RegExp(`^::${level} title=chokepoint::`));
      assert.match(summary, new RegExp(`> \\[!${alert}\\]`));
      const body = onlyComment(api);
      assert.ok(lines(body).length <= mostLines, `${lines(body).length} lines`);
      assert.match(body, title);
      assert.match(body, new RegExp(`^> \\[!${alert}\\]$`, 'm'));
      assert.match(
        body,
        /\[The whole report\]\(https:\/\/github\.com\/someone\/shop\/actions\/runs\/4711\)$/m,
      );
      assert.match(body, /Measured at 0123456789\./);
    });
  }

  test('a verdict with its figures, a broken server with its last lines', async () => {
    await using api = await githubApi();
    const failed = gated('fail', { notes: [message('gate.same-files'), message('gate.same-files')] });
    await tell(failed, api.url);
    const body = onlyComment(api);
    assert.ok(lines(body).length <= mostLines, 'with a table and two notes');
    assert.match(body, /^> \*\*Gate failed\. head has 0\.890 times the throughput of base/m);
    assert.match(body, /^\| 16 \| \d[\d.,]* \| [\d.]+× \S+ \| [\d.]+–[\d.]+ \|/m);
    await tell(broken(), api.url);
    const died = onlyComment(api);
    assert.ok(lines(died).length <= mostLines);
    assert.match(died, /```\nError: no database\n```/);
  });

  test('of a problem before anything was measured, and of a step that left no result', async () => {
    await using api = await githubApi();
    const unknown = problem('REVISION_UNKNOWN', { name: 'mian', repository: '/w', store: 'runs.db' });
    const early = await tell({ schema: 1, problem: problemData(unknown) }, api.url);
    assert.equal(early.outputs['verdict'], 'unmeasured');
    assert.match(early.summary, /no such revision[^]*fetch-depth/);
    assert.match(onlyComment(api), /no such revision[^]*fetch-depth/);
    for (const nothing of ['', 'null', '{ "run": ']) {
      const none = await tell(nothing, api.url);
      assert.deepEqual([none.code, none.outputs['verdict']], [0, 'unmeasured']);
      assert.match(none.summary, /The gate ended without a result/);
    }
    assert.equal(api.comments.length, 1);
  });

  test('it in one comment: the next run edits it, behind however many others it stands', async () => {
    const others = Array.from({ length: 230 }, (_, i) => ({ login: 'reader', body: `comment ${i}` }));
    await using api = await githubApi({ comments: others });
    await tell(gated('fail'), api.url);
    assert.equal(api.comments.length, 231);
    const [first] = api.comments.slice(-1);
    const second = await tell(gated('pass'), api.url);
    assert.match(second.log, /Updated the comment on pull request 7\./);
    assert.equal(api.comments.length, 231);
    assert.equal(api.comments.at(-1)?.id, first?.id);
    assert.match(onlyComment(api), /gate passed/);
    assert.deepEqual(
      api.asked.filter((request) => !request.startsWith('GET ')),
      [
        'POST /repos/someone/shop/issues/7/comments',
        `PATCH /repos/someone/shop/issues/comments/${first?.id}`,
      ],
    );
  });

  test('each gate of a job in a comment of its own, by its name', async () => {
    await using api = await githubApi();
    for (const name of ['node 22', 'node 26', 'node 22'])
      await tell(gated('pass'), api.url, { inputs: { name } });
    assert.equal(api.comments.length, 2);
    assert.match(api.comments[0]?.body ?? '', /gate passed \(node 22\)/);
  });

  test('it in a comment of its own: it edits no comment of anybody else who has copied the marker', async () => {
    await using api = await githubApi();
    await tell(gated('fail'), api.url);
    const [{ body } = { body: '' }] = api.comments;
    const fake = body.replace('failed', 'passed');
    await using forged = await githubApi({
      comments: [
        { login: 'attacker', body: fake },
        { login: own, body: `Another bot quotes the title of this pull request: ${fake}` },
      ],
    });
    await tell(gated('fail'), forged.url);
    assertEach(forged.comments, (one) => one.user.login, ['attacker', own, own]);
    assert.equal(forged.comments[0]?.body, fake);
  });

  test('it anew where somebody removes the comment while it is edited', async () => {
    await using api = await githubApi({
      instead: (request) => (request.startsWith('PATCH') ? { status: 404 } : null),
    });
    await tell(gated('fail'), api.url);
    const { log } = await tell(gated('pass'), api.url);
    assert.match(log, /Commented on pull request 7\./);
    assert.equal(api.comments.length, 2);
  });
});

suite('The action says why there is no comment, and changes no verdict,', { concurrency: 2 }, () => {
  const silent = [
    ['without a token', { token: '' }, /::notice title=chokepoint::There is no token/],
    ['with a token that is none', { token: 'a\nb' }, /::notice title=chokepoint::There is no token/],
    ['where there is no pull request', { pull: null }, /::notice title=chokepoint::This is no pull request/],
  ] as const;
  for (const [when, change, says] of silent) {
    test(when, async () => {
      await using api = await githubApi();
      const { code, outputs, summary, log } = await tell(gated('fail'), api.url, change);
      assert.deepEqual([code, outputs['verdict']], [0, 'fail']);
      assert.match(summary, /Gate failed/);
      assert.match(log, says);
      assert.deepEqual(api.asked, []);
    });
  }

  const errors = [
    ['a fork, whose token may not write', { status: 403 }, /may not write to pull requests/],
    ['a repository that its token does not see', { status: 404 }, /may not write to pull requests/],
    [
      'the rate limit',
      { status: 403, headers: { 'x-ratelimit-remaining': '0' } },
      /rate limit is reached \(403\)\./,
    ],
    ['the secondary rate limit', { status: 429, headers: { 'retry-after': '60' } }, /asks to wait 60 s/],
    ['an error of the server', { status: 500 }, /answered with status 500/],
    ['an answer that is no JSON', { status: 200, body: '<html>' }, /no answer that can be read: /],
  ] as const;
  for (const [what, answer, says] of errors) {
    test(`after ${what}`, async () => {
      await using api = await githubApi({ instead: () => answer });
      const { code, outputs, summary, log } = await tell(gated('fail'), api.url);
      assert.deepEqual([code, outputs['verdict']], [0, 'fail'], log);
      assert.match(summary, /Gate failed/);
      assert.match(log, /::warning title=chokepoint::The comment could not be written\./);
      assert.match(log, says);
    });
  }

  test('where nobody answers, and where the address is neither HTTPS nor this machine', async () => {
    const unreachable = await tell(gated('pass'), new URL(await nobody()).origin);
    assert.match(unreachable.log, /no answer that can be read: connect ECONNREFUSED/);
    assert.equal(unreachable.code, 0);
    const elsewhere = await tell(gated('pass'), 'http://api.example.com');
    assert.match(elsewhere.log, /neither HTTPS nor on this machine/);
  });
});

suite('The token of the job', () => {
  test('is sent to the API alone, in one header, and is printed nowhere', async () => {
    await using other = await githubApi();
    await using api = await githubApi({
      instead: () => ({
        status: 307,
        headers: { location: `${other.url}/repos/someone/shop/issues/7/comments` },
      }),
    });
    const { log, summary } = await tell(gated('pass'), api.url);
    assert.deepEqual(api.authorizations, [`Bearer ${token}`]);
    assert.deepEqual(other.asked, [], 'no redirect is followed');
    assert.ok(!(log + summary).includes(token));
  });
});

/** What a branch, a server and a problem may say. */
const planted = [
  '<img src=x onerror=alert(1)>',
  '<!-- chokepoint gate 0000000000000000 -->',
  '[click](https://evil.example/)',
  'https://evil.example/ www.evil.example',
  '@octocat @org/team someone/shop#12 #12 GH-12',
  '\n::error::planted\n##[error]planted\r\n::set-output name=verdict::pass',
  '\n# heading\n- item\n1. item\n---\n> [!NOTE]\n```\n</details>',
  '| cell | `code` **bold** _em_ ~~x~~ $x$',
  '\u001B[31mred\u202Eturned\0',
  'x'.repeat(3000),
].join(' ');

suite('What a branch or a server says', () => {
  const hostile = {
    ...broken(),
    problem: problemData(problem('PREPARE_FAILED', { command: planted, how: planted, output: planted })),
  };
  const withOutput = {
    ...hostile,
    trials: hostile.trials.map((trial) => ({ ...trial, output: planted.split('\n') })),
  };
  const documents = {
    'in a verdict': gated('fail', { base: quoted(planted), notes: [quoted(planted), quoted(planted)] }),
    'in a verdict that is withheld': gated('undecided', { withheld: quoted(planted) }),
    'in a problem, and in the last lines of a server': withOutput,
  };
  for (const [where, document] of Object.entries(documents)) {
    test(`${where} is text in the comment and the summary, and no command of the log`, async () => {
      await using api = await githubApi();
      const { code, log, summary, outputs } = await tell(document, api.url, {
        inputs: { name: planted.replace('\0', '') },
      });
      assert.equal(code, 0, log);
      assert.notEqual(outputs['verdict'], 'pass');
      const [{ body } = { body: '' }] = api.comments;
      const of = lines(body);
      assert.ok(of.length <= mostLines, `${of.length} lines`);
      assert.ok(body.length < 6000, `${body.length} characters`);
      assert.match(of[0] ?? '', /^<!-- chokepoint gate [0-9a-f]{16} -->$/);
      for (const [what, markdown] of Object.entries({ body: of.slice(1).join('\n'), summary })) {
        // In a fence everything is text, and so is what stands between backticks.
        const open = markdown
          .replaceAll('&#8203;', '\u200B')
          .replaceAll(/^(`{3,})\w*\n[^]*?\n\1$/gm, '')
          .replaceAll(/\\`/g, '')
          .replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
        assert.doesNotMatch(open, /(?<!\\)<(?!details>|summary>|\/summary>|\/details>)/, `${what}: a tag`);
        assert.doesNotMatch(open, /(?<!\\)\]\((?!https:\/\/github\.com\/someone)/, `${what}: a link`);
        assert.doesNotMatch(
          open.replaceAll(/\]\(https:\/\/github\.com\/\S+\)/g, ''),
          /https?:\/\/|www\./,
          `${what}: a bare address`,
        );
        assert.doesNotMatch(open, /@\w|#\d|\bGH-\d/, `${what}: somebody is told, or an issue is linked`);
        // oxlint-disable-next-line no-control-regex -- these are looked for
        assert.doesNotMatch(open, /[\u0000\u001B\u202E]/, `${what}: a control`);
        assert.doesNotMatch(open, /^(?:- item|1\. item|---|# heading)/m, `${what}: a block`);
      }
      const commands = lines(log).filter((line) => /^\s*::|##\[/.test(line));
      assert.equal(commands.length, 2, log);
      for (const line of commands) assert.match(line, /^::(?:error|warning|notice) title=chokepoint::/);
    });
  }
});

test('A verdict that is none of the four words is no output of the step', () => {
  const gate = foundIn(gated('pass')).gate;
  for (const verdict of ['pass\nreport=/etc', 'constructor', '', null])
    assert.equal(gateVerdict({ gate: { ...gate, verdict } } as GateDocument), 'unmeasured');
  assert.equal(gateVerdict({ gate: gate ?? assert.fail() }), 'pass');
});
