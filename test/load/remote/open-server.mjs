/**
 * Listens everywhere. STALL_AT: stands still for 1 s at the request of that number. HASH: each request is a job of the pool with so
 * many rounds. `/count` says how many requests it had.
 */
import { pbkdf2 } from 'node:crypto';
import { createServer } from 'node:http';

const stallAt = Number(process.env.STALL_AT ?? -1);
const rounds = Number(process.env.HASH ?? 0);
let requests = 0;
createServer((request, response) => {
  if (request.url === '/count') return response.end(String(requests));
  if (requests++ === stallAt) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  if (rounds === 0) response.end('ok');
  else pbkdf2('password', 'salt', rounds, 32, 'sha256', () => response.end('ok'));
}).listen(Number(process.env.PORT ?? 0), function () {
  console.log(this.address().port);
});
