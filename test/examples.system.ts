import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/server/launch.ts';

const folder = join(import.meta.dirname, '../examples');
/** Milliseconds until a server answers: Express alone takes a second to load on a busy machine. */
const timeout = 30_000;

/** What each answers: nothing that it could know without its work. */
const answers: Readonly<Record<string, RegExp>> = {
  'express-crypto.cjs': /^\{"key":"[0-9a-f]{64}"\}$/,
  'express-mixed.cjs': /^\{"key":"[0-9a-f]{64}"\}$/,
  'fastify-gzip.mjs': /^A page that is the same for all/,
  'http-disk.mjs': /^a block\n$/,
  'http-files.mjs': /^\/\*\* node:http alone: reads a small cached file/,
  'http-memory.mjs': /^\{"id":0,"title":"Article 0"\}$/,
  'http-names.mjs': /^127\.0\.0\.1$/,
  'http-render.mjs': /^<table><tr><td>0<\/td><td>Item &#60;0&#62;<\/td><td>0\.00<\/td><\/tr>\n/,
  'http-stat.mjs': new RegExp(`^${statSync(join(folder, 'http-stat.mjs')).size} bytes\n$`),
};

suite('Every example', () => {
  test('has a row here', () => {
    assert.deepEqual(Object.keys(answers), serversIn(folder));
  });

  for (const [file, answer] of Object.entries(answers)) {
    test(`${file} says on top what a request needs, listens at PORT of the loopback, and answers`, async () => {
      assert.match(readFileSync(join(folder, file), 'utf8'), /^\/\*\*[^]*? \*\/\n/);
      assert.match(await answerOf(file), answer);
    });
  }
});

const serversIn = (path: string) =>
  readdirSync(path)
    .filter((name) => name !== 'api')
    .toSorted();

async function answerOf(file: string): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, file)], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const response = await answered(`http://127.0.0.1:${port}/`, () => child.exitCode === null);
    assert.ok(response.ok, `${file} answers ${response.status}`);
    return await response.text();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** As soon as somebody listens. */
async function answered(url: string, isAlive: () => boolean): Promise<Response> {
  for (const end = performance.now() + timeout; ; await sleep(20)) {
    try {
      return await fetch(url, { signal: AbortSignal.timeout(timeout) });
    } catch (error) {
      if (!isAlive() || performance.now() > end) throw error;
    }
  }
}
