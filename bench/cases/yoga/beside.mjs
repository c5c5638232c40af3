/** The service of books. */
import { createServer } from 'node:http';

createServer(({ url }, response) => response.end(JSON.stringify([{ title: `Book of ${url}` }]))).listen(
  process.env.BESIDE_PORT,
);
