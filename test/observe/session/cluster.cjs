/** A cluster of two that ends a worker when it is asked to `/die`, and starts another in its place. */
const cluster = require('node:cluster');
const http = require('node:http');

if (cluster.isPrimary) {
  cluster.fork();
  cluster.fork();
  cluster.on('exit', () => cluster.fork());
  let listening = 0;
  cluster.on('listening', (_worker, { port }) => {
    if (++listening === 2) console.log(port);
  });
  process.on('disconnect', () => process.exit(0));
} else {
  http
    .createServer((request, response) => {
      response.end('ok');
      if (request.url === '/die') response.once('close', () => process.exit(0));
    })
    .listen(0, '127.0.0.1');
}
