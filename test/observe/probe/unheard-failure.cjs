/** A task of a pool of workers that fails while the probe watches, and nobody hears of it. */
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  const { connections } = require('../../../src/observe/probe/connections.cts');
  const { Piscina } = require('piscina');
  process.once('unhandledRejection', ({ message }) => {
    console.log(message);
    process.exit(0);
  });
  connections(
    (_about, run) => run,
    () => {},
  ).begin();
  void new Piscina({ filename: __filename, maxThreads: 1 }).run(null);
} else
  module.exports = () => {
    throw new Error('a task that fails');
  };
