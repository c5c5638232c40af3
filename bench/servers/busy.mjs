/** Answers after a fixed number of round trips through JSON; `SLOWER=0.1` makes them a tenth more. A tenth more of work, not of time. */
import { createServer } from 'node:http';

const rounds = Math.round(100 * (1 + Number(process.env.SLOWER ?? 0)));
const order = {
  id: 4711,
  customer: 'somebody',
  lines: Array.from({ length: 12 }, (_, i) => ({ article: `a${i}`, count: i, price: i / 3 })),
};
let sink = 0;

createServer((_request, response) => {
  for (let round = 0; round < rounds; round++) sink += JSON.parse(JSON.stringify(order)).lines.length;
  response.end(String(sink));
}).listen(Number(process.env.PORT), '127.0.0.1');
