/** A service that hangs, or fills its pool, when it is asked to; alone, or in a cluster that replaces its workers. */
const cluster = require('node:cluster');
const crypto = require('node:crypto');
const http = require('node:http');

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

if (!process.env.WORKERS || cluster.isWorker) serve();
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
