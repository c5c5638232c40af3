/** The same search with sqlite3: each query runs on a thread of libuv's pool, all on one connection. */
import { createServer } from 'node:http';
import sqlite3 from 'sqlite3';

const database = new sqlite3.Database('books.db');
const run = (sql) =>
  new Promise((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve())));
await run(`DROP TABLE IF EXISTS books; CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
  INSERT INTO books (title) SELECT 'The book number ' || i * 7919 FROM n;`);

createServer((_request, response) => {
  database.all("SELECT * FROM books WHERE title LIKE '%999999%' LIMIT 20", (_error, rows) =>
    response.end(JSON.stringify(rows)),
  );
}).listen(process.env.PORT);
