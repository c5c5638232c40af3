/**
 * vatesfr/xen-orchestra #4323: the list of backups reads the metadata of each, 300 files on a share, all at once.
 * What happened: the share does not bear it, and reads fail; everything else of the server waits behind them.
 * What helped: ten at a time (here `bounded`: three, which leaves a thread to the others).
 */
const { randomBytes } = require('node:crypto');
const { promisify } = require('node:util');
const { has, limiter, serve } = require('../serving.cjs');
const { readSlowly } = require('../slow-files.cjs');

const bounded = limiter(has('bounded') ? 3 : Infinity);

serve(async ({ url }) => {
  if (url === '/session') return (await promisify(randomBytes)(16)).toString('hex');
  await Promise.all(Array.from({ length: 300 }, () => bounded(readSlowly)));
  return 'backups';
});
