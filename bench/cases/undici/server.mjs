/** A page from a service of 50 ms, asked over a pool of four connections. */
import { createServer } from 'node:http';
import { Pool } from 'undici';

const service = new Pool(`http://127.0.0.1:${process.env.BESIDE_PORT}`, {
  connections: Number(process.env.CONNECTIONS ?? 4),
});

createServer(async (_request, response) => {
  const { body } = await service.request({ path: '/', method: 'GET' });
  response.end(await body.text());
}).listen(process.env.PORT);
