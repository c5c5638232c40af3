/**
 * Every request is a few milliseconds of JavaScript, as with pages that are rendered on the server: one thread does it
 * all, whatever the machine has. What helps: one process for each CPU. `MILLISECONDS` for each request.
 */
const { compute, serve } = require('./serving.cjs');

const cost = Number(process.argv[2] ?? 3);

function renderHeader() {
  return compute(cost / 2);
}

function renderBody() {
  return compute(cost / 2);
}

serve(() => `<p>${renderHeader() + renderBody()}</p>`);
