import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type Place, place } from '../cli/chokepoint.ts';
import type { Started } from '../kit/process.ts';
import { startNode } from '../kit/targets.ts';

const skip = process.platform === 'linux' ? false : 'the doctor looks at processes on Linux alone';
const title = '\u001B]0;owned\u0007\u001B[2Jgone\rback\nnext\u202Edesrever <script>alert(1)</script>';
/** A title is written over the arguments, so that it can be as long as they are. */
const length = 1_000_000;
/** A report of one process with an ordinary title has some 40 KB. */
const most = 200_000;

/** Control characters but line ends, and those that turn the direction of the text. */
const control = /[^\P{Cc}\n]/u;
const turning = /[\u202A-\u202E\u2066-\u2069]/;

/** A process whose title is hostile, and has a megabyte. */
function titled(folder: string): Promise<Started> {
  const file = join(folder, 'server.cjs');
  const named = `process.title = ${JSON.stringify(title)} + 'x'.repeat(${length});`;
  writeFileSync(file, `${named} setInterval(() => {}, 1000); console.log('ready');`);
  return startNode([file, ...Array.from({ length: 10 }, () => 'a'.repeat(length / 10))]);
}

const doctor = (here: Place, child: Started, ...options: string[]) =>
  here.run(['doctor', '--pid', String(child.pid), '--for', '1s', '--out', 'report', ...options]);

suite('A process with a hostile title of a megabyte', { skip }, () => {
  test('gives one JSON document of ordinary size, and reports of the same', async () => {
    using here = place();
    await using child = await titled(here.folder);
    assert.ok(readFileSync(`/proc/${child.pid}/cmdline`).length >= length, 'the title is long');
    const { code, stdout, stderr } = await doctor(here, child, '--json');
    assert.equal(code, 0, stderr);
    assert.equal((JSON.parse(stdout) as { schema: number }).schema, 2);
    assert.ok(stdout.length < most, `${stdout.length} characters`);
    assert.doesNotMatch(stdout + stderr, control);
    const report = join(here.folder, 'report');
    const files = readdirSync(report).filter((name) => /\.(json|html)$/.test(name));
    assert.ok(files.length >= 3);
    for (const name of files) {
      const text = readFileSync(join(report, name), 'utf8');
      assert.ok(text.length < most, `${name}: ${text.length} characters`);
      assert.doesNotMatch(text, control);
      if (name.endsWith('.html')) assert.doesNotMatch(text, /<script>alert|\u202E/);
    }
  });

  test('sends nothing but text to the terminal', async () => {
    using here = place();
    await using child = await titled(here.folder);
    const { code, stdout, stderr } = await doctor(here, child);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`pid ${child.pid}`));
    assert.ok(stdout.length < most, `${stdout.length} characters`);
    assert.doesNotMatch(stdout + stderr, control);
    assert.doesNotMatch(stdout + stderr, turning);
  });
});
