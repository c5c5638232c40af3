/** Sessions in files, each written by write-file-atomic, which waits for the disk. */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import writeFileAtomic from 'write-file-atomic';

const folder = mkdtempSync('sessions-');
let count = 0;

createServer(async (_request, response) => {
  const id = count++ % 1000;
  await writeFileAtomic(`${folder}/${id}.json`, JSON.stringify({ id, at: Date.now() }));
  response.end('stored');
}).listen(process.env.PORT);
