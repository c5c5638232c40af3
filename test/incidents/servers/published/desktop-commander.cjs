/**
 * wonderwhy-er/DesktopCommanderMCP #535: tools that read files, and write down each of their calls first.
 * What happened: parallel reads on a slow file system hold all threads, and every call, however small, awaits a write of
 * a tiny file behind them.
 * What helped: not to await that write, to bound the reads, and a larger pool.
 */
const { writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { serve } = require('../serving.cjs');
const { readSlowly } = require('../slow-files.cjs');

const config = join(process.env.INCIDENT_FOLDER, 'config.json');
let calls = 0;

serve(async ({ url }) => {
  await writeFile(config, JSON.stringify({ calls: calls++ }));
  if (url === '/search') await Promise.all(Array.from({ length: 4 }, readSlowly));
  return 'done';
});
