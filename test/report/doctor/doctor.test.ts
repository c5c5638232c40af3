import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JudgedWatch } from '../../../src/report/next-step.ts';
import { diagnose } from '../../../src/doctor/diagnose.ts';
import { jsonText, message, quoted, say } from '../../../src/messages/message.ts';
import type { Diagnosis, Change } from '../../../src/model/diagnosis.ts';
import type { Note, WatchedProcess } from '../../../src/model/watch.ts';
import { briefDiagnosis } from '../../../src/report/formats/brief.ts';
import { said, type Block, type Page, type Words } from '../../../src/report/page.ts';
import { doctorPage } from '../../../src/report/pages/doctor.ts';
import type { TextOptions } from '../../../src/report/render/terminal-style.ts';
import { terminalText } from '../../../src/report/render/terminal.ts';
import { watchByHand } from '../../kit/watches.ts';
import { assertEach } from '../../kit/assert.ts';
import { momentsOf } from '../../../src/report/doctor/series.ts';
import { capturedReport, cases, doctorReport, type Case } from './doctor-fixture.ts';
import { hostileReport } from './doctor-hostile.ts';
import { testOnTerminal } from '../on-terminal.ts';

const pageOf = (which: Case) => doctorPage(doctorReport(which));
const textOf = (report: JudgedWatch, options: TextOptions) => terminalText(doctorPage(report), options);
const codeOf = (one: Words | null) => (one === null || typeof one === 'string' ? one : one.code);
const section = ({ details }: Page, id: string) => details.find((one) => one.id === id);
const blockOf = <Kind extends Block['kind']>(page: Page, id: string, kind: Kind) =>
  section(page, id)?.blocks.find((one): one is Extract<Block, { kind: Kind }> => one.kind === kind) ??
  assert.fail(`${id}: ${kind}`);

