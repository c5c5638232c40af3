/** The application behind the proxy. */
import { createServer } from 'node:http';

createServer((_request, response) => setTimeout(() => response.end('{"ok":true}'), 100)).listen(
  process.env.BESIDE_PORT,
);
