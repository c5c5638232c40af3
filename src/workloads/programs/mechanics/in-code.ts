/** Where in the code the size can be set (guest): a size is asked for, and the jobs at once are counted. */
import { pathToFileURL } from 'node:url';
import type { Facts } from '../facts.ts';
import type { Place } from '../map/attempt.ts';
import { factsOfAll, type Child } from './child.ts';

/** @param asked a size that is not the default */
export async function inCode(place: Place, asked: number): Promise<Facts> {
  const line = `process.env.UV_THREADPOOL_SIZE = '${asked}';`;
  const preloadModule = pathToFileURL(place.file(line, '.mjs')).href;
  const preload = place.file(line, '.cjs');
  const count = { ask: 'count' };
  const ways: Readonly<Record<string, Child>> = {
    commonjs: { entry: 'commonjs', parameters: { ...count, set: asked } },
    module: { entry: 'module', parameters: { ask: 'count-module', set: asked } },
    import: { entry: 'module', parameters: count, options: ['--import', preloadModule] },
    require: { entry: 'module', parameters: count, options: ['--require', preload] },
    late: { entry: 'commonjs', parameters: { ask: 'set-late', set: asked } },
    worker: { entry: 'commonjs', parameters: { ...count, setInWorker: asked } },
    'worker that shares': {
      entry: 'commonjs',
      parameters: { ...count, setInWorker: asked, share: 1 },
    },
  };
  const facts: Facts = { asked };
  for (const [way, found] of await factsOfAll(Object.entries(ways))) {
    facts[`in ${way}`] = found['jobs'] ?? null;
  }
  return facts;
}
