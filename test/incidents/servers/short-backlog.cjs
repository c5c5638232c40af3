/**
 * `listen` with a short backlog (the default is 511, and a system may allow less: net.core.somaxconn), and clients that
 * all come at the same moment: what the queue cannot hold is dropped, and tried again after a second. The server has
 * nothing to do, and some requests take 1, 3 or 7 s. What helps: a longer queue (`BACKLOG`), connections that stay open.
 */
const { compute, serve } = require('./serving.cjs');

const backlog = Number(process.argv[2] ?? 4);
serve(() => String(compute(0.2)), { backlog });
