/** `node fill.ts FILE`: stores trials until there is no room for more (at most 1,000), and prints how many fitted. */
import { Problem } from '../../src/messages/problem.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';

using store = openStore(process.argv[2] ?? '', 'write');
const run = store.create(planOf('1', '4'), host);
const responses = Array.from({ length: 300 }, (_, i) => 1 + i);
let stored = 0;
try {
  for (; stored < 1000; stored++) store.add(run, { ...trialOf(0, '1', { responses }), ordinal: stored });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.log(`${error.code} after ${stored} trials`);
}
