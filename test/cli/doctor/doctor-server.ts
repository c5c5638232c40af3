/** A server for the doctor, which holds its own pool: no load has to come from elsewhere. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../chokepoint.ts';

export interface OwnServer extends AsyncDisposable {
  readonly pid: number;
}

/**
 * `held`: always sixty jobs of 20 ms in a pool of four. `free`: a file is read now and then. Ready when it says so, and
 * ended by its pid.
 */
export async function doctorServer(folder: string, pool: 'held' | 'free'): Promise<OwnServer> {
  const file = serverFile(folder, pool);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`the server ended (${code})`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the server was not started');
  return {
    pid,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export function serverFile(folder: string, pool: 'held' | 'free'): string {
  const file = join(folder, `${pool}.cjs`);
  const manifest = JSON.stringify(join(root, 'package.json'));
  const held = `const koffi = require('node:module').createRequire(${manifest})('koffi');
const sleep = koffi.load(null).func('int usleep(uint32_t)');
const again = () => sleep.async(20_000, again);
for (let i = 0; i < 60; i++) again();
console.log('held');`;
  const free = `const { readFile } = require('node:fs');
setInterval(() => readFile(__filename, () => {}), 50);
readFile(__filename, () => console.log('free'));`;
  writeFileSync(file, pool === 'held' ? held : free);
  return file;
}
