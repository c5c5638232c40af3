/**
 * `readFileSync` in a handler, of a file that is not on this machine: while the kernel waits for it, the loop does
 * nothing at all, and no CPU is used either. What helps: the same call without Sync.
 */
const { serve } = require('./serving.cjs');
const { readSlowlySync } = require('./slow-files.cjs');

function readTemplate() {
  readSlowlySync();
  return '<p></p>';
}

serve(({ url }) => (url === '/page' ? readTemplate() : 'ok'));
