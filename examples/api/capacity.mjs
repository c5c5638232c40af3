/** The highest rate at which a server keeps an objective, searched for half a minute: `node examples/api/capacity.mjs server.js`. */
import { capacity, say } from 'chokepoint';

const [file = 'examples/http-stat.mjs'] = process.argv.slice(2);
const { capacity: found } = await capacity({
  command: ['node', file],
  slo: 'p99<50ms,errors<0.1%',
  budget: 30_000,
});

console.log(say(found.sentence));
