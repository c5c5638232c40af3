/**
 * `node:cluster`: `PROCESSES MILLISECONDS`, so many workers, and so much JavaScript for each request. Connections, not
 * requests, are handed round: with few that stay open, some workers have all the work. And more workers than CPUs bring
 * nothing: they take turns, and memory for each.
 */
const cluster = require('node:cluster');
const { createServer } = require('node:http');
const { compute, endWithParent } = require('./serving.cjs');

const [workers, cost] = process.argv.slice(2).map(Number);

if (cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (_worker, { port }) => {
    if (++listening === workers) console.log(`listening ${port}`);
  });
  endWithParent();
  for (let worker = 0; worker < workers; worker++) cluster.fork();
} else {
  createServer((_request, response) => response.end(String(compute(cost)))).listen(0, '127.0.0.1');
}
