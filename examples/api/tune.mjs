/** The best pool size of a server, searched for half a minute: `node examples/api/tune.mjs server.js`. */
import { tune } from 'chokepoint';

const [file = 'examples/http-stat.mjs'] = process.argv.slice(2);
const { recommendation } = await tune({
  command: ['node', file],
  vary: ['pool=1,4,16'],
  clients: 8,
  warmup: 300,
  duration: 700,
  budget: 30_000,
});

console.log(recommendation.verdict, recommendation.setting);
