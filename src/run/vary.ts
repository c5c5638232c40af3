/** Reads `--vary KEY=LEVELS`: `pool=1,4,16`, `pool=1..1024`, `processes=1,cores`, `env:CACHE=on,off`. */
import { message } from '../messages/message.ts';
import { nearest, problem, reason } from '../messages/problem.ts';
import { maximumPool, type Factor } from '../model/factor.ts';
import type { Level } from '../model/plan.ts';
import { doublings } from '../stats/grid.ts';

/** Keys that a command accepts: a user's server has three, an experiment its own. */
export interface VaryContext {
  readonly keys: readonly string[];
  /** Whether `env:NAME` and `arg:NAME` are keys too. */
  readonly open: boolean;
  /** Whole CPUs of this machine: the level `cores`. */
  readonly cpus: number;
}

/** @throws Problem VARY_KEY_UNKNOWN, VARY_LEVEL_INVALID */
export function parseVary(text: string, context: VaryContext): Factor {
  const at = text.indexOf('=');
  const key = at < 0 ? text : text.slice(0, at);
  if (key === 'env:UV_THREADPOOL_SIZE') {
    throw invalid(key, text.slice(at + 1), reason('level.pool'));
  }
  const isOpen = context.open && /^(env|arg):\w[\w.-]*$/.test(key);
  if (!isOpen && !context.keys.includes(key)) {
    const known = [...context.keys, ...(context.open ? ['env:NAME', 'arg:NAME'] : [])].join(', ');
    const near = nearest(key, context.keys);
    const hint = near
      ? message('hint.near', { near })
      : message('hint.vary', { key: context.keys[0] ?? 'pool' });
    throw problem('VARY_KEY_UNKNOWN', { key, known, todo: hint });
  }
  const words =
    at < 0
      ? []
      : text
          .slice(at + 1)
          .split(',')
          .map((word) => word.trim());
  if (words.length === 0 || words.includes('')) {
    throw invalid(key, words.join(','), reason('level.empty', { key }));
  }
  const levels = words.flatMap((word) => levelsOf(key, word, context));
  return { key, levels: [...new Set(levels)] };
}

function invalid(key: string, value: string, why: ReturnType<typeof reason>) {
  return problem('VARY_LEVEL_INVALID', { key, value, ...why });
}

function levelsOf(key: string, word: string, context: VaryContext): Level[] {
  const numeric = key === 'pool' || key === 'processes' || key === 'cpus' || key === 'case';
  if (!numeric) return [asLevel(word)];
  if (word === 'cores') return [context.cpus];
  if (word === 'default' && key === 'pool') return [word];
  const range = /^(\d+)\.\.(\d+)$/.exec(word);
  if (range) return doublings(checked(key, range[1] ?? '', context), checked(key, range[2] ?? '', context));
  return [checked(key, word, context)];
}

/** A level as number or text. `08` and `1e3` stay as written: the server gets the text. */
function asLevel(word: string): Level {
  return String(Number(word)) === word ? Number(word) : word;
}

function checked(key: string, word: string, { cpus }: VaryContext): number {
  const value = Number(word);
  if (!Number.isInteger(value) || value < 1)
    throw invalid(
      key,
      word,
      key === 'pool' ? reason('level.pool-size', { most: maximumPool }) : reason('level.whole'),
    );
  if (key === 'pool' && value > maximumPool)
    throw invalid(key, word, reason('level.pool-size', { most: maximumPool }));
  if (key === 'cpus' && value > cpus) throw invalid(key, word, reason('level.cpus', { cpus }));
  return value;
}
