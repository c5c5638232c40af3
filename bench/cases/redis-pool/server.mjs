/** Each page waits a tenth of a second for a job in Redis, with a pool of four clients. */
import express from 'express';
import { createClientPool } from 'redis';

const pool = await createClientPool(
  { socket: { host: '127.0.0.1', port: Number(process.env.BESIDE_PORT) } },
  { maximum: Number(process.env.REDIS_POOL ?? 4) },
).connect();

express()
  .get('/', async (_request, response) => {
    response.json({ job: await pool.execute((client) => client.blPop('jobs', 0.1)) });
  })
  .listen(process.env.PORT);
