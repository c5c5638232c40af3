/** Not an incident: the service behind one. Every answer takes MILLISECONDS, and it can give any number at a time. */
const { createServer } = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { serve } = require('./serving.cjs');

const latency = Number(process.argv[2]);
const socket = process.argv[3];
const server = serve(async () => {
  await sleep(latency);
  return 'done';
});
// Beside its port it listens at a unix socket.
if (socket) createServer(server.listeners('request')[0]).listen(socket);
