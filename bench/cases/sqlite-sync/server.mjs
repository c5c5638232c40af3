/** A search with better-sqlite3: LIKE over 20,000 rows, without an index that could help. */
import { createServer } from 'node:http';
import Database from 'better-sqlite3';

const database = new Database(':memory:');
database.exec('CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT)');
const insert = database.prepare('INSERT INTO books (title) VALUES (?)');
database.transaction(() => {
  for (let id = 0; id < 20_000; id++) insert.run(`The book number ${id * 7919}`);
})();
const search = database.prepare("SELECT * FROM books WHERE title LIKE '%' || ? || '%' LIMIT 20");

createServer((_request, response) => response.end(JSON.stringify(search.all('999999')))).listen(
  process.env.PORT,
);
