/** What size the pool takes from which text of UV_THREADPOOL_SIZE (guest). */
import { spawnSync } from 'node:child_process';
import type { Facts } from '../facts.ts';
import { factsOfAll, type Child } from './child.ts';

const texts = [null, '', '0', 'abc', '-1', '4x', '2', '16', '1024', '2000'] as const;
/** So many jobs at once are tried; the kernel's count is enough beyond. */
const mostTried = 64;

export async function sizes(): Promise<Facts> {
  const facts: Facts = {};
  const children = texts.map((text) => {
    const isLarge = Number(text) > mostTried || Number(text) < 0;
    const parameters = { ask: 'count', ...(isLarge && { jobs: 0 }) };
    return [
      text,
      { entry: 'commonjs', parameters, ...(text !== null && { size: text }) } satisfies Child,
    ] as const;
  });
  for (const [text, found] of await factsOfAll(children)) {
    const key = text === null ? 'unset' : `"${text}"`;
    for (const name of ['started', 'jobs', 'named'] as const) {
      if (typeof found[name] === 'number') facts[`${name} ${key}`] = found[name];
    }
  }
  return { ...facts, ...psCounts() };
}

/** What `ps -L` lists for a Node of each size, in place of the article's `ps -Lef | grep node`, which finds itself too. */
function psCounts(): Facts {
  const facts: Facts = {};
  for (const size of [2, 4, 16, 64]) {
    const script =
      "const { execFileSync } = require('node:child_process'); require('node:fs').stat('.', () => {});" +
      "const lines = execFileSync('ps', ['-L', '-p', String(process.pid), '-o', 'lwp='], { encoding: 'utf8' });" +
      "console.log(lines.trim().split('\\n').length)";
    const { stdout, status } = spawnSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      env: { ...process.env, UV_THREADPOOL_SIZE: String(size) },
    });
    if (status === 0) facts[`ps ${size}`] = Number(stdout);
  }
  return facts;
}
