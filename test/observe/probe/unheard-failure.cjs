/** A call that fails while the probe watches, and nobody hears of it. */
const { connections } = require('../../../src/observe/probe/connections.cts');
const { Piscina } = require('piscina');

const pool = new Piscina({ filename: require.resolve('./failing-task.cjs'), maxThreads: 1 });
process.once('unhandledRejection', ({ message }) => {
  console.log(message);
  process.exit(0);
});
connections(
  (_about, run) => run,
  () => {},
).begin();
void pool.run(null);
