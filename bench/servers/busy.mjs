/** Answers after a fixed number of turns of a loop; `SLOWER=0.1` makes them a tenth more. A tenth more of work, not of time. */
import { createServer } from 'node:http';

const turns = Math.round(400_000 * (1 + Number(process.env.SLOWER ?? 0)));
let sink = 0;

createServer((_request, response) => {
  for (let turn = 0; turn < turns; turn++) sink = (sink + turn * 31) | 0;
  response.end(String(sink));
}).listen(Number(process.env.PORT), '127.0.0.1');
