/** Two pool sizes of a server compared: `node examples/api/sweep.mjs server.js`. */
import { sweep } from 'chokepoint';

const [file = 'examples/http-stat.mjs'] = process.argv.slice(2);
const { comparisons } = await sweep({
  command: ['node', file],
  vary: ['pool=1,4'],
  clients: 8,
  warmup: 500,
  duration: 1000,
  blocks: 3,
  onEvent: (event) => {
    if (event.type === 'trial-started') console.error(`trial ${event.ordinal}: ${event.cell}`);
  },
});

for (const { metric, cell, baseline, ratio, word } of comparisons) {
  const [low, high] = [ratio.low, ratio.high].map((bound) => bound.toFixed(3));
  console.log(`${metric}: ${cell} / ${baseline}: ${low} to ${high}, ${word}`);
}
