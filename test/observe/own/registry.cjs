/** A service with a registry of its own, which it prints when it is asked. */
const fs = require('node:fs');
const { createPool } = require('generic-pool');

const [, , client, collector] = process.argv;
const { Registry, Gauge } = require(client);
const registry = new Registry();
new Gauge({ name: 'jobs', help: 'Of its own.', registers: [registry] }).set(7);
setInterval(() => fs.stat('/', () => {}), 20);
const pool = createPool({ create: async () => ({}), destroy: async () => {} }, { max: 2 });
setInterval(() => void pool.use(async () => {}), 20);

process.on('message', ({ task }) => {
  void registry.metrics().then((value) => process.send({ did: task, value }));
});
async function begin() {
  const { collect } = await import(collector);
  collect(registry);
  // A second time is no error.
  collect(registry);
  process.send({ did: 'start' });
}
void begin();
