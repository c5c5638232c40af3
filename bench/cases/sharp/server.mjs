/** An image proxy: each request makes a small WebP of a photograph of twelve megapixels. */
import { createServer } from 'node:http';
import sharp from 'sharp';

if (process.env.SHARP_CONCURRENCY) sharp.concurrency(Number(process.env.SHARP_CONCURRENCY));
sharp.cache(false);
const photograph = await sharp({
  create: { width: 4000, height: 3000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
})
  .jpeg()
  .toBuffer();

createServer(async (_request, response) => {
  const image = await sharp(photograph).resize(800, 600).webp().toBuffer();
  response.setHeader('content-type', 'image/webp').end(image);
}).listen(process.env.PORT);
