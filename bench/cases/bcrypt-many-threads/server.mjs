/** The same login, beside a small answer from a file: its author has set 64 pool threads, "to be safe". */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import bcrypt from 'bcrypt';

const hash = await bcrypt.hash('correct horse battery staple', 10);

createServer(async ({ url }, response) => {
  if (url === '/news') return response.end(await readFile('package.json'));
  const isRight = await bcrypt.compare('correct horse battery staple', hash);
  response.end(JSON.stringify({ isRight }));
}).listen(process.env.PORT);
