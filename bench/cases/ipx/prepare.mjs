/** A photograph of six megapixels. */
import { mkdirSync } from 'node:fs';
import sharp from 'sharp';

mkdirSync('public', { recursive: true });
await sharp({
  create: { width: 3000, height: 2000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
})
  .jpeg()
  .toFile('public/photo.jpg');
