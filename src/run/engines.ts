/** The sender of requests: chokepoint's own generator, or a program found on the machine. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { abEngine } from '../load/ab-engine.ts';
import type { Engine } from '../load/engine.ts';
import { findK6 } from '../load/k6/find-k6.ts';
import { k6Engine } from '../load/k6/k6-engine.ts';
import { problem } from '../messages/problem.ts';
import type { Cell, Plan } from '../model/plan.ts';

type Script = Exclude<NonNullable<Cell['engine']>, string>;

/** @param own engine for a cell that names none; it runs a script itself if it can */
export function engineOf({ engine }: Cell, own: Engine): Engine {
  if (engine === undefined) return own;
  if (engine === 'ab') return abEngine();
  return whileUnedited(own.withScript?.(engine.script) ?? k6Engine(engine.script), engine);
}

/** Fails if a script is edited during the run: the trials left would have another load. */
function whileUnedited(engine: Engine, { script, sha256 }: Script): Engine {
  return {
    ...engine,
    async run(job, options) {
      const now = existsSync(script) ? scriptHash(script) : null;
      if (sha256 !== undefined && now !== sha256) throw problem('K6_EDITED', { script });
      return engine.run(job, options);
    },
  };
}

/** Checks before the first trial for engines without which all would fail. @throws Problem K6_MISSING, K6_UNSUPPORTED */
export function requireEngines({ cells }: Plan): void {
  if (scriptsOf({ cells }).length > 0) findK6();
}

/** The full paths of all scripts, each once. */
export function scriptsOf({ cells }: Pick<Plan, 'cells'>): string[] {
  return [...new Set(cells.flatMap(({ engine }) => (typeof engine === 'object' ? engine.script : [])))];
}

/** @returns SHA-256 of a script in hex, which identifies the load whatever the file is called. @throws errors of the file system */
export function scriptHash(script: string): string {
  return createHash('sha256').update(readFileSync(script)).digest('hex');
}
