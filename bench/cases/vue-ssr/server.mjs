/** The same list, rendered on the server by Vue. */
import express from 'express';
import { createSSRApp, h } from 'vue';
import { renderToString } from 'vue/server-renderer';

const products = Array.from({ length: 200 }, (_, id) => ({ id, name: `Product ${id}`, price: id * 3 }));
const Product = {
  props: { name: String, price: Number },
  render() {
    return h('li', { class: 'product' }, [
      h('h2', this.name),
      h('p', `Price: ${this.price}`),
      h('button', 'Buy'),
    ]);
  },
};
const page = (query) => ({
  render: () =>
    h('main', [
      h('h1', `Found for ${query}`),
      h(
        'ul',
        products.map(({ id, name, price }) => h(Product, { key: id, name, price })),
      ),
    ]),
});

const app = express();
app.get('/', async ({ query }, response) => {
  response.send(`<!doctype html>${await renderToString(createSSRApp(page(query.q ?? 'all')))}`);
});
app.listen(process.env.PORT);
