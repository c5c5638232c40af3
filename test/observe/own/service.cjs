/** A service that hangs, or fills its pool, when it is asked to; alone, or in a cluster that replaces its workers. */
const cluster = require('node:cluster');
const crypto = require('node:crypto');
const http = require('node:http');
const { isMainThread, parentPort, Worker } = require('node:worker_threads');

function serve() {
  const server = http.createServer((request, response) => {
    if (request.url === '/hang') for (const end = Date.now() + 3000; Date.now() < end;);
    if (request.url !== '/pool') return response.end(String(process.pid));
    const again = () => crypto.pbkdf2('a', 'b', 20_000, 32, 'sha512', again);
    for (let job = 0; job < 30; job++) again();
    response.end();
  });
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
    process.send?.({ did: 'start', value: server.address().port }),
  );
}

/** A thread that serves, too, and says so when the probe has had time to see it. */
function serveInThread() {
  const server = http.createServer((_, response) => response.end());
  server.listen(0, '127.0.0.1', () => setTimeout(() => parentPort.postMessage('served'), 700));
}

if (!isMainThread) serveInThread();
else if (process.env.THREAD) new Worker(__filename).once('message', serve);
else if (!process.env.WORKERS || cluster.isWorker) serve();
else {
  for (let worker = 0; worker < Number(process.env.WORKERS); worker++) cluster.fork();
  cluster.on('exit', () => cluster.fork());
  cluster.once('listening', () => process.send({ did: 'start' }));
  process.on('message', ({ task }) => {
    const [worker] = Object.values(cluster.workers);
    cluster.once('listening', () => process.send({ did: task }));
    worker.process.kill('SIGKILL');
  });
}
