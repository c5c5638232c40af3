import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { doctorText } from '../../src/report/doctor/text.ts';
import { textWidth } from '../../src/format/width.ts';
import { capturedReport } from './doctor-captured.ts';
import { doctorReport, type Case } from './doctor-fixture.ts';
import { hostileReport } from './doctor-hostile.ts';

const golden = join(import.meta.dirname, 'golden');
const cases: readonly Case[] = ['healthy', 'one finding', 'several processes', 'cannot tell', 'interrupted'];
const plain = (which: Case, columns = 80, verbose = false) =>
  doctorText(doctorReport(which), { columns, color: false, verbose });
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
        const copied = /^ {2,4}\S*(UV_THREADPOOL_SIZE|chokepoint )|To see it for yourself/;
        for (const verbose of [false, true]) {
          const wide = plain(which, columns, verbose)
            .split('\n')
            .filter((line) => textWidth(line) > columns && !copied.test(line));
          assert.deepEqual(wide, []);
        }
      });
    }
  }

  test('begins with the verdict, in a word and in a sentence', () => {
    assert.match(plain('one finding').split('\n')[3] ?? '', /^CHOKE POINT {2}All 4 pool threads are busy/);
    assert.match(plain('healthy').split('\n')[3] ?? '', /^HEALTHY {2}/);
    assert.match(plain('cannot tell'), /^CANNOT TELL {2}/m);
  });

  test('says of a finding why, what it rests on, what to change, what to expect, and what shows it', () => {
    const text = plain('one finding');
    const places = [
      /^1\. CRITICAL pool-too-small$/m,
      /^ {2}The threads are blocked/m,
      /^ {2}jobs that wait +59\.4 on average/m,
      /^ {2}Change: give the pool 64 threads/m,
      /^ {4}UV_THREADPOOL_SIZE=64$/m,
      /^ {2}Or: the same in a Dockerfile/m,
      /^ {2}Expect: Jobs wait no longer/m,
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
    const rows = plain('several processes').split('\n');
    assert.match(
      rows.find((row) => row.startsWith('4711')) ?? '',
      /worker .* 4\/4 +59\.4 +329 ms +94\.0 MiB$/,
    );
    assert.match(
      rows.find((row) => row.startsWith(' all')) ?? '',
      /0\.63\/2 +– +4\.8\/12 +59\.4 +– +282 MiB$/,
    );
    assert.match(plain('cannot tell'), /^4711 .* –\/4 +– +–/m);
  });

  test('folds the rules that say nothing new, and shows all of them where that is asked for', () => {
    assert.match(
      flat(plain('healthy')),
      /Fine: memory-growth, pool-stuck, .* Does not apply: too-many-processes\./,
    );
    assert.match(plain('cannot tell'), /^cannot tell {5}memory-growth: /m);
    assert.match(plain('healthy', 80, true), /^fine {12}pool-hog: What was seen of it is usual\.$/m);
  });

  test('ends with the command that would see more where something is open, and only there', () => {
    assert.match(plain('cannot tell'), / {2}chokepoint doctor --pid 4711 --attach\n$/);
    assert.ok(!plain('healthy').includes('--attach'));
    assert.ok(
      !doctorText(
        { ...doctorReport('cannot tell'), deeper: null },
        { columns: 80, color: false, verbose: false },
      ).includes('--attach'),
    );
  });

  test('of a server that ended at once says that alone, and names no deeper look', () => {
    const { watch, diagnosis, deeper } = doctorReport('cannot tell');
    const sentence = 'Cannot tell, because the server ended after 0.3 s (exit code 4).';
    const text = doctorText(
      {
        deeper,
        watch: { ...watch, end: 'ended', exit: 'exit code 4', duration: 300 },
        diagnosis: { ...diagnosis, sentence, answers: [] },
      },
      { columns: 80, color: false, verbose: false },
    );
    assert.match(text, /^CANNOT TELL {2}The server ended after 0\.3 s \(exit code 4\)\.$/m);
    assert.doesNotMatch(text, /Warning|could not be seen|--attach|What each rule said/);
  });

  test('says that it was interrupted, and what was seen until then', () => {
    assert.match(flat(plain('interrupted')), /Warning: Interrupted after 4\.00 s/);
    assert.match(plain('interrupted'), /^1\. CRITICAL/m);
  });

  test('shows what trace events said of each kind of job, the dearest first, and whether they ended early', () => {
    const options = { columns: 80, color: false, verbose: false };
    const text = doctorText(capturedReport('one finding', true), options);
    const rows = text.split('\n').filter((row) => /^(fs|node_api) /.test(row));
    assert.match(rows[0] ?? '', /^node_api +140 +53\.0 ms +47\.7 ms +106 ms +2\.00 s, ended early$/);
    assert.match(rows[1] ?? '', /^fs +60 +1\.50 ms +1\.35 ms +–/);
    assert.match(flat(text), /It was ended after 2\.00 s: 24,000 events a second/);
    const several = doctorText(capturedReport('several processes', false), options);
    assert.match(several, /^4711 +node_api +140 /m);
    assert.ok(!flat(several).includes('ended after'));
    assert.ok(!plain('one finding').includes('trace events'));
  });

  test('says once why there is no probe: as a note where it has something to do in it, else where the gaps are', () => {
    const report = doctorReport('cannot tell');
    const text = (notes: readonly string[]) =>
      flat(
        doctorText(
          {
            ...report,
            watch: { ...report.watch, notes },
            diagnosis: {
              ...report.diagnosis,
              notes: ['No probe (It was not asked for.): stalls are not seen.'],
            },
          },
          { columns: 80, color: false, verbose: false },
        ),
      );
    const times = (whole: string) => whole.split('It was not asked for.').length - 1;
    const plainly = text([]);
    assert.equal(times(plainly), 1);
    assert.match(plainly, /What only a probe sees It was not asked for\./);
    const refused = text(['No probe in process 4711. It was not asked for. Ask for it.']);
    assert.equal(times(refused), 1);
    assert.match(refused, /What only a probe sees The notes say why\./);
  });

  test('says no more in colour than without', () => {
    const coloured = doctorText(doctorReport('one finding'), { columns: 80, color: true, verbose: true });
    assert.ok(coloured.includes('\u001B['));
    assert.equal(stripVTControlCharacters(coloured), plain('one finding', 80, true));
  });

  test('lets no text of another process move the cursor, turn a line around, or look like a row', () => {
    for (const columns of [40, 80, 400]) {
      const text = doctorText(hostileReport(), { columns, color: false, verbose: true });
      assert.deepEqual(text.match(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu), null);
    }
    // Only what is there to be copied keeps its lines.
    const wide = doctorText(hostileReport(), { columns: 400, color: false, verbose: true });
    assert.deepEqual(
      wide
        .split('\n')
        .filter((line) => /^ *next/.test(line))
        .map((line) => line.slice(0, 8)),
      ['    next'],
    );
  });
});
