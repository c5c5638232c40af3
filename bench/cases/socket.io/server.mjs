/** Socket.IO over HTTP long polling: each request is a new session, as of clients that cannot keep one. */
import { Server } from 'socket.io';

const server = new Server({ transports: ['polling'] });
server.listen(Number(process.env.PORT));
