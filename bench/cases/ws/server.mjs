/** A chat room with ws: each message that is posted is compressed and sent to each of 40 listeners. */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const room = new WebSocketServer({ noServer: true, perMessageDeflate: true });
const history = JSON.stringify(
  Array.from({ length: 300 }, (_, id) => ({ id, text: `message ${id} of this room`, at: id * 1000 })),
);

const server = createServer((_request, response) => {
  let left = room.clients.size;
  if (left === 0) return response.end('nobody listens');
  for (const listener of room.clients) {
    listener.send(history, () => {
      if (--left === 0) response.end('sent');
    });
  }
});
server.on('upgrade', (request, socket, head) => room.handleUpgrade(request, socket, head, () => {}));
server.listen(process.env.PORT);
