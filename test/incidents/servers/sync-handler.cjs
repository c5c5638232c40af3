/**
 * One handler computes for almost half a second, and all the fast ones wait meanwhile: the most common question about
 * Node of all (nodejs.org, "Don't block the event loop"). What helps: a worker thread, or pieces.
 */
const { compute, serve } = require('./serving.cjs');

function buildMonthlyReport() {
  const end = performance.now() + 400;
  const rows = [];
  while (performance.now() < end) rows.push(compute(1));
  return String(rows.length);
}

serve(({ url }) => (url === '/report' ? buildMonthlyReport() : 'ok'));
