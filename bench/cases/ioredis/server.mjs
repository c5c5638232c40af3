/** A page that reads a value of Redis; one page in fifty waits for a job there, over the same connection. */
import Fastify from 'fastify';
import { Redis } from 'ioredis';

const redis = new Redis({ port: Number(process.env.BESIDE_PORT) });
await redis.set('greeting', 'hello');
const app = Fastify();
let pages = 0;
app.get('/', async () => {
  if (++pages % 50 === 0) await redis.blpop('jobs', 0.1);
  return { greeting: await redis.get('greeting') };
});
await app.listen({ port: Number(process.env.PORT) });
