/** Answers after 12 ms, with the proof that it was asked for; `FLAW` says what is wrong with it, `PORT` where. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs';
import { createServer } from 'node:http';

const { FLAW: flaw = 'none', PORT: port } = process.env;
const work = 12;
let requests = 0;
let before = '';

if (flaw === 'pool' && process.env.INNER !== 'yes') {
  // A wrapper that knows better which pool size is good.
  const child = spawn(process.execPath, [import.meta.filename], {
    env: { ...process.env, INNER: 'yes', UV_THREADPOOL_SIZE: '7' },
    stdio: 'inherit',
  });
  process.on('SIGTERM', () => child.kill());
  child.on('exit', () => process.exit());
} else {
  createServer(answer).listen(Number(port), '127.0.0.1');
}
if (flaw === 'warns')
  process.emitWarning('Possible EventEmitter memory leak detected', 'MaxListenersExceededWarning');

function answer(request, response) {
  const came = performance.now();
  requests++;
  readFile(import.meta.filename, () => {}); // brings the pool up, so that its threads can be counted
  const id = String(request.headers['x-id'] ?? '');
  // The first answer of `once('message')` for every waiting task: the ids of others.
  const proved = flaw === 'swapped' && requests % 3 === 0 ? before : id;
  before = id;
  const isFast = flaw === 'fast' && requests % 50 === 0;
  const isSlow = flaw === 'uneven' && requests % 4 === 0;
  const isWrong = flaw === 'errors' && requests % 150 === 0;
  setTimeout(
    () => {
      if (isWrong) response.statusCode = 500;
      // From before the request came: the clock of a worker that starts with the process.
      const took = performance.now() - (flaw === 'clock' ? 0 : came);
      response.setHeader(
        'server-timing',
        `cache;desc=miss, app;dur=${flaw === 'blind' ? 1 : took.toFixed(3)}`,
      );
      response.end(
        JSON.stringify({ id: proved, proof: createHmac('sha256', 'key').update(proved).digest('hex') }),
      );
    },
    isFast ? 0 : isSlow ? 5 * work : work,
  );
}