suite('The page of a diagnosis', () => {
  test('has the verdict with a word, a tone and the rule', () => {
    const of = (which: Case) => {
      const { badge, tone, name = null } = pageOf(which).verdict;
      return [codeOf(badge), tone, name];
    };
    assert.deepEqual(of('one finding'), ['word.bottleneck', 'bad', 'pool-too-small']);
    assert.deepEqual(of('healthy'), ['word.healthy', 'good', null]);
    assert.deepEqual(of('cannot tell'), ['word.cannot-tell', 'unsure', null]);
  });

  test('shows each resource of the sick process of a fleet, what limits it, and the others in one line', () => {
    const [bars] = pageOf('several processes').bars;
    assert.equal(bars && said(bars.label), 'pid 4711 · worker');
    const pool = bars?.rows.find(({ label }) => codeOf(label) === 'gauge.label.pool');
    assert.deepEqual([pool?.value, pool && said(pool.text)], [0.99, '4 of 4']);
    const limits = bars?.rows.flatMap(({ label, isBest }) => (isBest ? codeOf(label) : []));
    assert.deepEqual(limits, ['gauge.label.queue']);
    assert.deepEqual(bars?.notes?.map(codeOf), ['gauge.others']);
    const [alone] = pageOf('one finding').bars;
    assert.deepEqual([alone?.label, alone?.notes], ['', []]);
  });

  test('has tiles and a picture of what the finding is about', () => {
    const tiles = (which: Case) =>
      pageOf(which).tiles.map(({ label }) => codeOf(label)?.replace('gauge.label.', ''));
    assert.deepEqual(tiles('one finding'), ['queue', 'wait', 'pool']);
    assert.deepEqual(tiles('healthy'), ['cpu', 'loop', 'pool', 'wait']);
    assert.equal(pageOf('one finding').figure?.of, 'queue');
    assert.equal(pageOf('healthy').figure, null, 'a flat line is no picture');
    const { diagnosis, ...rest } = doctorReport('one finding');
    const findings = diagnosis.findings.map((one) => ({ ...one, resource: 'downstream' as const }));
    // What limits it is elsewhere: a curve of an idle CPU would be no picture of it.
    assert.equal(doctorPage({ ...rest, diagnosis: { ...diagnosis, findings } }).figure, null);
  });

  test('gives one fix with the lines to paste and what to expect; the other ways are below', () => {
    const [fix] = pageOf('one finding').apply;
    assert.deepEqual(fix?.lines, ['UV_THREADPOOL_SIZE=64']);
    assert.equal(fix?.isShell, true);
    assert.match(said(fix?.expect ?? ''), /× 15\.8/);
    assert.equal(fix?.more?.section, 'finding-pool-too-small');
    assert.deepEqual(pageOf('healthy').apply, []);
  });

  test('names one command that comes next: the same look after the change, or what would see more', () => {
    const step = (report: JudgedWatch) => {
      const { next } = doctorPage(report);
      return next && [next.command, next.why.code];
    };
    assert.deepEqual(step(doctorReport('one finding')), ['chokepoint doctor PID', 'next.restart']);
    const asked = (target: JudgedWatch['watch']['target'], changes?: Change) => {
      const { watch, diagnosis, ...rest } = doctorReport('one finding');
      const [first, ...others] = diagnosis.findings;
      const findings = first && changes ? [{ ...first, changes: [changes] }, ...others] : diagnosis.findings;
      return step({
        ...rest,
        watch: { ...watch, target },
        diagnosis: { ...diagnosis, target, findings },
      })?.[0];
    };
    assert.equal(asked({ type: 'pid', pid: 4711, port: 8080 }), 'chokepoint doctor :8080');
    assert.equal(asked({ type: 'pid', pid: 4711, app: 'api' }), 'chokepoint doctor api');
    // What PM2 has started goes on, and has the port.
    const what = message('change.more-processes-pm2', { processes: 4, app: 'srv' });
    const pm2 = { type: 'command', what, text: 'npx pm2 start srv.js --name srv -i 4' } as const;
    const request = ['--path=/health'];
    const started = { type: 'command', command: ['npx', 'srv'], load: 'closed:32', request } as const;
    assert.equal(asked(started, pm2), 'chokepoint doctor srv --path /health --clients 32');
    const open = doctorReport('cannot tell');
    assert.deepEqual(step(open), ['chokepoint doctor 4711 --attach', 'next.deeper']);
    assert.equal(step({ ...open, deeper: null }), null);
    assert.equal(step(doctorReport('healthy')), null);
    const idle = { ...open.diagnosis, sentence: message('diagnosis.no-traffic', { port: 3000, seconds: 4 }) };
    const [command] = step({ ...open, diagnosis: { ...idle, status: 'no traffic' } }) ?? [];
    assert.equal(command, 'chokepoint doctor :3000 --clients 32 --path /');
  });

  test('says of the main finding what it rests on, and the other ways to change it', () => {
    const [item] = blockOf(pageOf('one finding'), 'findings', 'items').items;
    assert.equal(codeOf(item?.title ?? null), 'pool-too-small.rule', 'its title is the verdict');
    assert.deepEqual(
      item?.blocks.map(({ kind }) => kind),
      ['facts', 'texts'],
    );
    const changes = item?.folded?.blocks.flatMap((one) => (one.kind === 'code' ? [one.lines] : []));
    assert.deepEqual(changes, [['ENV UV_THREADPOOL_SIZE=64', '# before CMD']]);
  });

  test('has a row for each process and one for all of them; what is not known is a dash', () => {
    const rows = (which: Case) =>
      blockOf(pageOf(which), 'processes', 'table').table.rows.map((row) => row.map(({ text }) => text));
    const [, sick, , all] = rows('several processes');
    assert.deepEqual(sick?.slice(3), [
      '0.21 of 2',
      '3.1%',
      '4 of 4',
      '59 file system calls',
      '329 ms',
      '94 MiB',
    ]);
    assert.deepEqual(all?.slice(3), ['0.63 of 2', '–', '–', '–', '–', '282 MiB']);
    assert.deepEqual(rows('cannot tell')[0]?.slice(4, 7), ['– of 4', '–', '–']);
  });

  test('counts what the rules said, and says all of it below', () => {
    const { quality } = pageOf('cannot tell');
    assert.deepEqual(quality, [
      ['undecided', message('doctor.all-rules', { found: 0, explained: 0, fine: 5, others: 1, open: 1 })],
    ]);
    const { rows } = blockOf(pageOf('cannot tell'), 'rules', 'rows');
    assert.deepEqual(
      [rows.length, rows[0]?.name, codeOf(rows[0]?.badge ?? null)],
      [2, 'memory-growth', 'word.cannot-tell'],
    );
    const names = blockOf(pageOf('cannot tell'), 'rules', 'facts').facts.map(({ value }) => said(value));
    assert.equal(names[0]?.split(', ').length, 5, 'of those that are fine the name is enough');
    assert.equal(blockOf(pageOf('one finding'), 'rules', 'rows').rows.length, 1, 'a finding is said once');
  });

  test('of a server that ended at once says that alone, and names no deeper look', () => {
    const { watch, diagnosis, deeper } = doctorReport('cannot tell');
    const sentence = message('diagnosis.ended', { seconds: 0.3, exit: 'exit code 4', heap: null });
    const page = doctorPage({
      deeper,
      watch: { ...watch, end: 'ended', exit: 'exit code 4', duration: 300 },
      diagnosis: { ...diagnosis, sentence, answers: [] },
    });
    assert.equal(codeOf(page.verdict.sentence), 'diagnosis.ended');
    assert.deepEqual([page.warnings, page.why, page.next], [[], [], null]);
    for (const id of ['unseen', 'rules']) assert.equal(section(page, id), undefined);
  });

  test('says that it was interrupted, and what was seen until then', () => {
    assert.deepEqual(pageOf('interrupted').warnings, [message('doctor.interrupted', { seen: 4000 })]);
    assert.equal(pageOf('interrupted').verdict.name, 'pool-too-small');
  });

  test('shows what trace events said of each kind of job, the dearest first, and whether they ended early', () => {
    const table = (report: JudgedWatch) => blockOf(doctorPage(report), 'capture', 'table').table;
    const alone = table(capturedReport('one finding', true));
    assertEach(alone.rows, ([kind]) => kind?.text, ['node_api', 'fs']);
    assertEach(alone.rows[0], ({ text }) => text, [
      'node_api',
      '140',
      '53.0 ms',
      '47.7 ms',
      '106 ms',
      '2 s, ended early',
    ]);
    assert.match(alone.note ?? '', /24,000 events a second/);
    const several = table(capturedReport('several processes', false));
    assertEach(several.rows[0]?.slice(0, 3), ({ text }) => text, ['4711', 'node_api', '140']);
    assert.equal(section(pageOf('one finding'), 'capture'), undefined);
  });

  test('says once why there is no probe: as a note where it has something to do in it, else where the gaps are', () => {
    const report = doctorReport('cannot tell');
    const why = 'It was not asked for.';
    const missed = (told: readonly Note[]) => {
      const notes = [...told, message('note.no-probe', { why: quoted(why) })];
      const diagnosis = { ...report.diagnosis, notes };
      const page = doctorPage({ ...report, watch: { ...report.watch, notes: told }, diagnosis });
      const { facts } = blockOf(page, 'unseen', 'facts');
      const listed = section(page, 'notes')?.blocks.flatMap((one) => (one.kind === 'texts' ? one.texts : []));
      const fact = facts.find(({ name }) => said(name) === say(message('doctor.unseen.probe')));
      return [fact && said(fact.value), listed?.map(codeOf) ?? []];
    };
    assert.deepEqual(missed([]), [why, []]);
    const problem = { problem: 'SIGNAL_HANDLED', what: 'It handles SIGUSR1.', why, todo: 'Ask for it.' };
    const refused = missed([message('note.probe-refused', { pid: 4711, ...problem })]);
    assert.deepEqual(refused, [say(message('unseen.see-notes')), ['note.probe-refused']]);
  });
});

