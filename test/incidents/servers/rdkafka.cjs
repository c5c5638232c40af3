/**
 * Blizzard/node-rdkafka #367 and #982: every consumer waits for messages on a thread of the pool.
 * What happened: four consumers hold the four threads for ever; the fifth never connects, and no file is read again.
 * What helped: a thread of the consumer's own; until then, a pool larger than the number of consumers.
 */
const { stat } = require('node:fs/promises');
const { semaphore, wait } = require('./libc.cjs');
const { serve } = require('./serving.cjs');

const consumers = 4;
for (let consumer = 0; consumer < consumers; consumer++) {
  const messages = semaphore();
  void wait(messages).finally(() => messages);
}

serve(async () => String((await stat(__filename)).size));
