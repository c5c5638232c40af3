/** A folder in which nothing can be written gets its answer all the same, unless it was named. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import { started } from '../kit/process.ts';
import { place } from './chokepoint.ts';

test(
  'Where no report can be kept, the diagnosis is printed',
  { skip: process.platform !== 'linux' && 'only on Linux' },
  async () => {
    using here = place();
    // No user can make a folder below a file, root neither.
    here.write('.chokepoint', '');
    const idle = `console.log('up'); setInterval(() => {}, 100);`;
    await using server = await started(spawn(process.execPath, ['-e', idle]), /(up)\n/);
    const look = ['doctor', '--pid', String(server.pid), '-d', '1'];
    const { code, stdout, stderr } = await here.run([...look, '--json']);
    assert.equal(code, 0, stderr);
    const { diagnosis } = JSON.parse(stdout) as { diagnosis: Diagnosis };
    assert.equal(diagnosis.status, 'no traffic');
    assert.match(stderr, /^No report was kept: \S/m);
    assert.deepEqual(readdirSync(here.folder), ['.chokepoint']);
    const named = await here.run([...look, '--out', '.chokepoint/mine']);
    assert.equal(named.code, 2);
    assert.match(named.stderr, /^\[OUTPUT_UNWRITABLE\]$/m);
  },
);
