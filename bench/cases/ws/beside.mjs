/** Forty listeners; each comes back where the server is started again. */
import { WebSocket } from 'ws';

function listen() {
  const socket = new WebSocket(`ws://127.0.0.1:${process.env.PORT}/`);
  socket.on('error', () => {});
  socket.on('message', () => {});
  socket.on('close', () => setTimeout(listen, 50));
}
for (let listener = 0; listener < 40; listener++) listen();
