/**
 * atomantic/PortOS #3704: the server reads files that the system has moved to a cloud, and that never come back.
 * What happened: four reads that do not return hold the four threads; every page needs a file, so all of it is offline.
 * What helped: such files are detected and read where they cannot hold a thread of the server (here: `moved`, a child
 * process that is ended after a while).
 */
const { execFile, execFileSync } = require('node:child_process');
const { mkdtempSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { has, serve } = require('../serving.cjs');

const folder = mkdtempSync(join(process.env.INCIDENT_FOLDER ?? tmpdir(), 'cloud-'));
/** Opening a named pipe that nobody writes to takes for ever, as a download that never ends. */
const evicted = join(folder, 'evicted.md');
execFileSync('mkfifo', [evicted]);

const inChild = async () => {
  try {
    const { stdout } = await promisify(execFile)('cat', [evicted], { timeout: 200, killSignal: 'SIGKILL' });
    return stdout;
  } catch {
    return 'not available';
  }
};

serve(({ url }) => {
  if (url === '/notes') return has('moved') ? inChild() : readFile(evicted);
  return readFile(__filename);
});
