/** Thumbnails by jimp: image processing in plain JavaScript. */
import { createServer } from 'node:http';
import { Jimp } from 'jimp';

const photograph = await new Jimp({ width: 640, height: 480, color: 0x3366ffff }).getBuffer('image/jpeg');

createServer(async (_request, response) => {
  const image = await Jimp.read(photograph);
  const thumbnail = await image.resize({ w: 160 }).getBuffer('image/jpeg');
  response.setHeader('content-type', 'image/jpeg').end(thumbnail);
}).listen(process.env.PORT);
