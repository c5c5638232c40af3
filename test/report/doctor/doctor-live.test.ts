import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { liveLine, liveLines, LiveState } from '../../../src/report/doctor/live.ts';
import { textWidth } from '../../../src/format/width.ts';
import { clientReading, doctorReport, point, reading, type Case } from './doctor-fixture.ts';
import { hostile } from './doctor-hostile.ts';
import { assertEach, assertNone } from '../../kit/assert.ts';

function watched(which: Case, pulses: number, command?: string): LiveState {
  const { diagnosis } = doctorReport(which);
  const state = new LiveState(diagnosis.target, 30_000);
  const pids = diagnosis.processes.map(({ pid }) => pid);
  state.take({
    type: 'processes',
    processes: diagnosis.processes.map(({ pid, role, command: own }) => ({
      pid,
      role,
      command: command ?? own,
    })),
  });
  for (let i = 1; i <= pulses; i++) {
    state.take({
      type: 'pulse',
      at: i * 250,
      points: new Map(pids.map((pid) => [pid, point(i * 250, pid === 4711 ? 59 : 0)])),
      readings: new Map([[4711, [reading(i * 250, 300)]]]),
      diagnosis: i % 4 === 0 ? diagnosis : null,
    });
  }
  return state;
}

const plain = (state: LiveState, columns: number, rows: number) =>
  liveLines(state, { columns, rows, color: false });

suite('The live view', () => {
  for (const [columns, rows] of [
    [200, 60],
    [80, 24],
    [60, 12],
    [40, 8],
    [40, 1],
  ] as const) {
    test(`fits a terminal of ${columns} × ${rows}, whatever is to be shown`, () => {
      for (const which of ['healthy', 'one finding', 'several processes', 'cannot tell'] as const) {
        for (const pulses of [0, 1, 3, 400]) {
          const lines = plain(watched(which, pulses, `node ${hostile}`), columns, rows);
          assert.ok(lines.length <= rows, `${lines.length} lines`);
          assertNone(lines, (line) => textWidth(line) > columns || /\p{Cc}/u.test(line));
        }
      }
    });
  }

  test('says first what holds the server back, and what to do', () => {
    const lines = plain(watched('one finding', 8), 100, 30);
    assert.match(lines[0] ?? '', /^chokepoint doctor: pid 4711 +2\.0 s of 30 s$/);
    assert.match(lines[2] ?? '', /^BOTTLENECK {2}All 4 pool threads are busy/);
    assert.match(lines[3] ?? '', /^CRITICAL pool-too-small: give the pool 64 threads/);
  });

  test('shows of a process the five figures that tell pool, loop and CPU apart, each with its curve', () => {
    const lines = plain(watched('one finding', 40), 80, 30);
    const at = lines.findIndex((line) => line.startsWith('pid 4711'));
    const labels = ['CPU', 'loop', 'pool', 'queue', 'wait'];
    assertEach(lines.slice(at + 1, at + 6), (line) => line.trim().split(/ +/)[0], labels);
    assert.match(lines[at + 3] ?? '', /4\.0 of 4 +█{40}$/);
    assert.match(lines[at + 5] ?? '', /300 ms +█{40}$/);
  });

  test('shows the connections for which requests wait, where some are known', () => {
    const state = watched('one finding', 8);
    const pools = [clientReading({ used: 4, limit: 4, waiting: 12 }), clientReading({ client: 'ioredis' })];
    const said = { ...reading(2250, 300), pools };
    state.take({
      type: 'pulse',
      at: 2250,
      points: new Map(),
      readings: new Map([[4711, [said]]]),
      diagnosis: null,
    });
    const line = plain(state, 80, 30).find((one) => one.includes('in use'));
    assert.match(line ?? '', /in use +4 of 4 \(\+12\) +█$/);
  });

  test('gives each process a line where blocks have no room, and counts those without one', () => {
    const state = watched('several processes', 20);
    assert.equal(plain(state, 80, 24).filter((line) => /^ *471[012] .*[▁-█]$/.test(line)).length, 3);
    assert.match(plain(state, 80, 9).join('\n'), /… and 2 further processes/);
  });

  test('forgets a process that has ended', () => {
    const state = watched('several processes', 4);
    state.take({ type: 'processes', processes: [{ pid: 4712, role: 'worker', command: 'node' }] });
    assert.doesNotMatch(plain(state, 80, 40).join('\n'), /pid 4711 /);
  });

  test('says in one line of a log what the doctor thinks', () => {
    assert.equal(
      liveLine(watched('one finding', 8)),
      '2.0 s  bottleneck: All 4 pool threads are busy, and 59.4 jobs wait 329 ms for one.',
    );
    assert.equal(liveLine(watched('several processes', 1)), '0.3 s  looking at 3 processes');
  });

  test('says no more in colour than without', () => {
    const state = watched('one finding', 8);
    const coloured = liveLines(state, { columns: 80, rows: 24, color: true });
    assert.ok(coloured.some((line) => line.includes('\u001B[')));
    assert.deepEqual(coloured.map(stripVTControlCharacters), plain(state, 80, 24));
  });
});
