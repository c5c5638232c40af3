/** Each page counts itself in the same row of PostgreSQL, in a transaction that takes 10 ms more. */
import express from 'express';
import { Pool } from 'pg';

const pool = new Pool({
  host: '127.0.0.1',
  port: Number(process.env.BESIDE_PORT),
  user: 'postgres',
  max: Number(process.env.PG_POOL ?? 10),
});
await pool.query('CREATE TABLE visits (page text PRIMARY KEY, n int)');
await pool.query("INSERT INTO visits VALUES ('/', 0)");

express()
  .get('/', async (_request, response) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query("UPDATE visits SET n = n + 1 WHERE page = '/' RETURNING n");
      await client.query('SELECT pg_sleep(0.01)');
      await client.query('COMMIT');
      response.json(rows[0]);
    } finally {
      client.release();
    }
  })
  .listen(process.env.PORT);
