/** What the doctor advises is pasted into a shell: a path of the target in it does nothing there. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { place } from '../cli/chokepoint.ts';
import { started } from '../kit/process.ts';
import { onLinux } from '../kit/nodes.ts';

test(
  'Advice about four opens that hang, at a pipe with a hostile name, runs nothing else',
  onLinux,
  async () => {
    using here = place();
    const pipe = join(here.folder, "a';touch PWNED;'");
    execFileSync('mkfifo', [pipe]);
    const serve = `for (let i = 0; i < 4; i++) require('node:fs').open(${JSON.stringify(pipe)}, 'r', () => {});
    require('node:fs').stat('.', () => {});
    require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('open'));`;
    const child = spawn(process.execPath, ['-e', serve], {
      cwd: here.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await using server = await started(child, /(open)\n/);
    const { stdout } = await here.run(['doctor', '--pid', String(server.pid), '--for', '3s', '--json']);
    const { diagnosis } = JSON.parse(stdout) as {
      diagnosis: { findings: { rule: string; changes: { type: string; text: string }[] }[] };
    };
    const stuck = diagnosis.findings.find(({ rule }) => rule === 'pool-stuck');
    const commands = (stuck?.changes ?? []).filter(
      ({ type, text }) => type === 'command' && text.includes('PWNED'),
    );
    assert.ok(commands.length > 0, 'the pipe is named in a command');
    const shell = join(here.folder, 'shell');
    mkdirSync(shell);
    for (const { text } of commands) {
      const { stdout: shown } = spawnSync('/bin/sh', ['-c', text], {
        cwd: shell,
        timeout: 10_000,
        encoding: 'utf8',
      });
      assert.match(shown, /fifo/, text);
    }
    assert.deepEqual(readdirSync(shell), []);
  },
);
