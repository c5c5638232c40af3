/** Why a server ended stands before a stack, and Node prints more behind it: that line must be among those that are shown. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { saying } from '../kit/localhost.ts';
import { lastWords } from '../../src/format/last-words.ts';

test('of a server whose port is taken, as Node tells it', async () => {
  await using taken = await saying();
  const deep = 'let start = () => require("node:http").createServer().listen(process.env.PORT, "127.0.0.1");';
  const code = `${deep} for (let i = 0; i < 9; i++) { const then = start; start = () => then(); } start();`;
  const { stderr } = spawnSync(process.execPath, ['-e', code], {
    env: { ...process.env, PORT: String(taken.port) },
    encoding: 'utf8',
  });
  const lines = stderr.split('\n');
  const shown = lastWords(lines);
  assert.ok(shown.length <= 12, shown.join('\n'));
  assert.ok(
    shown.some((line) => line.includes('Error: listen EADDRINUSE')),
    stderr,
  );
});

test('the last error before many lines leads them', () => {
  const after = Array.from({ length: 20 }, (_, i) => `    at handle${i} (/app/server.js:${i}:1)`);
  const lines = ['listening', 'TypeError [ERR_X]: no', ...after];
  assert.deepEqual(lastWords(lines, 3), ['TypeError [ERR_X]: no', ...after.slice(-2)]);
});

test('without an error, or with one among them, they are the last ones', () => {
  assert.deepEqual(lastWords(['a', '', 'b', 'c'], 2), ['b', 'c']);
  assert.deepEqual(lastWords(['a', 'Error: b', '    at node:internal/x:1:2', 'c'], 2), ['Error: b', 'c']);
  assert.deepEqual(lastWords(['ErrorHandler is ready', 'b', 'c'], 2), ['b', 'c']);
  assert.deepEqual(lastWords([]), []);
});
