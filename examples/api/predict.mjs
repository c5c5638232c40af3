/** What a server would do with another pool or more CPUs, which is not measured: `node examples/api/predict.mjs server.js`. */
import { predict } from 'chokepoint';

const [file = 'examples/http-stat.mjs'] = process.argv.slice(2);
const { settings } = await predict({
  command: ['node', file],
  whatIf: ['pool=1,4,16', 'cpus=2,4'],
  clients: 8,
  warmup: 500,
  duration: 1000,
});

for (const one of settings) {
  const answer = 'refused' in one ? 'no answer' : `${Math.round(one.throughput)} requests/s`;
  console.log(`${one.label}: ${answer}`);
}
