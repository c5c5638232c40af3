/** The processes of a machine without /proc, as the program `ps` lists them. */
import { execFileSync } from 'node:child_process';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
}

export function processRows(): ProcessRow[] {
  return execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => ({ pid, parent }));
}
