/**
 * A server that gets in the way of another one beside it, as `WAY` says, and listens on port 3123 whatever PORT says.
 * `busy`: it computes while nobody asks; `lock`: it has its folder to itself; `fills` and `reads`: what one has just put into
 * the cache of the folder, the other one need not compute.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const way = process.env.WAY;
const fileOf = (name) => join(process.cwd(), name);
const compute = (ms) => {
  for (const end = performance.now() + ms; performance.now() < end;);
};
if (way === 'busy') setInterval(() => compute(30), 100);
if (way === 'lock') {
  writeFileSync(fileOf('lock'), '', { flag: 'wx' });
  process.once('SIGTERM', () => {
    rmSync(fileOf('lock'));
    process.exit();
  });
}
const cache = fileOf('cache');
const age = () => Date.now() - (statSync(cache, { throwIfNoEntry: false })?.mtimeMs ?? 0);

createServer((_, response) => {
  if (way === 'fills') writeFileSync(cache, '');
  compute(way === 'reads' && age() < 200 ? 0.5 : 1);
  response.end('ok');
}).listen(3123, '127.0.0.1');
