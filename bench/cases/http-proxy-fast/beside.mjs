/** The application behind the proxy. */
import { createServer } from 'node:http';

createServer((_request, response) => response.end('{"ok":true}')).listen(process.env.BESIDE_PORT);
