/** Healthy: answers that take as long as the listener stays (server-sent events), a line every fifth of a second. */
const { serve } = require('./serving.cjs');

serve((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => response.write('data: tick\n\n'), 200);
  response.once('close', () => clearInterval(timer));
});
