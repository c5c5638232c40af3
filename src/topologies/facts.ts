/** What this process sees of its machine and its settings (guest): `GET /facts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { PlatformFacts } from '../model/contestant.ts';

export function platformFacts(): PlatformFacts {
  const { bun, deno, node } = process.versions as Record<string, string>;
  const heapMax = getHeapStatistics().heap_size_limit;
  return {
    platform: bun ? 'bun' : deno ? 'deno' : 'node',
    version: bun ?? deno ?? node ?? '',
    framework: framework(),
    processors: availableParallelism(),
    gc: bun ? 'JavaScriptCore' : 'V8',
    heapMax: heapMax > 0 ? heapMax : null,
    threads: threads(),
  };
}

function framework(): string | null {
  const manifest = process.env['CHOKEPOINT_EXPRESS'];
  if (manifest === undefined) return null;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return `express ${version}`;
}

/** Threads of the process as the kernel counts them, those of the pool and of V8 among them. */
function threads(): number | null {
  try {
    return readdirSync('/proc/self/task').length;
  } catch {
    return null;
  }
}
