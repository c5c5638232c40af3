/**
 * Each request asks another service, which is slow, through an agent that holds few connections (`SOCKETS`): requests
 * wait in a queue within the process that no thread and no loop shows. What helps: a faster service, more connections.
 * `/poll` is answered never, as a long poll for news that do not come.
 */
const { Agent, request: ask } = require('node:http');
const { serve } = require('../serving.cjs');

const agent = new Agent({ keepAlive: true, maxSockets: Number(process.argv[2] ?? 4) });
const { UPSTREAM: url, UPSTREAM_SOCKET: socketPath } = process.env;

serve(({ url: path }) =>
  path === '/poll'
    ? new Promise(() => {})
    : new Promise((resolve, reject) => {
        const call = ask(url ?? `http://upstream/`, { agent, socketPath }, (answer) => {
          let body = '';
          answer
            .setEncoding('utf8')
            .on('data', (text) => (body += text))
            .on('end', () => resolve(body));
        });
        call.on('error', reject).end();
      }),
);
