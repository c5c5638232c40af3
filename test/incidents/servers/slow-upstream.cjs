/** Not an incident: the service behind one. Every answer takes MILLISECONDS, and it can give any number at a time. */
const { setTimeout: sleep } = require('node:timers/promises');
const { serve } = require('./serving.cjs');

const latency = Number(process.argv[2]);
serve(async () => {
  await sleep(latency);
  return 'done';
});
