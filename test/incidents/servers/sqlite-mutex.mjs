/**
 * TryGhost/node-sqlite3 #1395: many queries at a time on one connection.
 * What happened: SQLite lets one thread at a time into a connection; the other pool threads wait for its mutex, a third
 * of their time, and are not there for anything else.
 * What helped: one after the other (here: `serial`), which is not slower.
 * Here it is backups of one connection, the only thing that `node:sqlite` does on pool threads.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import serving from './serving.cjs';

const { has, limiter, serve } = serving;
const folder = process.env.INCIDENT_FOLDER;
const database = new DatabaseSync(join(folder, 'source.db'));
database.exec('pragma journal_mode = off; pragma synchronous = off; create table page (body blob)');
const insert = database.prepare('insert into page values (zeroblob(4000))');
database.exec('begin');
for (let page = 0; page < 4000; page++) insert.run();
database.exec('commit');

const line = limiter(has('serial') ? 1 : Infinity);
let count = 0;

async function copy() {
  const path = join(folder, `copy-${count++}.db`);
  const pages = await backup(database, path, { rate: 400 });
  await rm(path);
  return String(pages);
}

serve(({ url }) => (url === '/file' ? readFile(import.meta.filename) : line(copy)));
