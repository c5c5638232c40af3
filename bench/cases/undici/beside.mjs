/** The service. */
import { createServer } from 'node:http';

createServer((_request, response) => setTimeout(() => response.end('{"ok":true}'), 50)).listen(
  process.env.BESIDE_PORT,
);
