import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { emptyPlace } from '../../kit/place.ts';
import { countingBegun, jobsText } from '../../../src/lab/servers/by-hand.ts';
import { poolThreads } from '../../../src/topologies/guest-protocol.ts';

suite('A server that was started by hand', () => {
  test('tells at /jobs of the jobs of all its processes, and leaves out a line that is half written', () => {
    using here = emptyPlace('by-hand');
    for (const pid of [7, 8]) here.write(`${pid}.ready`, '');
    here.write('7.jobs', '1000.000 1250.000\n1000.000 1500.0');
    here.write('7.begun', '2');
    here.write('8.jobs', '1100.000 1101.000\n');
    here.write('8.begun', '1');
    const [now, ...lines] = jobsText(here.folder).split('\n');
    assert.match(now ?? '', /^now \d+\.\d{3}$/);
    assert.match(lines[0] ?? '', /^pool \d+$/);
    assert.deepEqual(lines.slice(1), [
      'processes 2',
      'begun 3',
      'ended 2',
      'job 7 1000.000 0.250',
      'job 8 1100.000 0.001',
      '',
    ]);
  });

  test('counts a job before it begins, so that nobody takes the burst for over', () => {
    using here = emptyPlace('by-hand');
    const jobs = countingBegun({ begin: () => () => {} }, here.folder);
    for (let job = 0; job < 12; job++) jobs.begin();
    assert.match(jobsText(here.folder), /^begun 12\nended 0$/m);
  });

  test('names the size of its pool as libuv reads the variable', () => {
    const sizes: readonly (readonly [string | undefined, number])[] = [
      [undefined, 4],
      ['', 1],
      ['0', 1],
      ['abc', 1],
      ['4x', 4],
      ['64', 64],
      ['2000', 1024],
      ['-1', 1024],
    ];
    for (const [text, size] of sizes) assert.equal(poolThreads(text), size, `${text}`);
  });
});
