/**
 * Not a server: a file system that takes its time. `FOLDER COUNT MILLISECONDS`: named pipes `0` to `COUNT - 1` in FOLDER.
 * A read of one byte waits until this process lets one through, half of MILLISECONDS on average, and until then the
 * kernel holds the thread that reads, as with a disk over a network. A byte that nobody waited for is taken back, so that
 * the time runs from when a read begins and not from when it was asked for. Each pipe serves one read at a time.
 */
const { execFileSync } = require('node:child_process');
const { constants, openSync, readSync, writeSync } = require('node:fs');
const { join } = require('node:path');
const { endWithParent } = require('./serving.cjs');

const [folder, count, period] = process.argv.slice(2);
const paths = Array.from({ length: Number(count) }, (_, index) => join(folder, String(index)));
/** Long enough for a thread that waits to take its byte. */
const pause = 2;
const byte = Buffer.from('.');

function takeBack(pipe) {
  try {
    readSync(pipe, Buffer.alloc(1));
  } catch (error) {
    // Somebody has read it: that is what it is for.
    if (error.code !== 'EAGAIN') throw error;
  }
}

execFileSync('mkfifo', paths);
paths.forEach((path, index) => {
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const pulse = () => {
    writeSync(pipe, byte);
    setTimeout(takeBack, pause, pipe);
  };
  // Not all at the same moment.
  setTimeout(setInterval, (index / paths.length) * period, pulse, Number(period));
});
endWithParent();
console.log('listening 0');