testOnTerminal('A diagnosis', Object.fromEntries(cases.map((which) => [which, () => pageOf(which)])), {
  golden: { 'several processes': 'doctor-several-processes.txt', 'cannot tell': 'doctor-cannot-tell.txt' },
  widths: [40, 60, 80, 120],
  copied: /^ {2,12}\S*(UV_THREADPOOL_SIZE|chokepoint )|^(?:Report|Next) /,
  details: ['brief', 'normal', 'verbose'],
  mostBrief: 2,
});

suite('A diagnosis in a terminal', () => {
  test('keeps the verdict, the fix and the way on where there is much to say', () => {
    const { watch, diagnosis, deeper } = doctorReport('one finding');
    const long = quoted(Array.from({ length: 60 }, (_, i) => `reason${i}`).join(' '));
    const page = (lines: number) => {
      const code = Array.from({ length: lines }, (_, i) => `line${i}();`).join('\n');
      const changes = [{ type: 'code' as const, what: quoted('limit it'), text: code }];
      const findings = diagnosis.findings.map((one) => ({ ...one, because: long, changes }));
      return textOf({ watch, deeper, diagnosis: { ...diagnosis, findings } }, { columns: 80, color: false });
    };
    for (const lines of [5, 33]) assert.ok(page(lines).split('\n').length - 1 <= 30);
    assert.match(page(5), /line0\(\);\n(.*\n){3} {10}line4\(\);$/m);
    assert.match(page(5), /^WHY {7}reason0 .*\n {10}reason8 .* …$/m);
    // Code that would fill the page alone is elsewhere.
    assert.ok(
      page(33)
        .replaceAll(/\s+/g, ' ')
        .includes(say(message('doctor.code-elsewhere', { lines: 33 }))),
    );
  });

  test('draws with ASCII alone where there is no UTF-8', () => {
    const text = textOf(doctorReport('several processes'), { columns: 80, color: false, isUnicode: false });
    assert.match(text, /^x BOTTLENECK/m);
    assert.match(text, /#{8,} +4 of 4$/m);
  });

  test('lets no text of another process move the cursor, turn a line around, or look like a row', () => {
    for (const columns of [40, 80, 400]) {
      const text = (['normal', 'verbose'] as const)
        .map((detail) => textOf(hostileReport(), { columns, color: false, detail }))
        .join('\n');
      assert.deepEqual(text.match(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu), null);
    }
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
      assertEach(
        brief.findings,
        ({ rule, severity }) => [rule, severity],
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

const others = (service: string | null) =>
  message('doctor.others', { others: 0.4 * 4 - 0.2, cpus: 4, service });

test('A database on the same machine, which the finding is about, is named among the other programs', () => {
  const warnings = (to: string) => {
    const age = { p50: 60, p95: 90, max: 99 };
    const outbound = [{ to, connections: 10, pending: 10, age }];
    const inbound = { connections: 32, active: null, pending: 32, rate: null, age };
    const sockets = { ok: true, listening: [], overflows: 0, inbound, outbound } as const;
    const watch = watchByHand({ sockets }, { machine: { busy: 0.4, steal: 0 } });
    return doctorPage({ watch, diagnosis: diagnose(watch), deeper: null }).warnings;
  };
  assert.deepEqual(warnings('127.0.0.1:5432'), [others('127.0.0.1:5432')]);
  assert.deepEqual(warnings('10.0.0.5:5432'), [others(null)]);
});

test('A client on the same machine is named with what it used, and is none of the other programs', () => {
  const warnings = (cpu: number) => {
    const clients = [{ pid: 4711, name: 'autocannon', cpu }];
    const watch = watchByHand({}, { machine: { busy: 0.5, steal: 0 }, clients });
    return doctorPage({ watch, diagnosis: diagnose(watch), deeper: null }).warnings;
  };
  const client = message('doctor.client', { pid: 4711, name: 'autocannon', cpu: 1.7, cpus: 4 });
  assert.deepEqual(warnings(1.7), [client]);
  const left = message('doctor.others', { others: 0.5 * 4 - 0.2, cpus: 4, service: null });
  assert.deepEqual(warnings(0.1), [left]);
});

test('the queue over time is without the probe’s own jobs, as the sentence above it is', () => {
  const [process] = doctorReport('one finding').watch.processes;
  assert.ok(process?.probe.ok);
  const probe = {
    ...process.probe,
    readings: process.probe.readings.map((one) => ({
      ...one,
      fast: { ...one.fast, pending: 5 },
      slow: { ...one.slow, pending: 32 },
    })),
  };
  const series = process.series.map((point) => ({ ...point, queued: 31, slowQueued: 31 }));
  const seen: WatchedProcess = { ...process, series, probe };
  assert.deepEqual([...new Set(momentsOf(seen).map(({ queued }) => queued))], [26]);
  const outside: WatchedProcess = { ...seen, probe: { ok: false, why: message('unseen.probe-not-wanted') } };
  assert.deepEqual([...new Set(momentsOf(outside).map(({ queued }) => queued))], [62]);
});
