/** A server with the illness that `ILL` names; `PORT` says where. Each is one way in which a trial can fail. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const { ILL: ill = 'none', PORT: port } = process.env;
let requests = 0;

if (ill === 'exits') {
  console.error('cannot read the configuration');
  process.exit(7);
}
if (ill === 'child' || ill === 'childNever') {
  // In a group of its own, and deaf to its parent's end.
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: 'ignore' });
}

if (ill === 'daemon') {
  // With an environment of its own besides: no mark is left on it.
  const script = "setTimeout(() => {}, 60_000); 'a daemon of the test'";
  spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore', env: {} }).unref();
}

const server = createServer((_request, response) => {
  requests++;
  if (ill === 'mute' && requests > 1) return;
  if (ill === 'stream') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    return void response.write('data: 1\n\n');
  }
  if (ill === 'dies' && requests > 20) process.abort();
  if (ill === 'errors') response.statusCode = 500;
  if (ill === 'resets' && requests > 1 && requests % 2 === 0) {
    response.destroy();
    return;
  }
  response.end('well');
});
if (ill === 'never' || ill === 'childNever') setTimeout(() => {}, 60_000);
else server.listen(Number(port), '127.0.0.1');
if (ill === 'deaf') process.on('SIGTERM', () => {});
