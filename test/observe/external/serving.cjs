/**
 * A server for the tests that look at its connections: `serving.cjs BEHAVIOUR [PORT]`. Says `ready PORT`.
 */
'use strict';
const { createServer, request, Agent } = require('node:http');
const cluster = require('node:cluster');

const [behaviour, port] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

const behaviours = {
  /** Answers at once. */
  prompt: (_, response) => response.end('well'),
  /** Never answers. */
  silent: () => {},
  /** Answers when another server has: the one at PORT. */
  calling: (_, response) =>
    request({ port, host: '127.0.0.1', agent }, (answer) => answer.pipe(response)).end(),
  /** Answers after a third of a second, in one packet. */
  slow: (_, response) => setTimeout(() => response.end('well'), 300),
};

/** The same answers, by two workers of a primary. */
if (cluster.isPrimary && process.env.CLUSTERED) {
  let up = 0;
  cluster.on('listening', (_, { port: shared }) => {
    if (++up === 2) process.stdout.write(`ready ${shared}\n`);
  });
  for (let worker = 0; worker < 2; worker++) cluster.fork();
  process.on('SIGTERM', () => process.exit());
} else {
  const server = createServer(behaviours[behaviour]);
  server.keepAliveTimeout = 600_000;
  server.listen({ port: 0, host: '127.0.0.1', backlog: 50 }, () => {
    if (cluster.isPrimary) process.stdout.write(`ready ${server.address().port}\n`);
  });
}
// Holds the loop until the test is over: who connects then waits to be accepted.
process.on('SIGUSR2', () => {
  for (;;);
});
