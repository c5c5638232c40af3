/** node:http alone: reads a small cached file for each request. More pool threads make this slower, not faster. */
import { readFile } from 'node:fs';
import { createServer } from 'node:http';

createServer((_request, response) => {
  readFile(new URL(import.meta.url), (error, text) => {
    response.writeHead(error ? 500 : 200, { 'content-type': 'text/plain' }).end(error ? error.message : text);
  });
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
