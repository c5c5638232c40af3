/** Fastify, ES module: compresses a page for each request, as a server without a CDN does. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify from 'fastify';

const page = Buffer.from('A page that is the same for all, and compressed for each anew. '.repeat(1000));
const compress = promisify(gzip);

const app = Fastify();
app.get('/', async (_request, reply) => reply.header('content-encoding', 'gzip').send(await compress(page)));
await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
