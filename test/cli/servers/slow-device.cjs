/**
 * Each request reads one byte from a slow device: a pool thread waits for 50 ms on average, and needs no CPU. So 4 threads
 * give about 80 requests a second on every machine, and 8 threads give twice as many. A byte that nobody waited for is
 * taken back, so that the time runs from when a read begins.
 */
const { execFileSync } = require('node:child_process');
const { constants, mkdtempSync, openSync, read, readSync, rmSync, writeSync } = require('node:fs');
const { createServer } = require('node:http');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const [count, period, pause] = [32, 100, 2];
const folder = mkdtempSync(join(tmpdir(), 'slow-device-'));
const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)));
execFileSync('mkfifo', paths);
const files = paths.map((path) => openSync(path, constants.O_RDWR));
paths.forEach((path, index) => {
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const takeBack = () => {
    try {
      readSync(pipe, Buffer.alloc(1));
    } catch {
      // Somebody has read it: that is what it is for.
    }
  };
  const pulse = () => {
    writeSync(pipe, '.');
    setTimeout(takeBack, pause);
  };
  setTimeout(() => setInterval(pulse, period), (index / count) * period);
});
rmSync(folder, { recursive: true });

createServer((_request, response) => {
  const file = files[Math.floor(Math.random() * count)];
  read(file, Buffer.alloc(1), 0, 1, null, () => response.end('ok'));
}).listen(0, '127.0.0.1');
