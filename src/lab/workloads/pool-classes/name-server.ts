/**
 * A thread of the server that is a name server (guest): every query gets its answer after a fixed time. Sockets for
 * datagrams and timers need no thread of the pool; and a thread of its own keeps the time whatever the server's loop does.
 */
import { createSocket } from 'node:dgram';
import { workerData } from 'node:worker_threads';
import { addressAnswer, addressOf, headLength, type NameServerOptions } from './names.ts';

const { address, hold, state } = workerData as NameServerOptions;
const socket = createSocket('udp4');

function tell(word: 1 | 2): void {
  Atomics.store(state, 0, word);
  Atomics.notify(state, 0);
}

socket.once('error', ({ errno = 0 }: NodeJS.ErrnoException) => {
  state[1] = errno;
  tell(2);
});
socket.on('message', (query, from) => {
  setTimeout(
    () => socket.send(addressAnswer(query, addressOf(nameIn(query))), from.port, from.address),
    hold,
  );
});
socket.bind(53, address, () => tell(1));

/** The name in a query: `3 w w w 4 t e s t 0` is www.test. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = headLength, length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join('.');
}
