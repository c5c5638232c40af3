/**
 * node:http alone: asks how old a file is for each request, as a static server does before it says "304 Not Modified".
 * The kernel has the answer in memory: it takes a thread some microseconds, and waking one costs more than that.
 * A good setting: one pool thread. Each more costs throughput.
 */
import { stat } from 'node:fs';
import { createServer } from 'node:http';

createServer((_request, response) => {
  stat(new URL(import.meta.url), (error, found) => {
    if (error) response.writeHead(500).end(error.message);
    else response.writeHead(200, { 'last-modified': found.mtime.toUTCString() }).end(`${found.size} bytes\n`);
  });
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
