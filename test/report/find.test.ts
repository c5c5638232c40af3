import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { briefProof } from '../../src/report/formats/brief.ts';
import { say, type AnyMessage } from '../../src/messages/message.ts';
import type { Proof } from '../../src/model/proof.ts';
import type { Apply, Page, Words } from '../../src/report/page.ts';
import { watchPage, loadStep } from '../../src/report/pages/find.ts';
import type { TextOptions } from '../../src/report/render/terminal-style.ts';
import { headText, stepText, terminalText } from '../../src/report/render/terminal.ts';
import { testOnTerminal } from './on-terminal.ts';
import { approach, findCases, findReport, type FindCase } from './find-fixture.ts';

const report = '.chokepoint/reports/20261120-093000-ab12/report.html';
const pageOf = (which: FindCase) => watchPage(findReport(which));
const plain = (which: FindCase, options: Partial<TextOptions> = {}) =>
  terminalText(pageOf(which), { columns: 80, color: false, report, ...options });
const codeOf = (one: Words) => (typeof one === 'string' ? one : one.code);
const codes = (all: readonly Words[]) => all.map(codeOf);
const withProof = (found: ReturnType<typeof findReport>, other: Partial<Proof>) => {
  const { look } = found;
  return { ...found, look: { ...look, proof: look.proof && { ...look.proof, ...other } } };
};
const isSaid = (all: readonly Words[], one: AnyMessage) =>
  all.some((each) => typeof each !== 'string' && each.code === one.code);

suite('The page of a first look', () => {
  const verdicts: Readonly<Record<FindCase, readonly [badge: string, sentence: string]>> = {
    proved: ['word.better', 'find.proved'],
    refuted: ['word.worse', 'find.refuted'],
    undecided: ['word.undecided', 'find.undecided'],
    'other finding': ['word.better', 'find.proved'],
    'beside the code': ['word.better', 'find.proved'],
    // What was tried beside the diagnosis, and changed nothing, is no result.
    'short jobs': ['word.bottleneck', 'finding.is'],
    'in code': ['word.bottleneck', 'finding.is'],
    healthy: ['word.healthy', 'text'],
    flat: ['word.cannot-tell', 'diagnosis.flat'],
  };
  for (const which of findCases)
    test(`of the case "${which}" says what the proof says where it is a result, else the diagnosis`, () => {
      const { badge, sentence } = pageOf(which).verdict;
      assert.deepEqual([codeOf(badge), codeOf(sentence)], verdicts[which]);
    });

  test('gives the lines to paste of a setting that is proved, and of no other', () => {
    const set = (which: FindCase) =>
      pageOf(which).apply.flatMap(({ label, lines }) => (label === 'label.apply' ? lines : []));
    assert.deepEqual(set('proved'), ['UV_THREADPOOL_SIZE=64']);
    for (const which of ['refuted', 'undecided', 'in code', 'healthy', 'flat'] as const)
      assert.deepEqual(set(which), []);
  });

  test('does not advise what was measured to be worse, and keeps what is to be changed by hand', () => {
    const labels = (which: FindCase) => pageOf(which).apply.map(({ label }) => label);
    assert.deepEqual(labels('refuted'), []);
    for (const which of ['short jobs', 'in code'] as const) assert.deepEqual(labels(which), ['label.fix']);
    assert.deepEqual(labels('other finding'), ['label.apply', 'label.fix']);
  });

  test('tells both where the first setting is no gain, in the order in which they were tried', () => {
    const { look, ...found } = findReport('refuted');
    const { proof } = findReport('beside the code').look;
    const pageWith = (result: Proof | null, vain: Proof | null) =>
      watchPage({ ...found, look: { ...look, proof: result, vain } });
    const words = ({ steps = [] }: Page) => codes(steps.slice(-2).map(({ label }) => label));
    const helped = pageWith(proof, look.proof);
    assert.equal(codeOf(helped.verdict.sentence), 'find.proved');
    assert.deepEqual(words(helped), ['word.worse', 'word.better']);
    // The refuted advice of the first finding is not repeated.
    assert.deepEqual(
      helped.apply.map(({ label }) => label),
      ['label.apply'],
    );
    const neither = pageWith(look.proof, proof && { ...proof, verdict: 'same' });
    assert.equal(codeOf(neither.verdict.sentence), 'find.refuted');
    assert.deepEqual(words(neither), ['word.worse', 'word.no-gain']);
    assert.ok(neither.why.some((one) => typeof one === 'string' && one.startsWith('processes=2 ')));
  });

  test('gives the setting of another finding as the result only where it is proved', () => {
    const found = findReport('other finding');
    const undecided = watchPage(withProof(found, { verdict: 'undecided' }));
    assert.equal(codeOf(undecided.verdict.badge), 'word.bottleneck');
    assert.equal(undecided.apply[0]?.label, 'label.fix');
  });

  test('says what was proved beside a change in the code, what it costs, and the change', () => {
    const found = findReport('beside the code');
    const page = watchPage(found);
    assert.deepEqual(page.apply[0]?.lines, ['cluster.fork();']);
    const cost = found.look.proof?.cost ?? assert.fail();
    assert.deepEqual(codes(page.verdict.certainty ?? []), ['612 → 870 requests/s', cost.code]);
    assert.equal(briefProof(found.look.proof ?? assert.fail()).cost?.text, say(cost));
    const vain = watchPage(withProof(found, { verdict: 'same', cost: null }));
    assert.equal(codeOf(vain.verdict.badge), 'word.bottleneck');
    assert.ok(!isSaid(vain.why, found.diagnosis.findings[0]?.because ?? assert.fail()));
  });

  test('asks the next question with the same request, about what was tried', () => {
    const next = (which: FindCase) => pageOf(which).next?.command;
    const tune = 'chokepoint tune --clients 8 --path /health';
    assert.equal(next('proved'), `${tune} -- node server.js`);
    assert.equal(next('beside the code'), `${tune} --vary processes=1,cores -- node server.js`);
    assert.equal(next('in code'), 'chokepoint --path /health -- node server.js');
    assert.equal(next('flat'), 'chokepoint doctor --clients 32 --path /health -- node server.js');
    assert.equal(next('healthy'), "chokepoint capacity --slo 'p99<200ms' --path /health -- node server.js");
  });

  test('never takes the limit of the load generator for that of the server', () => {
    const found = findReport('healthy');
    const knee = { ...approach.knee, end: 'generator' as const };
    const page = watchPage({ ...found, watch: { ...found.watch, approach: { ...approach, knee } } });
    assert.deepEqual(codes(page.warnings), ['find.at-least']);
    assert.equal(loadStep(knee).mark, 'warning');
  });

  test('has throughput by clients as its picture, and its proof below, with a link to the run', () => {
    const { figure, details } = watchPage(findReport('proved'), 'proof/report.html');
    const clients = figure?.chart.kind === 'curve' ? figure.chart.axis.levels : [];
    assert.deepEqual(clients, [1, 2, 4, 8, 16]);
    const [proof] = details;
    assert.equal(proof?.id, 'proof');
    assert.deepEqual(
      proof.blocks.flatMap((one) => (one.kind === 'link' ? one.href : [])),
      ['proof/report.html'],
    );
    assert.notEqual(pageOf('in code').details[0]?.id, 'proof');
  });
});

