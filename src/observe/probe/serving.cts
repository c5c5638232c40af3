/**
 * Finds out whether this process is a service (guest): whatever inherits NODE_OPTIONS has the variable of the metrics as well, and
 * a build step or a tool must not take the port.
 */
const cluster = require('node:cluster') as unknown as import('node:cluster').Cluster;

/** Milliseconds from one look to the next. */
const every = 300;
/** A worker of a cluster waits for so long: its primary, which stays, is to have the port. */
const worker = 1000;
/** From this age on a program of one's own is a service that serves nothing: it reads a queue. */
const consumer = 10_000;

/** Whether the script is one that was installed. */
const isInstalled = /[\\/]node_modules[\\/]/.test(process.argv[1] ?? '');

function isServing(): boolean {
  const age = process.uptime() * 1000;
  if (cluster.isWorker) return age > worker;
  if (Object.keys(cluster.workers ?? {}).length > 0) return true;
  // The list is short while a program starts; afterwards nobody asks for it any more.
  if (process.getActiveResourcesInfo().includes('TCPServerWrap')) return true;
  return age > consumer && !isInstalled;
}

/** Calls back once, when this process listens for requests, or has run for long enough. */
function onceServing(serve: () => void): void {
  const look = () => {
    try {
      if (isServing()) return serve();
      setTimeout(look, every).unref();
    } catch {
      // The stream of errors may be closed.
    }
  };
  setTimeout(look, every).unref();
}

/** @returns the place that PM2 gives to this process; null: nobody gave one */
function ownPlace(): number | null {
  const place = process.env['NODE_APP_INSTANCE'] ?? '';
  return /^\d{1,4}$/.test(place) ? Number(place) : null;
}

const api = { onceServing, ownPlace };
export type ServingModule = typeof api;
module.exports = api;
