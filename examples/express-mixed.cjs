/**
 * Express, CommonJS: a sign-up. It hashes a password, which needs a pool thread and a CPU, and puts the result on the
 * disk, where a thread waits for the device and needs no CPU.
 * A good setting: more pool threads than CPUs, since some of them only wait; how many more is to be measured.
 */
const { scrypt } = require('node:crypto');
const { fsync, mkdtempSync, openSync, rmSync, write } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { promisify } = require('node:util');
const express = require('express');

const [hash, put, flush] = [scrypt, write, fsync].map((call) => promisify(call));
const folder = mkdtempSync(join(process.env.DATA ?? tmpdir(), 'mixed-'));
const file = openSync(join(folder, 'users'), 'w');
// Whoever has a file open keeps it: nothing is left behind when this server ends.
rmSync(folder, { recursive: true });

const app = express();
app.get('/', async (_request, response) => {
  const key = await hash('password', 'salt', 32, { N: 2048 });
  await put(file, key, 0, key.length, 0);
  await flush(file);
  response.status(201).json({ key: key.toString('hex') });
});
app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