testOnTerminal('A first look', Object.fromEntries(findCases.map((which) => [which, () => pageOf(which)])), {
  golden: { 'beside the code': 'find-beside-the-code.txt', 'in code': 'find-in-code.txt' },
  ascii: ['proved'],
  copied: /^ {2,10}\S*(UV_THREADPOOL_SIZE|chokepoint )|^Report /,
  report,
});

suite('A first look in a terminal', () => {
  test('names what is to be put to work also where its code is too wide for the gutter', () => {
    const found = watchPage(findReport('beside the code'));
    const code = { ...found.apply[0], what: null, isShell: false, lines: ['x'.repeat(75)] } as Apply;
    const more = { text: 'other ways', section: 'apply' };
    const shown = (apply: Apply) =>
      terminalText({ ...found, apply: [apply] }, { columns: 80, color: false }).split('\n');
    for (const [apply, label] of [
      [{ ...code, more: null }, 'APPLY'],
      [{ ...code, more }, 'APPLY     other ways: in the report'],
    ] as const) {
      const lines = shown(apply);
      assert.equal(lines[lines.indexOf(`  ${'x'.repeat(75)}`) - 2], label);
    }
  });

  test('is written as it is done: the head, each step, then the rest', () => {
    const options = { columns: 80, color: false };
    const page: Page = pageOf('proved');
    const steps = (page.steps ?? []).map((step) => stepText(step, options)).join('');
    const rest = terminalText(page, { ...options, report, isBegun: true });
    assert.equal(headText(page.head, options) + steps + rest, plain('proved'));
  });

  test('is one sentence where the verdict alone is asked for', () => {
    const text = plain('proved', { detail: 'brief' });
    assert.ok(text.includes(say(pageOf('proved').verdict.sentence as AnyMessage)));
    assert.equal(text.includes('Next'), false);
  });
});
