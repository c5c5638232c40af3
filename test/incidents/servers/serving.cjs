/**
 * What the servers of this folder share: they listen at a free port of the loopback interface, tell it on standard
 * output, and end when their standard input does, which is when whoever started them has ended. SIGKILL, since a process
 * whose pool threads are stuck in a call does not end by exit().
 */
const { createServer } = require('node:http');

const endWithParent = () =>
  process.stdin.resume().once('close', () => {
    process.kill(process.pid, 'SIGKILL');
  });

/** A handler that fails answers 500, and the server goes on. */
const listener = (handler) => (request, response) => {
  Promise.resolve(handler(request, response)).then(
    (body) => response.writableEnded || response.headersSent || response.end(body),
    (error) => response.writeHead(500).end(String(error)),
  );
};

exports.endWithParent = endWithParent;

exports.announce = (server) => {
  endWithParent();
  const tell = () => console.log(`listening ${server.address().port}`);
  if (server.listening) tell();
  else server.once('listening', tell);
};

/** @param handler gives the body, or a promise of it */
exports.serve = (handler, { backlog } = {}) => {
  const server = createServer(listener(handler));
  exports.announce(server);
  return server.listen({ port: 0, host: '127.0.0.1', ...(backlog && { backlog }) });
};

/** At most `size` at a time; the others wait in line, without a thread. */
exports.limiter = (size) => {
  const line = [];
  let running = 0;
  const next = () => {
    if (running >= size || line.length === 0) return;
    running++;
    line.shift()();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      line.push(() =>
        work()
          .then(resolve, reject)
          .finally(() => {
            running--;
            next();
          }),
      );
      next();
    });
};

/** Whether the server was started with this word: its mended variant. */
exports.has = (word) => process.argv.includes(word);

/** Keeps the thread busy. */
exports.compute = (milliseconds) => {
  const end = performance.now() + milliseconds;
  let value = 0;
  while (performance.now() < end) for (let step = 0; step < 1000; step++) value += Math.sqrt(step);
  return value;
};
