/**
 * A service in front of PostgreSQL, with a pool of SIZE connections. What a request does there: `sleep` (20 ms each, however many),
 * `keep` (a report in twenty-five forgets to give its connection back when it fails).
 */
const { Pool } = require('pg');
const { serve } = require('../serving.cjs');

const [size, what = 'sleep'] = process.argv.slice(2);
const pool = new Pool({
  host: process.env.POSTGRES_SOCKET,
  port: Number(process.env.POSTGRES_PORT),
  user: 'postgres',
  password: 'a-canary-that-nobody-shows',
  max: Number(size),
});
let reports = 0;

async function fetchReport() {
  const client = await pool.connect();
  await client.query('SELECT pg_sleep(0.005)');
  if (++reports % 25 === 0) return 'failed';
  client.release();
  return 'done';
}

const sleep = () => pool.query('SELECT pg_sleep(0.02)').then(() => 'done');

serve({ sleep, keep: fetchReport }[what]);
