/** The process behind `ReferenceServer`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReferenceBehaviour, ReferenceTruth } from './reference-server.ts';

const behaviour: ReferenceBehaviour = JSON.parse(process.argv[2] ?? '{}');
const never = new Int32Array(new SharedArrayBuffer(4));
const delays: number[] = [];
const mostDelays = 10_000;
let requests = 0;
let stall = 0;

const server = createServer((_request, response) => {
  const came = performance.now();
  response.statusCode = behaviour.status;
  if (requests++ === behaviour.stallAt) {
    Atomics.wait(never, 0, 0, behaviour.stall);
    stall = performance.now() - came;
  }
  if (behaviour.delay === 0) response.end('ok');
  // A timer counts whole milliseconds and fires late: it only gets near, and the rest is spun.
  else setTimeout(answerExactly, behaviour.delay - 2);

  function answerExactly(): void {
    while (performance.now() - came < behaviour.delay);
    response.end('ok');
    if (delays.length < mostDelays) delays.push(performance.now() - came);
  }
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', () => process.send?.(truth()));
process.once('disconnect', () => {
  server.close();
  server.closeAllConnections();
});

function truth(): ReferenceTruth {
  const sorted = delays.toSorted((a, b) => a - b);
  return { delay: sorted[Math.floor(sorted.length / 2)] ?? 0, stall };
}
