/** A login with the defaults of argon2: 64 MiB, three passes, four lanes. */
import { createServer } from 'node:http';
import argon2 from 'argon2';

const hash = await argon2.hash('correct horse battery staple');

createServer(async (_request, response) => {
  const isRight = await argon2.verify(hash, 'correct horse battery staple');
  response.end(JSON.stringify({ isRight }));
}).listen(process.env.PORT);
