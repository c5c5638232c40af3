/** A page for which MariaDB takes 20 ms, by Knex over mysql2, with a pool of five connections. */
import Fastify from 'fastify';
import Knex from 'knex';

const knex = Knex({
  client: 'mysql2',
  connection: { host: '127.0.0.1', port: Number(process.env.BESIDE_PORT), user: 'ann' },
  pool: { min: 0, max: Number(process.env.DB_POOL ?? 5) },
});
const app = Fastify();
app.get('/', async () => (await knex.raw('SELECT SLEEP(0.02), NOW() AS now'))[0]);
await app.listen({ port: Number(process.env.PORT) });
