/** How figures are written in sentences. */
import type { Figure } from '../../model/diagnosis.ts';
import type { Doing, JobKinds } from '../../model/look.ts';
import { short, time } from '../../format/words.ts';

/** `12 ms`, `0.3 ms`; what is below the floor of the probe is said to be so. */
export function waited(milliseconds: number): string {
  return milliseconds < waitFloor ? 'less than 0.2 ms' : time(rounded(milliseconds));
}

/** An idle pool answers the probe in 0.04 to 0.08 ms, a noisy machine doubles that: nothing is told below it. */
const waitFloor = 0.2;

/** Numbers of jobs, threads, CPUs: `59.4`, `3.96`, `0`. */
export function amount(value: number): string {
  return value < 0.005 ? '0' : short(rounded(value));
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Whole percents, `less than 1 %`: shares of a watch are not known better. */
export function share(ratio: number): string {
  const percent = Math.round(ratio * 100);
  return percent === 0 && ratio > 0 ? 'less than 1 %' : `${percent} %`;
}

export function bytes(value: number): string {
  const megabytes = value / 2 ** 20;
  return megabytes >= 1024 ? `${short(rounded(megabytes / 1024))} GB` : `${short(rounded(megabytes))} MB`;
}

/** `× 16`, `× 1.4`. */
export function times(factor: number): string {
  return `× ${factor >= 10 ? factor.toFixed(0) : short(Number(factor.toPrecision(2)))}`;
}

export function fact(label: string, value: string): Figure {
  return { label, value };
}

/** `node_api 41.2, fs 3.1`: at most four. */
export function kindsText(kinds: JobKinds): string {
  return Object.entries(kinds)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([kind, count]) => `${kind} ${amount(count)}`)
    .join(', ');
}

/** What jobs of a kind are, for people. */
export function kindName(kind: string): string {
  if (kind.startsWith('addon:')) return `jobs of the add-on ${kind.slice('addon:'.length)}`;
  return namesOfKinds[kind] ?? `${kind} jobs`;
}

const namesOfKinds: Readonly<Record<string, string>> = {
  fs: 'file system calls',
  dns: 'name look-ups',
  crypto: 'crypto jobs',
  random: 'random-number jobs',
  zlib: 'compression jobs',
  node_api: 'jobs of a native add-on (Node-API)',
  'fs.readfile': 'whole-file reads',
  other: 'jobs of a kind that cannot be told',
};

/** `read of /mnt/nfs/a`, `a lock`. */
export function doingText(doing: Doing): string {
  switch (doing.state) {
    case 'blocked':
      return doing.on ? `${doing.syscall} of ${doing.on}` : doing.syscall;
    case 'waiting':
      if (doing.at === 'pool lock') return "the pool's own lock";
      return doing.by === 'condition' ? 'a condition (to be woken)' : 'a lock';
    case 'running':
      return 'computing';
    case 'idle':
    case 'polling':
    case 'asleep':
      return doing.state;
  }
}

/** `1 process`, `3 processes`. */
export function plural(count: number, one: string, many: string): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}
