/** The picture that is shown where a page is shared: an SVG rendered as PNG by resvg, on the pool. */
import { createServer } from 'node:http';
import { renderAsync } from '@resvg/resvg-js';

const circles = Array.from(
  { length: 60 },
  (_, id) =>
    `<circle cx="${id * 20}" cy="${(id * 97) % 630}" r="40" fill="hsl(${id * 6} 80% 50%)" opacity="0.7"/>`,
);
const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#124"/>${circles.join('')}</svg>`;

createServer(async (_request, response) => {
  const image = await renderAsync(card);
  response.setHeader('content-type', 'image/png').end(image.asPng());
}).listen(process.env.PORT);
