/** A server whose requests do UNITS equal pieces of work of one KIND, one after the other. */
import { createHash, pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { promisify } from 'node:util';

const units = Number(process.env.UNITS);
const block = Buffer.alloc(16_384, 7);
const kept = [];
const piece = {
  loop: () => createHash('sha256').update(block).digest(),
  pool: () => promisify(pbkdf2)('password', 'salt', 400, 64, 'sha512'),
  files: () => readFile(import.meta.filename),
  /** Short-lived objects, and some that live through many collections. */
  gc() {
    const made = Array.from({ length: 500 }, (_, i) => ({ i, text: `${i}`, next: null }));
    kept.push(made[0], made[1]);
    if (kept.length > 200_000) kept.splice(0, 100_000);
  },
}[process.env.KIND ?? 'loop'];

async function work() {
  for (let unit = 0; unit < units; unit++) {
    const done = piece();
    if (done instanceof Promise) await done;
  }
}

const server = createServer((_request, response) => {
  void work().then(() => response.end('done'));
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
