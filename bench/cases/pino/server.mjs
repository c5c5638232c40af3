/** pino as its manual shows it, each request logged to standard output; and little else to do. */
import { createServer } from 'node:http';
import pinoHttp from 'pino-http';

const log = pinoHttp();

createServer((request, response) => {
  log(request, response);
  response.end('{"ok":true}');
}).listen(process.env.PORT);
