/** A server for the doctor, which holds its own pool: no load has to come from elsewhere. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { started, type Started } from '../../kit/process.ts';
import { root } from '../chokepoint.ts';

/** `held`: always sixty jobs of 20 ms in a pool of four. `free`: a file is read now and then. Ready when it says so. */
export function doctorServer(folder: string, pool: 'held' | 'free'): Promise<Started> {
  const file = serverFile(folder, pool);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder });
  return started(child, /(held|free)\n/);
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
