/** Tokens signed with RS256 by jsonwebtoken, in its synchronous form, as nearly every tutorial calls it. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import jwt from 'jsonwebtoken';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

createServer((_request, response) => {
  const token = jwt.sign({ sub: 'somebody', roles: ['reader'] }, privateKey, {
    algorithm: 'RS256',
    expiresIn: '1h',
  });
  response.end(JSON.stringify({ token }));
}).listen(process.env.PORT);
