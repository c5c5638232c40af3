/** A login: compares a password with its hash, cost 10, as most tutorials do. */
import { createServer } from 'node:http';
import bcrypt from 'bcrypt';

const hash = await bcrypt.hash('correct horse battery staple', 10);

createServer(async (_request, response) => {
  const isRight = await bcrypt.compare('correct horse battery staple', hash);
  response.end(JSON.stringify({ isRight }));
}).listen(process.env.PORT);
