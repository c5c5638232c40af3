/** A name that harms who pastes it unquoted into a shell or a script, and a shell that tells what it was given. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Unquoted it makes a file PWNED, whatever quotes stand around it; it would also begin a line, and end one. */
export const evilName = 'x\'";$(: >PWNED)`: >PWNED`\n: >PWNED #\r\u2028\u001B[2J\n';

/** Whatever a printed line starts. `kill` is a part of the shell, so it is made a function. */
const programs =
  'node npx npm curl ss stat timeout grep ps renice taskset perf chokepoint sysctl head which cat git sqlite3 fuser docker';

/** @returns the words that each program of the line is given, by a real shell in `folder`; null where it made PWNED, or cannot be read */
export function wordsGiven(line: string, folder: string): readonly string[] | null {
  const [bin, log] = [join(folder, 'bin'), join(folder, 'log')];
  if (!existsSync(bin)) {
    mkdirSync(bin);
    const [first = '', ...others] = programs.split(' ').map((name) => join(bin, name));
    writeFileSync(first, `#!/bin/sh\nprintf '%s\\0' "$@" >>'${log}'\n`);
    chmodSync(first, 0o755);
    for (const other of others) linkSync(first, other);
  }
  writeFileSync(log, '');
  const { status } = spawnSync('/bin/sh', ['-c', `kill() { node "$@"; }\n${line}`], {
    cwd: folder,
    env: { PATH: bin },
    timeout: 10_000,
  });
  const isHarmed = existsSync(join(folder, 'PWNED'));
  rmSync(join(folder, 'PWNED'), { force: true });
  // 2 is what a shell says of a line that it cannot read.
  return isHarmed || status === 2 || status === null ? null : readFileSync(log, 'utf8').split('\0');
}
