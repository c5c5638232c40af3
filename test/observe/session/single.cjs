/** A server that says where it listens, and ends with its parent. */
const server = require('node:http').createServer((_request, response) => response.end('ok'));
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => console.log(server.address().port));
process.on('disconnect', () => process.exit(0));
