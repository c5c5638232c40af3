/** A store of events: each request writes one to LevelDB and waits until the disk has it. */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { ClassicLevel } from 'classic-level';

const events = new ClassicLevel(mkdtempSync('events-'));
await events.open();
let count = 0;

createServer(async (_request, response) => {
  await events.put(`event:${count++}`, JSON.stringify({ at: Date.now() }), { sync: true });
  response.end('stored');
}).listen(process.env.PORT);
