/** A dashboard on DuckDB: one aggregation over three million rows for each request. */
import { createServer } from 'node:http';
import { DuckDBInstance } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run(
  'CREATE TABLE sales AS SELECT i % 1000 AS shop, random() AS amount FROM range(3000000) t(i)',
);

createServer(async (_request, response) => {
  const own = await instance.connect();
  const reader = await own.runAndReadAll(
    'SELECT shop, sum(amount) AS total FROM sales GROUP BY shop ORDER BY total DESC LIMIT 5',
  );
  own.closeSync();
  response.end(JSON.stringify(reader.getRowsJson()));
}).listen(process.env.PORT);
