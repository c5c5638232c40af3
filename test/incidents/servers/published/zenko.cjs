/**
 * scality/Zenko #708, nodemailer/nodemailer #963: consumers that wait in calls of a driver, and a client that connects by
 * name. What happened: `dns.lookup` needs a thread too, and waits behind about twenty consumers that wait for messages;
 * connecting takes seconds, and is given up. What helped: a larger pool.
 */
const { lookup } = require('node:dns/promises');
const { blockingCall } = require('../libc.cjs');
const { serve } = require('../serving.cjs');

const consumers = 20;

async function consume() {
  for (;;) await blockingCall(200);
}

for (let consumer = 0; consumer < consumers; consumer++) void consume();
serve(async () => (await lookup('localhost')).address);
