/** A list of products, rendered on the server by React under Express; started without NODE_ENV, as most are at first. */
import express from 'express';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';

const products = Array.from({ length: 200 }, (_, id) => ({ id, name: `Product ${id}`, price: id * 3 }));
const Product = ({ name, price }) =>
  h(
    'li',
    { className: 'product' },
    h('h2', null, name),
    h('p', null, 'Price: ', price),
    h('button', null, 'Buy'),
  );
const Page = ({ query }) =>
  h(
    'main',
    null,
    h('h1', null, `Found for ${query}`),
    h(
      'ul',
      null,
      products.map((each) => h(Product, { key: each.id, ...each })),
    ),
  );

const app = express();
app.get('/', ({ query }, response) => {
  response.send(`<!doctype html>${renderToString(h(Page, { query: query.q ?? 'all' }))}`);
});
app.listen(process.env.PORT);
