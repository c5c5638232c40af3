/** A target for the probe: does what the test tells it, on any Node. */
if (process.env.SET_POOL) process.env.UV_THREADPOOL_SIZE = process.env.SET_POOL;

const channels = require('node:diagnostics_channel');
const crypto = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const net = require('node:net');

/** Names its caller by a call that is Node's own. */
function slowDigest() {
  crypto.pbkdf2Sync('a', 'b', 200_000, 32, 'sha512');
}

function hotFunction(number) {
  return number < 2 ? number : hotFunction(number - 1) + hotFunction(number - 2);
}

/** One call, all of whose time is spent in its own loop. */
function longLoop(duration) {
  let sum = 0;
  for (const end = Date.now() + duration; Date.now() < end;) sum += Math.sqrt(sum);
  return sum;
}

const again = (task) => void setInterval(() => task(), 1);

const load = (name) =>
  process.getBuiltinModule ? process.getBuiltinModule(name) : process.mainModule.require(name);

/** As the doctor does it in a process that has no file of the probe. */
function install({ text, options }) {
  const start = { exports: {} };
  const body = require('node:vm').compileFunction(text, ['exports', 'require', 'module']);
  body(start.exports, load, start);
  const { ok, why } = start.exports.install(options);
  return { ok, why };
}

const names = ['http.server.request.start', 'http.server.response.finish', 'http.client.request.start'];

/** What a probe might leave behind. */
const belongings = () => ({
  threads: process.platform === 'linux' ? fs.readdirSync('/proc/self/task').length : 0,
  files: process.platform === 'linux' ? fs.readdirSync('/proc/self/fd').length : 0,
  resources: process.getActiveResourcesInfo().toSorted(),
  channels: names.filter((name) => channels.hasSubscribers(name)),
  listeners: [...connections].map((socket) => socket.listenerCount('close')),
  mark: Symbol.for('chokepoint.probe') in globalThis,
});

let answered = 0;
const server = http.createServer((request, response) => {
  if (request.url === '/') {
    answered++;
    response.end('ok');
  } else if (request.url === '/slow') setTimeout(() => response.end('ok'), 1500);
  else response.write('this will have no end'); // and never a finish
});

const connections = new Set();
server.on('connection', (socket) => {
  connections.add(socket);
  socket.once('close', () => connections.delete(socket));
});

const tasks = {
  use() {
    fs.stat('/', () => {});
  },
  /** Its standard input is empty, so each read holds a thread until the test writes a byte. */
  hold: (count) => {
    for (let job = 0; job < count; job++) fs.read(0, Buffer.alloc(1), 0, 1, null, () => {});
  },
  block: (duration) => void setTimeout(longLoop, 20, duration),
  collect() {
    globalThis.gc();
  },
  compute: () => again(() => hotFunction(28)),
  digest: () => again(slowDigest),
  work: () => again(() => [fs.stat('/', () => {}), crypto.randomFill(Buffer.alloc(1), () => {})]),
  listen: () =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(server.address().port));
    }),
  call: (path) =>
    new Promise((resolve) => {
      const request = http.get({ port: server.address().port, path, host: '127.0.0.1' }, (response) => {
        if (path !== '/') request.destroy();
        response.resume().on('error', () => {});
      });
      request.on('error', () => {});
      request.once('close', resolve);
    }),
  /** Over connections that are kept, each asks again when it is answered; one of them waits long for each answer. */
  flood() {
    for (let client = 0; client < 8; client++) {
      const path = client === 0 ? '/slow' : '/';
      const ask = () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const socket = net.connect(server.address().port, '127.0.0.1', ask);
      socket.on('data', ask);
    }
  },
  answered: () => answered,
  fetch: () => fetch(`http://127.0.0.1:${server.address().port}/`).then((response) => response.text()),
  install,
  belongings,
  environment: (entries) => void Object.assign(process.env, entries),
  exit: () => void setTimeout(() => process.exit(), 50),
  quit: () => void setImmediate(() => process.disconnect()),
};

process.on('message', ({ task, argument }) => {
  void Promise.resolve(tasks[task](argument)).then((value) => process.send({ did: task, value }));
});
process.send({ did: 'start' });
