/** The packages of a case, in a folder outside the checkout: `~/.cache/chokepoint-cases`, or where `CASES` says. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { NamedCase } from './case.ts';

const run = promisify(execFile);
const cache = process.env['CASES'] ?? join(homedir(), '.cache', 'chokepoint-cases');

/** With the Node of this checkout in front, as bins begin with `env node`. */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
};

/**
 * Copies the files of the case, and installs its packages where that is not done. Their install scripts run: some fetch or
 * compile what they need.
 * @returns the folder to start the server in
 */
export async function installed({ name, prepare, besideOf }: NamedCase): Promise<string> {
  const source = join(import.meta.dirname, name);
  const folder = join(cache, name);
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
  if (besideOf !== undefined)
    cpSync(join(import.meta.dirname, besideOf, 'beside.mjs'), join(folder, 'beside.mjs'));
  const wanted = readFileSync(join(source, 'package.json'), 'utf8');
  const mark = join(folder, 'installed.json');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return folder;
  const options = { cwd: folder, env: environment, timeout: 600_000, maxBuffer: 1e8 };
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], options);
  const [program, ...args] = prepare ?? [];
  if (program !== undefined) await run(program, args, options);
  writeFileSync(mark, wanted);
  return folder;
}
