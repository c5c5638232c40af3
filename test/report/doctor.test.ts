import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { jsonText, message, quoted, say } from '../../src/messages/message.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import type { Note } from '../../src/model/watch.ts';
import { briefDiagnosis } from '../../src/report/formats/brief.ts';
import { doctorOutline, type DoctorReport } from '../../src/report/doctor/outline.ts';
import { doctorText } from '../../src/report/doctor/text.ts';
import type { Detail, TextOptions } from '../../src/report/terminal/terminal-style.ts';
import { textWidth } from '../../src/format/width.ts';
import { processByHand, watchByHand } from '../doctor/watch-by-hand.ts';
import { capturedReport } from './doctor-captured.ts';
import { doctorReport, type Case } from './doctor-fixture.ts';
import { hostileReport } from './doctor-hostile.ts';

const textOf = (report: DoctorReport, options: TextOptions) => doctorText(doctorOutline(report), options);

const golden = join(import.meta.dirname, 'golden');
const cases: readonly Case[] = ['healthy', 'one finding', 'several processes', 'cannot tell', 'interrupted'];
const plain = (which: Case, columns = 80, detail: Detail = 'normal') =>
  textOf(doctorReport(which), { columns, color: false, detail });
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

suite('The doctor’s report in a terminal', () => {
  for (const which of cases) {
    test(`of the case "${which}" is as it was (UPDATE_GOLDEN=1 writes it anew)`, () => {
      const file = join(golden, `doctor-${which.replaceAll(' ', '-')}.txt`);
      const text = plain(which);
      if (process.env['UPDATE_GOLDEN']) {
        mkdirSync(golden, { recursive: true });
        writeFileSync(file, text);
      }
      assert.equal(text, readFileSync(file, 'utf8'));
    });

    for (const columns of [40, 60, 80, 120]) {
      test(`of the case "${which}" fits a terminal of ${columns} columns, save what is there to be copied`, () => {
        const copied = /^ {2,10}\S*(UV_THREADPOOL_SIZE|chokepoint )|To see it for yourself|^(Report|Verify) /;
        for (const detail of ['brief', 'normal', 'verbose'] as const) {
          const wide = plain(which, columns, detail)
            .split('\n')
            .filter((line) => textWidth(line) > columns && !copied.test(line));
          assert.deepEqual(wide, []);
        }
      });
    }

    test(`of the case "${which}" takes 30 lines at most, and one or two where the verdict alone is asked for`, () => {
      const lines = (detail: Detail) => plain(which, 80, detail).split('\n').length - 1;
      assert.ok(lines('normal') <= 30, String(lines('normal')));
      assert.ok(lines('brief') <= 2);
    });
  }

  test('begins with the verdict, in a word and in a sentence', () => {
    const verdict = (which: Case, detail: Detail) => plain(which, 80, detail).split('\n')[3] ?? '';
    assert.match(verdict('one finding', 'normal'), /^✗ BOTTLENECK {2}All 4 pool threads are busy/);
    assert.match(verdict('one finding', 'verbose'), /^BOTTLENECK {2}All 4 pool threads are busy/);
    assert.match(verdict('healthy', 'normal'), /^✓ HEALTHY {2}/);
    assert.match(plain('cannot tell', 80, 'brief'), /^\? CANNOT TELL {2}.*\.\n$/);
  });

  test('shows each resource of the sick process of a fleet, and the others in one line', () => {
    const text = plain('several processes');
    assert.match(text, /^ {2}pid 4711 · worker\n {2}CPU +█.* 0\.21 of 2$/m);
    assert.match(text, /^ {2}thread pool +█+▊? +4 of 4 busy$/m);
    assert.match(text, /^ {2}2 other processes · CPU 0\.21 · event loop 3\.1% · pool queue 0$/m);
    assert.doesNotMatch(plain('one finding'), /pid 4711 ·|other process/);
  });

  test('gives one fix with the lines to paste, and what to expect; the other ways are in the whole report', () => {
    const text = plain('one finding');
    assert.match(text, /^FIX {7}Give the pool 64 threads/m);
    assert.match(text, /^ {10}UV_THREADPOOL_SIZE=64$/m);
    assert.match(text, /^EXPECT {4}Throughput about/m);
    assert.match(text, /^Verify {4}chokepoint doctor PID/m);
    assert.doesNotMatch(text, /Dockerfile/);
    assert.doesNotMatch(plain('healthy'), /^(FIX|EXPECT|Verify|WHY)/m);
  });

  test('says why in the sentences that fit in two lines, and what to expect, where there is no room for all', () => {
    const { watch, diagnosis, deeper } = doctorReport('one finding');
    const params = { utilization: 0.2, waitedForCpu: null, inbound: 32, open: 10, connections: 10, each: 30 };
    const because = message('downstream.connections.because', { ...params, rate: 322, mean: 100 });
    const others = message('doctor.others', { others: 1.7, cpus: 2, service: null });
    const code = { type: 'code' as const, what: quoted('Open more'), text: 'one();\ntwo();' };
    const findings = diagnosis.findings.map((one) => ({ ...one, because, changes: [code] }));
    const said = doctorOutline({ watch, deeper, diagnosis: { ...diagnosis, findings } });
    const text = doctorText({ ...said, warnings: [say(others)] }, { columns: 80, color: false });
    assert.ok(text.split('\n').length - 1 <= 30);
    assert.match(text, /^WHY {7}10 connections, .*\n {10}.*69 ms of it waiting\.\n\nFIX /m);
    assert.match(text, /^EXPECT /m);
  });

  test('keeps the verdict, the fix and the way to more where there is much to say', () => {
    const { watch, diagnosis, deeper } = doctorReport('one finding');
    const long = quoted(Array.from({ length: 60 }, (_, i) => `reason${i}`).join(' '));
    const code = Array.from({ length: 11 }, (_, i) => `line${i}();`).join('\n');
    const findings = diagnosis.findings.map((one) => ({
      ...one,
      because: long,
      changes: [{ type: 'code' as const, what: quoted('limit it'), text: code }],
    }));
    const page = (all: typeof findings) =>
      textOf({ watch, deeper, diagnosis: { ...diagnosis, findings: all } }, { columns: 80, color: false });
    const text = page(findings);
    assert.ok(text.split('\n').length - 1 <= 30);
    assert.match(text, /^ {10}line0\(\);\n(.*\n){9} {10}line10\(\);$/m);
    assert.match(text, /^More /m);
    assert.match(text, /^WHY {7}reason0 .*\n {10}reason8 .* …$/m);
    assert.doesNotMatch(text, /reason15/);
    // Code that would fill the page alone is elsewhere.
    const longer = page(
      findings.map((one) => ({
        ...one,
        changes: [{ ...one.changes[0]!, text: `${code}\n${code}\n${code}` }],
      })),
    );
    assert.ok(longer.split('\n').length - 1 <= 30);
    assert.match(longer, /^FIX {7}Limit it\n {10}33 lines of code, in the report/m);
  });

  test('draws with ASCII alone where the terminal has no UTF-8', () => {
    const text = textOf(doctorReport('several processes'), { columns: 80, color: false, isUnicode: false });
    assert.match(text, /^x BOTTLENECK/m);
    assert.match(text, /^ {2}thread pool +#+ +4 of 4 busy$/m);
  });

  test('says of a finding why, what it rests on, what to change, what to expect, and what shows it', () => {
    const text = plain('one finding', 80, 'verbose');
    const places = [
      /^1\. CRITICAL pool-too-small$/m,
      /^ {2}The threads are blocked/m,
      /^ {2}jobs that wait +59\.4 on average/m,
      /^ {2}Change: give the pool 64 threads/m,
      /^ {4}UV_THREADPOOL_SIZE=64$/m,
      /^ {2}Or: the same in a Dockerfile/m,
      /^ {2}Expect: Throughput about/m,
      /chokepoint lab pool-size$/m,
    ].map((pattern) => text.search(pattern));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(
      places.every((place) => place > 0),
      String(places),
    );
  });

  test('has a row for each process and one for all of them; a sum of which a part is not known is a dash', () => {
    const rows = plain('several processes', 80, 'verbose').split('\n');
    assert.match(
      rows.find((row) => row.startsWith('4711')) ?? '',
      /worker .* 4\/4 +59\.4 +329 ms +94\.0 MiB$/,
    );
    assert.match(
      rows.find((row) => row.startsWith(' all')) ?? '',
      /0\.63\/2 +– +4\.8\/12 +59\.4 +– +282 MiB$/,
    );
    assert.match(plain('cannot tell', 80, 'verbose'), /^4711 .* –\/4 +– +–/m);
  });

  test('counts what the rules said, and says all of it where the whole is asked for', () => {
    assert.match(plain('healthy'), /^QUALITY {3}6 of 7 rules fine, 1 not applicable$/m);
    assert.match(plain('cannot tell'), /^QUALITY {3}5 of 7 rules fine, 1 not applicable, 1 cannot tell$/m);
    assert.match(plain('cannot tell', 80, 'verbose'), /^cannot tell {5}memory-growth: /m);
    assert.match(plain('healthy', 80, 'verbose'), /^fine {12}pool-hog: What was seen of it is usual\.$/m);
  });

  test('names the command that would see more where something is open, and only there', () => {
    assert.match(plain('cannot tell', 80, 'verbose'), / {2}chokepoint doctor 4711 --attach\n$/);
    assert.match(plain('cannot tell'), /^More {6}chokepoint doctor 4711 --attach$/m);
    assert.ok(!plain('healthy').includes('--attach'));
    assert.ok(
      !textOf({ ...doctorReport('cannot tell'), deeper: null }, { columns: 80, color: false }).includes(
        '--attach',
      ),
    );
  });

  test('of a server that ended at once says that alone, and names no deeper look', () => {
    const { watch, diagnosis, deeper } = doctorReport('cannot tell');
    const sentence = message('diagnosis.ended', { seconds: 0.3, exit: 'exit code 4', heap: null });
    const text = textOf(
      {
        deeper,
        watch: { ...watch, end: 'ended', exit: 'exit code 4', duration: 300 },
        diagnosis: { ...diagnosis, sentence, answers: [] },
      },
      { columns: 80, color: false, detail: 'verbose' },
    );
    assert.match(text, /^CANNOT TELL {2}The server ended after 0\.3 s \(exit code 4\)\.$/m);
    assert.doesNotMatch(text, /Warning|could not be seen|--attach|What the rules said/);
  });

  test('says that it was interrupted, and what was seen until then', () => {
    assert.match(flat(plain('interrupted')), /WARNING Interrupted after 4 s/);
    assert.match(plain('interrupted', 80, 'verbose'), /^1\. CRITICAL/m);
  });

  test('shows what trace events said of each kind of job, the dearest first, and whether they ended early', () => {
    const options = { columns: 80, color: false, detail: 'verbose' } as const;
    const text = textOf(capturedReport('one finding', true), options);
    const rows = text.split('\n').filter((row) => /^(fs|node_api) /.test(row));
    assert.match(rows[0] ?? '', /^node_api +140 +53\.0 ms +47\.7 ms +106 ms +2 s, ended early$/);
    assert.match(rows[1] ?? '', /^fs +60 +1\.50 ms +1\.35 ms +–/);
    assert.match(flat(text), /It was ended after 2 s: 24,000 events a second/);
    const several = textOf(capturedReport('several processes', false), options);
    assert.match(several, /^4711 +node_api +140 /m);
    assert.ok(!flat(several).includes('ended after'));
    assert.ok(!plain('one finding', 80, 'verbose').includes('trace events'));
  });

  test('says once why there is no probe: as a note where it has something to do in it, else where the gaps are', () => {
    const report = doctorReport('cannot tell');
    const why = 'It was not asked for.';
    const text = (told: readonly Note[]) => {
      const watch = { ...report.watch, notes: told };
      const notes = [...told, message('note.no-probe', { why: quoted(why) })];
      const options = { columns: 80, color: false, detail: 'verbose' } as const;
      return flat(textOf({ ...report, watch, diagnosis: { ...report.diagnosis, notes } }, options));
    };
    const times = (whole: string) => whole.split(why).length - 1;
    const plainly = text([]);
    assert.equal(times(plainly), 1);
    assert.match(plainly, /What only a probe sees It was not asked for\./);
    const problem = { problem: 'SIGNAL_HANDLED', what: 'It handles SIGUSR1.', why, todo: 'Ask for it.' };
    const refused = text([message('note.probe-refused', { pid: 4711, ...problem })]);
    assert.equal(times(refused), 1);
    assert.match(refused, /What only a probe sees The notes say why\./);
  });

  test('says no more in colour than without', () => {
    for (const detail of ['brief', 'normal', 'verbose'] as const) {
      const coloured = textOf(doctorReport('one finding'), { columns: 80, color: true, detail });
      assert.ok(coloured.includes('\u001B['));
      assert.equal(stripVTControlCharacters(coloured), plain('one finding', 80, detail));
    }
  });

  test('lets no text of another process move the cursor, turn a line around, or look like a row', () => {
    for (const columns of [40, 80, 400]) {
      const text = (['normal', 'verbose'] as const)
        .map((detail) => textOf(hostileReport(), { columns, color: false, detail }))
        .join('\n');
      assert.deepEqual(text.match(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu), null);
    }
    // Only what is there to be copied keeps its lines.
    const wide = textOf(hostileReport(), { columns: 400, color: false, detail: 'verbose' });
    assert.deepEqual(
      wide
        .split('\n')
        .filter((line) => /^ *next/.test(line))
        .map((line) => line.slice(0, 8)),
      ['    next'],
    );
  });
});

suite('The brief document of the doctor', () => {
  const reports = [...cases.map((which) => doctorReport(which)), hostileReport()];
  for (const [i, { diagnosis }] of reports.entries())
    test(`has at most 2 kB, and at the places of the whole one what decides (${diagnosis.status}, ${i})`, () => {
      const text = jsonText(briefDiagnosis(diagnosis, {}));
      assert.ok(Buffer.byteLength(text) <= 2048, String(Buffer.byteLength(text)));
      const { diagnosis: brief } = JSON.parse(text) as { diagnosis: Diagnosis };
      const whole = JSON.parse(jsonText(diagnosis)) as Diagnosis & { sentence: { text: string } };
      assert.deepEqual(brief.sentence, { code: whole.sentence.code, text: whole.sentence.text });
      assert.equal(brief.status, whole.status);
      assert.deepEqual(
        brief.findings.map(({ rule, severity }) => [rule, severity]),
        whole.findings.map(({ rule, severity }) => [rule, severity]),
      );
    });

  test('leaves out what can be left out first, and never the finding', () => {
    const { diagnosis } = doctorReport('one finding');
    const [first] = diagnosis.findings;
    assert.ok(first);
    const long = { ...diagnosis, findings: [{ ...first, because: quoted('x'.repeat(3000)) }] };
    const { findings } = briefDiagnosis(long, {}).diagnosis;
    assert.ok(!('because' in (findings[0] ?? {})));
    assert.equal(
      (findings[0] as unknown as { changes: readonly { text: string }[] }).changes[0]?.text,
      first.changes[0]?.text,
    );
    const longer = {
      ...long,
      findings: [{ ...first, changes: [{ ...first.changes[0], text: 'x'.repeat(3000) }] }],
    };
    assert.ok(Buffer.byteLength(jsonText(briefDiagnosis(longer as typeof long, {}))) <= 2048);
  });
});

test('A database on the same machine, which the finding is about, is named among the other programs', () => {
  const warnings = (to: string) => {
    const age = { p50: 60, p95: 90, max: 99 };
    const outbound = [{ to, connections: 10, pending: 10, age }];
    const inbound = { connections: 32, active: null, pending: 32, rate: null, age };
    const sockets = { ok: true, listening: [], overflows: 0, inbound, outbound } as const;
    const watch = watchByHand([processByHand({ sockets })], { machine: { busy: 0.4, steal: 0 } });
    return doctorOutline({ watch, diagnosis: diagnose(watch), deeper: null }).warnings;
  };
  const said = (service: string | null) =>
    say(message('doctor.others', { others: 0.4 * 4 - 0.2, cpus: 4, service }));
  assert.deepEqual(warnings('127.0.0.1:5432'), [said('127.0.0.1:5432')]);
  assert.deepEqual(warnings('10.0.0.5:5432'), [said(null)]);
});

test('A client on the same machine is named with what it used, and is none of the other programs', () => {
  const warnings = (cpu: number) => {
    const clients = [{ pid: 4711, name: 'autocannon', cpu }];
    const watch = watchByHand([processByHand()], { machine: { busy: 0.5, steal: 0 }, clients });
    return doctorOutline({ watch, diagnosis: diagnose(watch), deeper: null }).warnings;
  };
  const client = message('doctor.client', { pid: 4711, name: 'autocannon', cpu: 1.7, cpus: 4 });
  assert.deepEqual(warnings(1.7), [say(client)]);
  const others = message('doctor.others', { others: 0.5 * 4 - 0.2, cpus: 4, service: null });
  assert.deepEqual(warnings(0.1), [say(others)]);
});
