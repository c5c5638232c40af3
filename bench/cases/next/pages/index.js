/** A list of products, made anew for each request. */
import { createElement as h } from 'react';

export const getServerSideProps = async () => ({
  props: { products: Array.from({ length: 200 }, (_, id) => ({ id, name: `Product ${id}`, price: id * 3 })) },
});

export default function Page({ products }) {
  const items = products.map(({ id, name, price }) =>
    h('li', { key: id }, h('h2', null, name), h('p', null, 'Price: ', price)),
  );
  return h('main', null, h('h1', null, 'Products'), h('ul', null, items));
}
