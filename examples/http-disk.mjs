/**
 * node:http alone: one block from the disk for each request, past the page cache, as a database does whose data do not
 * fit into memory. A thread waits for the device and needs next to no CPU.
 * A good setting: as many pool threads as the device can serve at a time, or as there are clients, if those are fewer.
 *
 * Where a file system refuses direct reads (O_DIRECT), it writes a block and waits until it is on the disk.
 */
import { constants, fsync, mkdtempSync, openSync, read, rmSync, write, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [size, blocks] = [4096, 2048];
const folder = mkdtempSync(join(process.env.DATA ?? tmpdir(), 'disk-'));
const path = join(folder, 'data');
// A text whose length divides that of a block: each begins with it.
const text = 'a block\n';
writeFileSync(path, Buffer.alloc(size * blocks, text), { flush: true });

/** Direct reads need buffers that begin on a block: memory of WebAssembly begins on a page. */
const aligned = () => Buffer.from(new WebAssembly.Memory({ initial: 1 }).buffer, 0, size);
const free = [];
const place = () => size * Math.floor(Math.random() * blocks);

function openDirect() {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECT);
  } catch {
    return null;
  }
}
const direct = constants.O_DIRECT ? openDirect() : null;
const file = direct ?? openSync(path, 'r+');
// Whoever has a file open keeps it: nothing is left behind when this server ends.
rmSync(folder, { recursive: true });

function fetchBlock(buffer, done) {
  if (direct !== null) read(file, buffer, 0, size, place(), done);
  else write(file, buffer.fill(text), 0, size, place(), (error) => (error ? done(error) : fsync(file, done)));
}

createServer((_request, response) => {
  const buffer = free.pop() ?? aligned();
  fetchBlock(buffer, (error) => {
    response
      .writeHead(error ? 500 : 200)
      .end(error ? error.message : buffer.toString('latin1', 0, text.length));
    free.push(buffer);
  });
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
