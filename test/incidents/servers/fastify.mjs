/** Healthy: an API as most are, JSON in and out and nothing else. */
import fastify from 'fastify';
import serving from './serving.cjs';

const app = fastify();
app.get('/', async () => ({
  id: 7,
  items: Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}` })),
}));
await app.listen({ port: 0, host: '127.0.0.1' });
serving.announce(app.server);
