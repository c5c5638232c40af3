/**
 * A server with a large heap, whose loop is late again and again. Told to, it hangs. It says where it listens, and ends with
 * its parent.
 */
const block = (duration) => {
  for (const end = performance.now() + duration; performance.now() < end;);
};
const kept = Array.from({ length: 1_200_000 }, (_, id) => ({
  id,
  tags: [id, id + 1],
  next: { value: `v${id}` },
}));

const server = require('node:http').createServer((_request, response) => response.end(String(kept.length)));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
setInterval(() => block(80), 200);
process.on('message', (duration) => block(duration));
process.on('disconnect', () => process.exit(0));
