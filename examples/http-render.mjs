/**
 * node:http alone: renders a page of 1000 rows for each request, in JavaScript. Nothing of it goes to the pool.
 * A good setting: as many processes as there are CPUs to spare, each with a loop of its own. The size of the pool is
 * all the same.
 */
import { createServer } from 'node:http';

const rows = Array.from({ length: 1000 }, (_, id) => ({ id, name: `Item <${id}>`, price: (id * 37) % 1000 }));
const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = () =>
  `<table>${rows
    .toSorted((one, other) => one.price - other.price)
    .map(
      ({ id, name, price }) => `<tr><td>${id}</td><td>${escaped(name)}</td><td>${price.toFixed(2)}</td></tr>`,
    )
    .join('\n')}</table>`;

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(page());
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
