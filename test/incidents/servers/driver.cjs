/**
 * A driver that waits for its server in a call on a pool thread (`MILLISECONDS` each), as ODBC, Oracle's and older
 * MySQL clients do: the threads do nothing, and there are four. What helps: as many threads as calls at a time.
 */
const { blockingCall } = require('./libc.cjs');
const { serve } = require('./serving.cjs');

const latency = Number(process.argv[2] ?? 20);
serve(async () => String(await blockingCall(latency)));
