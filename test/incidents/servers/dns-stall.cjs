/**
 * nodejs/node #8436, libuv/libuv #1845: calls to other services by name, while the name server is slow.
 * What happened: `dns.lookup` may hold half of the threads, and does; the rest of the lookups wait in a queue of their
 * own, though the pool has threads to spare. (Before libuv 1.23 they held all of them, and files waited too.)
 * What helped: to keep the answers, or `dns.resolve` (here: `resolve`), which needs no thread.
 */
const { lookup, resolve4 } = require('node:dns/promises');
const { stat } = require('node:fs/promises');
const { has, serve } = require('./serving.cjs');

let call = 0;

serve(async ({ url }) => {
  if (url === '/file') return String((await stat(__filename)).size);
  const name = `service-${call++}.test`;
  return has('resolve') ? (await resolve4(name)).join() : (await lookup(name, { family: 4 })).address;
});
