/**
 * A server for the tests that look at its connections: `serving.cjs BEHAVIOUR [PORT]`. Says `ready PORT`.
 */
'use strict';
const { createServer, request, Agent } = require('node:http');

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

const server = createServer(behaviours[behaviour]);
server.keepAliveTimeout = 600_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 50 }, () => {
  process.stdout.write(`ready ${server.address().port}\n`);
});
// Holds the loop until the test is over: who connects then waits to be accepted.
process.on('SIGUSR2', () => {
  for (;;);
});
