import { readdirSync, readFileSync } from 'node:fs';

/** Pids of processes whose environment (a list of NAME=VALUE) satisfies the test; this one apart. Linux only. */
export function alive(isMeant: (environment: readonly string[]) => boolean): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
        return !isZombie && isMeant(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'));
      } catch {
        return false;
      }
    })
    .map(Number);
}
