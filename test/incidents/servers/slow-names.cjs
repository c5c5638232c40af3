/** Not a server of HTTP: a name server. `ADDRESS MILLISECONDS`: it knows every name as 127.0.0.1, and says so after so long. */
const { createSocket } = require('node:dgram');
const { endWithParent } = require('./serving.cjs');

const [address, latency] = process.argv.slice(2);
const socket = createSocket('udp4');

/** The question repeated, with one address in answer, by a pointer to the name in the question (RFC 1035, 4.1). */
function answer(query) {
  const end = query.indexOf(0, 12) + 5;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])]);
}

socket.on('message', (query, from) => {
  setTimeout(() => socket.send(answer(query), from.port, from.address), Number(latency));
});
endWithParent();
socket.bind(53, address, () => console.log('listening 53'));
