/**
 * ecency/imagehoster #35 and #39: images are encoded with sharp, on the four threads that serve files too.
 * What happened: while encodes were queued, a cached file of 32 KB took 0.5 to 8 s; the health check, which needs no
 * thread, took 2 ms, so nothing was restarted and nothing was seen.
 * What helped: at most so many encodes at a time (here: `bounded`), and then a larger pool.
 */
const { randomBytes } = require('node:crypto');
const { readFile } = require('node:fs/promises');
const sharp = require('sharp');
const { has, limiter, serve } = require('../serving.cjs');

const width = 640;
const height = 480;
const upload = randomBytes(width * height * 3);
/** One encode is to be one job on one thread, as with small images. */
sharp.concurrency(1);
sharp.cache(false);

const encode = () =>
  sharp(upload, { raw: { width, height, channels: 3 } })
    .resize(320)
    .webp({ effort: 4 })
    .toBuffer();
const bounded = limiter(has('bounded') ? 2 : Infinity);

serve(({ url }) => {
  if (url === '/encode') return bounded(encode);
  if (url === '/cached') return readFile(__filename);
  return 'ok';
});
