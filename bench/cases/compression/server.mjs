/** Express with its compression middleware: half a megabyte of JSON, compressed anew for each request. */
import compression from 'compression';
import express from 'express';

const rows = JSON.stringify(
  Array.from({ length: 5000 }, (_, id) => ({
    id,
    name: `Row ${id * 7919}`,
    at: id * 1e6,
    tags: ['a', id % 7],
  })),
);
const app = express();
app.use(compression());
app.get('/', (_request, response) => response.type('json').send(rows));
app.listen(process.env.PORT);
