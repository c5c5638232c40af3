/** What /proc/PID/stat says of a whole process, in one read of 10 µs. */
import { readFileSync } from 'node:fs';
import type { Bytes, Milliseconds } from '../../model/units.ts';
import { millisecondsPerTick, statFields } from '../../host/processes.ts';

export interface ProcessCounters {
  /** CPU time of all its threads since it began, in ticks of 10 ms. */
  readonly cpu: Milliseconds;
  readonly rss: Bytes;
  /** State T, or t under a debugger. */
  readonly isStopped: boolean;
}

/** @param identity as `identity` of processes.ts gives it. @returns null if that process has ended */
export function countersOf(identity: string): ProcessCounters | null {
  const pid = Number.parseInt(identity, 10);
  const fields = statFields(pid);
  if (!fields || fields[0] === 'Z' || `${pid}:${fields[19]}` !== identity) return null;
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick,
    rss: Number(fields[21]) * pageBytes(),
    isStopped: fields[0] === 'T' || fields[0] === 't',
  };
}

let page: Bytes | null = null;

/** 4 KiB on x64; 16 or 64 on some arm64. Told to every process at its start: pairs of a number and its value. */
function pageBytes(): Bytes {
  page ??= read();
  return page;

  function read(): Bytes {
    const pageSize = 6; // AT_PAGESZ
    try {
      const vector = readFileSync('/proc/self/auxv');
      for (let at = 0; at + 16 <= vector.length; at += 16) {
        if (vector.readBigUInt64LE(at) === BigInt(pageSize)) return Number(vector.readBigUInt64LE(at + 8));
      }
    } catch {
      // not shown here
    }
    return 4096;
  }
}
