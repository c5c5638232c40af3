/** node:http alone: reads a small cached file for each request. More pool threads make this slower, not faster. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

createServer(async (_request, response) => {
  const text = await readFile(new URL(import.meta.url));
  response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
