/**
 * node:http alone: answers from memory, as a cache does. It needs neither the pool nor more than a moment of the loop.
 * A good setting: what Node has by itself. No size of the pool changes anything, and a tool that finds one is wrong.
 */
import { createServer } from 'node:http';

const articles = new Map(Array.from({ length: 100 }, (_, id) => [`/${id}`, { id, title: `Article ${id}` }]));

createServer((request, response) => {
  const article = articles.get(request.url) ?? articles.get('/0');
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(article));
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
