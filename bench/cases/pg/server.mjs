/** A page for which PostgreSQL takes 20 ms, with a pool of ten connections, which is the default. */
import express from 'express';
import { Pool } from 'pg';

const pool = new Pool({
  host: '127.0.0.1',
  port: Number(process.env.BESIDE_PORT),
  user: 'postgres',
  max: Number(process.env.PG_POOL ?? 10),
});

express()
  .get('/', async (_request, response) => {
    const { rows } = await pool.query('SELECT pg_sleep(0.02), now()');
    response.json(rows[0]);
  })
  .listen(process.env.PORT);
