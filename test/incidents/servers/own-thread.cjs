/**
 * Each request writes through a library that has one thread for all writes: a job of the pool hands the work over and waits.
 * What does not help: more pool threads. They wait for the same thread.
 */
const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { serve } = require('./serving.cjs');

const folder = mkdtempSync(join(tmpdir(), 'own-thread-'));
const library = join(folder, 'writer.node');
execFileSync('cc', [
  '-shared',
  '-fPIC',
  '-D_GNU_SOURCE',
  '-o',
  library,
  join(__dirname, 'own-thread.c'),
  '-lpthread',
]);
const write = require(library);
// It is mapped, and this process is killed in the end.
rmSync(folder, { recursive: true });

serve(async () => {
  await write();
  return 'written';
});
