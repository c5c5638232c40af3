import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { say, quoted } from '../../src/messages/message.ts';
import { briefProof } from '../../src/report/formats/brief.ts';
import { textWidth } from '../../src/format/width.ts';
import { doctorHtml } from '../../src/report/doctor/html.ts';
import { doctorOutline } from '../../src/report/doctor/outline.ts';
import { findAnswer, findParts } from '../../src/report/find/html.ts';
import { findOutline, loadStep, type FindReport } from '../../src/report/find/outline.ts';
import { answerText, headText, stepText } from '../../src/report/find/text.ts';
import type { TextOptions } from '../../src/report/render/terminal-style.ts';
import { approach, findCases, findReport, type FindCase } from './find-fixture.ts';

const file = '.chokepoint/reports/20261120-093000-ab12/report.html';

function page(report: FindReport, options: TextOptions): string {
  const said = findOutline(report, doctorOutline(report));
  const steps = said.steps.map((step) => stepText(step, options)).join('');
  return headText('node server.js', options) + steps + answerText(said, options, file);
}

const plain = (which: FindCase, options: Partial<TextOptions> = {}) =>
  page(findReport(which), { columns: 80, color: false, ...options });

suite('A first look in a terminal', () => {
  for (const which of findCases) {
    test(`of the case "${which}" is as it was (UPDATE_GOLDEN=1 writes it anew)`, () => {
      const golden = join(import.meta.dirname, 'golden', `find-${which.replaceAll(' ', '-')}.txt`);
      const text = plain(which);
      if (process.env['UPDATE_GOLDEN']) writeFileSync(golden, text);
      assert.equal(text, readFileSync(golden, 'utf8'));
    });

    test(`of the case "${which}" takes 30 lines of 80 columns at most`, () => {
      const lines = plain(which).trimEnd().split('\n');
      assert.ok(lines.length <= 30, String(lines.length));
      const copied = /^ {2,10}\S*(UV_THREADPOOL_SIZE|chokepoint )|^Report /;
      assert.deepEqual(
        lines.filter((line) => textWidth(line) > 80 && !copied.test(line)),
        [],
      );
    });
  }

  test('gives the lines to paste of a setting that is proved, and of no other', () => {
    assert.match(plain('proved'), /^APPLY {5}UV_THREADPOOL_SIZE=64/m);
    for (const which of ['refuted', 'undecided', 'in code', 'healthy', 'flat'] as const)
      assert.doesNotMatch(plain(which), /^APPLY/m);
  });

  test('does not advise what was measured to be worse', () => {
    const text = plain('refuted');
    assert.match(text, /^RESULT {4}Do not set UV_THREADPOOL_SIZE=64: measured, it gives 0\.97/m);
    assert.doesNotMatch(text, /^(FIX|APPLY|EXPECT)/m);
  });

  test('keeps the diagnosis as the result where what was tried beside it changed nothing', () => {
    const text = plain('short jobs');
    assert.match(text, /^✗ BOTTLENECK {2}All 4 pool threads are busy/m);
    assert.match(text, /no difference: 1\.00× the throughput/);
    assert.match(text, /^FIX/m);
  });

  test('gives the setting of another finding as the result only where it is proved', () => {
    const report = findReport('other finding');
    const proved = plain('other finding');
    assert.match(proved, /^RESULT {4}UV_THREADPOOL_SIZE=64 gives 1\.9×/m);
    assert.match(proved, /^FIX/m, 'what the first finding asks for stays');
    const undecided = report.proof && { ...report.proof, verdict: 'undecided' as const };
    const text = page({ ...report, proof: undecided }, { columns: 80, color: false });
    assert.match(text, /^✗ BOTTLENECK/m);
    assert.match(text, /^FIX/m);
    assert.doesNotMatch(text, /^APPLY/m);
  });

  test('says what was proved beside a change in the code, what it costs, and the change', () => {
    const report = findReport('beside the code');
    const said = findOutline(report, doctorOutline(report));
    assert.equal(said.result?.word, 'proved');
    assert.deepEqual(said.apply, ['cluster.fork();']);
    assert.equal(said.fix?.rule, 'loop-saturated');
    const cost = report.proof?.cost ?? assert.fail();
    assert.equal(said.result.details.filter((line) => line.includes('p99')).length, 1);
    for (const text of [
      plain('beside the code'),
      findAnswer(doctorOutline(report).answer, report, said).rest,
    ])
      assert.ok(text.includes(say(cost)), text);
    assert.equal(briefProof(report.proof ?? assert.fail()).cost?.text, say(cost));
    const vain = report.proof && { ...report.proof, verdict: 'same' as const, cost: null };
    const left = findOutline({ ...report, proof: vain }, doctorOutline(report));
    assert.equal(left.result, null);
    assert.doesNotMatch(left.why.join(' '), /CPUs are free/);
  });

  test('asks the next question with the same request', () => {
    assert.match(plain('proved'), /^Next {6}chokepoint tune -c 8 --path \/health -- node server\.js/m);
    assert.match(
      plain('in code'),
      /^Next {6}chokepoint --path \/health -- node server\.js {4}after the change/m,
    );
  });

  test('looks for the best setting of what was tried: processes or sizes of the pool', () => {
    const next = (which: FindCase) => {
      const report = findReport(which);
      return findOutline(report, doctorOutline(report)).next?.command;
    };
    assert.equal(next('proved'), 'chokepoint tune -c 8 --path /health -- node server.js');
    assert.equal(
      next('beside the code'),
      'chokepoint tune -c 8 --path /health --vary processes=1,cores -- node server.js',
    );
  });

  test('says why in the sentences that fit in two lines, where there is no room for all', () => {
    const report = findReport('in code');
    const because = quoted(
      `At most 331/s; measured 322/s. ${'And so much more is known of it. '.repeat(20)}`,
    );
    const findings = report.diagnosis.findings.map((one) => ({ ...one, because }));
    const text = page(
      { ...report, diagnosis: { ...report.diagnosis, findings } },
      { columns: 80, color: false },
    );
    assert.match(text, /^WHY {7}At most 331\/s; measured 322\/s\. And so .*\n.* of it\.\n\n/m);
  });

  test('is one sentence where the verdict alone is asked for', () => {
    const report = findReport('proved');
    const said = findOutline(report, doctorOutline(report));
    const text = answerText(said, { columns: 80, color: false, detail: 'brief' }, file);
    assert.equal(text, 'UV_THREADPOOL_SIZE=64 gives 1.9× the throughput (1.5–2.4): proved\n');
  });

  test('never takes the limit of the load generator for that of the server', () => {
    const report = findReport('healthy');
    const knee = { ...approach.knee, end: 'generator' as const };
    const limited = { ...report, watch: { ...report.watch, approach: { ...approach, knee } } };
    assert.match(page(limited, { columns: 120, color: false }), /WARNING +At least 172 requests\/s/);
    assert.equal(loadStep(knee).mark, 'warning');
  });

  test('draws with ASCII alone where the terminal has no UTF-8', () => {
    const text = plain('proved', { isUnicode: false });
    assert.match(text, /^\+ started /m);
    assert.doesNotMatch(text, /[^\x20-\x7e\n]/);
  });
});

suite('The page of a first look', () => {
  const html = (which: FindCase) => {
    const report = findReport(which);
    const outline = doctorOutline(report);
    const said = findOutline(report, outline);
    const answer = findAnswer(outline.answer, report, said);
    return doctorHtml(
      { ...outline, answer },
      undefined,
      findParts(report, report.watch, 'proof/report.html'),
    );
  };

  test('begins with what the proof says, and the lines to paste', () => {
    const text = html('proved');
    assert.match(text, /<h1 class="verdict">UV_THREADPOOL_SIZE=64 gives 1\.9× the throughput/);
    assert.match(text, /UV_THREADPOOL_SIZE=64/);
    assert.match(text, /href="proof\/report\.html"/);
  });

  test('begins with the diagnosis where nothing was proved', () => {
    assert.match(html('in code'), /<h1 class="verdict">All 4 pool threads are busy/);
  });

  test('has the throughput of each number of clients', () => {
    const text = html('healthy');
    assert.match(text, /id="clients"/);
    for (const { clients } of approach.knee.steps) assert.match(text, new RegExp(`>${clients}</t[dh]>`));
  });
});
