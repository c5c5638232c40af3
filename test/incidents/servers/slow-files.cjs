/** Files on the slow file system of `slow-disk.cjs`; each read is one job. */
const fs = require('node:fs');
const { join } = require('node:path');
const { promisify } = require('node:util');

const count = Number(process.env.SLOW_FILES);
/** Opened to write too, so that opening waits for nobody. */
const files = Array.from({ length: count }, (_, index) =>
  fs.openSync(join(process.env.INCIDENT_FOLDER, String(index)), 'r+'),
);
const read = promisify(fs.read);
/** In turn, the reads would follow the order in which the pipes are fed, and none would wait. */
const any = () => files[Math.floor(Math.random() * count)];

exports.readSlowly = () => read(any(), Buffer.alloc(1), 0, 1, null);
exports.readSlowlySync = () => fs.readSync(any(), Buffer.alloc(1));
