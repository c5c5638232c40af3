/**
 * joyent/libuv #1275: a server reads from NFS, and the NFS server is gone.
 * What happened: reads of a hard mount do not return, one for each thread; then nothing that needs a thread does, also
 * what has nothing to do with NFS.
 * What helped: what can hang gets threads or a process of its own, and a soft mount, so that it fails instead.
 */
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { mkdtempSync, openSync } = require('node:fs');
const { stat } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { serve } = require('./serving.cjs');

const mount = join(mkdtempSync(join(process.env.INCIDENT_FOLDER ?? tmpdir(), 'nfs-')), 'report.csv');
execFileSync('mkfifo', [mount]);
/** Open, and nothing ever comes: with this end for writing, a read waits. */
const file = openSync(mount, 'r+');
const read = promisify(fs.read);

serve(async ({ url }) => {
  if (url === '/report') return (await read(file, Buffer.alloc(64), 0, 64, null)).buffer;
  return String((await stat(__filename)).size);
});
