/**
 * websockets/ws #1202, nodejs/node #15301: a message is compressed for each of thousands of connections.
 * What happened: thousands of zlib jobs were queued at once, each with its 250 KB of state: 2.9 GB of memory instead of
 * 90 MB, in pieces that were never given back.
 * What helped: ten at a time (ws calls it `concurrencyLimit`).
 */
const { randomBytes } = require('node:crypto');
const { deflateRaw } = require('node:zlib');
const { promisify } = require('node:util');
const { serve } = require('./serving.cjs');

const connections = 600;
const message = randomBytes(6000).toString('base64');
const deflate = promisify(deflateRaw);

serve(async ({ url }) => {
  if (url === '/memory') return String(process.memoryUsage().rss);
  await Promise.all(Array.from({ length: connections }, () => deflate(message)));
  return 'sent';
});
