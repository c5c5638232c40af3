/** `node builder-process.ts CACHE RECIPE`: builds what the recipe says, which is JSON, to be killed while it does. */
import { built, type Recipe } from '../../../src/lab/contestants/cached-build.ts';
import { systemClock } from '../../../src/host/clock.ts';

const [cache = '', recipe = ''] = process.argv.slice(2);
await built(JSON.parse(recipe) as Recipe, { cache, clock: systemClock, tell: () => {} });
